import DaybookCore
import GRDB

import struct Foundation.Data

extension SQLiteStorage {
    func cursor(of account: AccountID) async throws(StorageError) -> Int64 {
        try readHere { db in try Self.cursor(of: account, db) }
    }

    func changes(
        of account: AccountID,
        after cursor: Int64,
        limit: PageLimit
    ) async throws(StorageError) -> ChangePage {
        try await readAside { db in
            let latest = try Self.cursor(of: account, db)
            guard cursor < latest else { return ChangePage(changes: [], cursor: latest, more: false) }
            return try Self.changes(of: account, after: cursor, limit: limit, latest: latest, db)
        }
    }

    func record(_ key: DaybookCore.Record.Key, of account: AccountID) async throws(StorageError) -> StoredRecord? {
        try readHere { db in try Self.record(key, of: account, db) }
    }

    func update<Refusal: Sendable>(
        _ keys: [DaybookCore.Record.Key],
        of account: AccountID,
        decide: @escaping @Sendable (Int, DaybookCore.Record?, inout Clock) -> Decision<Refusal>
    ) async throws(StorageError) -> [Outcome<Refusal>] {
        try await committer.write { context in
            var writer = AccountWriter(cursor: try Self.cursor(of: account, context.db), clock: context.clock)
            var outcomes: [Outcome<Refusal>] = []
            outcomes.reserveCapacity(keys.count)
            for (index, key) in keys.enumerated() {
                let existing = try Self.record(key, of: account, context.db)
                let outcome = writer.step(key, existing: existing) { decide(index, $0, &$1) }
                if case .changed(let changed, _) = outcome { try Self.write(changed, of: account, context.db) }
                outcomes.append(outcome)
            }
            if writer.hasMoved { try Self.setCursor(writer.cursor, of: account, context.db) }
            context.adopt(writer, of: account)
            return outcomes
        }
    }

    func cursors(of account: AccountID) -> AsyncStream<Int64> {
        let stream = feed.listen(to: account) { try? readHere { db in try Self.cursor(of: account, db) } }
        watch.start()
        return stream
    }

    // MARK: - Inside a transaction

    private static func cursor(of account: AccountID, _ db: Database) throws -> Int64 {
        guard let cursor = try cursorIfAny(of: account, db) else { throw StorageError.accountGone }
        return cursor
    }

    /// The number of an account's latest change; nil when there is no such account.
    static func cursorIfAny(of account: AccountID, _ db: Database) throws -> Int64? {
        let statement = try db.cachedStatement(sql: "SELECT cursor FROM accounts WHERE id = ?")
        return try Int64.fetchOne(statement, arguments: [account.blob])
    }

    private static func setCursor(_ cursor: Int64, of account: AccountID, _ db: Database) throws {
        try db.cachedStatement(sql: "UPDATE accounts SET cursor = ? WHERE id = ?")
            .execute(arguments: [cursor, account.blob])
    }

    private static func record(_ key: DaybookCore.Record.Key, of account: AccountID, _ db: Database) throws
        -> StoredRecord?
    {
        let statement = try db.cachedStatement(
            sql: "SELECT fields, deleted, cursor FROM records WHERE account = ? AND kind = ? AND id = ?"
        )
        let rows = try Row.fetchCursor(statement, arguments: [account.blob, key.kind.name, key.id.blob])
        return try rows.next().map { try stored(key, $0, at: 0) }
    }

    private static func changes(
        of account: AccountID,
        after cursor: Int64,
        limit: PageLimit,
        latest: Int64,
        _ db: Database
    ) throws -> ChangePage {
        let statement = try db.cachedStatement(
            sql: """
                SELECT kind, id, fields, deleted, cursor FROM records
                WHERE account = ? AND cursor > ? ORDER BY cursor
                """
        )
        let rows = try Row.fetchCursor(statement, arguments: [account.blob, cursor])
        var page = ChangePage(changes: [], cursor: latest, more: false)
        var bytes = 0
        while let row = try rows.next() {
            bytes += try row.withUnsafeData(atIndex: 2) { $0?.count ?? 0 }
            if page.changes.count == limit.records || (bytes > limit.bytes && !page.changes.isEmpty) {
                page.more = true
                page.cursor = page.changes.last?.cursor ?? cursor
                break
            }
            let key = DaybookCore.Record.Key(kind: DaybookCore.Record.Kind(row[0]), id: try UUID(row, at: 1))
            page.changes.append(try stored(key, row, at: 2))
        }
        return page
    }

    private static func write(_ stored: StoredRecord, of account: AccountID, _ db: Database) throws {
        let record = stored.record
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO records (account, kind, id, fields, deleted, cursor) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (account, kind, id) DO UPDATE
                SET fields = excluded.fields, deleted = excluded.deleted, cursor = excluded.cursor
                """
        )
        try statement.execute(arguments: [
            account.blob, record.kind.name, record.id.blob, StoredFields.text(of: record), record.deleted?.description,
            stored.cursor,
        ])
    }

    /// The record of a row whose columns from `index` on are fields, deleted and cursor.
    private static func stored(_ key: DaybookCore.Record.Key, _ row: Row, at index: Int) throws -> StoredRecord {
        let text = try row.withUnsafeData(atIndex: index) { [UInt8]($0 ?? Data()) }
        let record = try StoredFields.record(key, text: text, deleted: row[index + 1])
        return StoredRecord(record: record, cursor: row[index + 2])
    }
}
