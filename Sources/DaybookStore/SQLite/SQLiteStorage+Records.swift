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
            let (latest, forgotten) = try Self.latest(of: account, db)
            let none = ChangePage(changes: [], cursor: latest, more: false, forgotten: forgotten)
            guard cursor < latest else { return none }
            return try Self.fill(none, of: account, after: cursor, limit: limit, db)
        }
    }

    func record(_ key: DaybookCore.Record.Key, of account: AccountID) async throws(StorageError) -> StoredRecord? {
        try readHere { db in try Self.record(key, of: account, db) }
    }

    func photoRecords(of account: AccountID, notes: [DaybookCore.UUID]) async throws(StorageError) -> [StoredRecord] {
        if let note = notes.first, notes.count == 1 {
            return try readHere { db in try Self.photoRecords(of: account, note: note, db) }
        }
        return try await readAside { db in
            try notes.flatMap { try Self.photoRecords(of: account, note: $0, db) }
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

    /// The numbers of an account's latest change, and of the greatest that is forgotten.
    private static func latest(of account: AccountID, _ db: Database) throws -> (cursor: Int64, forgotten: Int64) {
        let statement = try db.cachedStatement(sql: "SELECT cursor, forgotten FROM accounts WHERE id = ?")
        guard let row = try Row.fetchOne(statement, arguments: [account.blob]) else { throw StorageError.accountGone }
        return (row[0], row[1])
    }

    static func record(_ key: DaybookCore.Record.Key, of account: AccountID, _ db: Database) throws
        -> StoredRecord?
    {
        let statement = try db.cachedStatement(
            sql: "SELECT fields, deleted, cursor FROM records WHERE account = ? AND kind = ? AND id = ?"
        )
        let rows = try Row.fetchCursor(statement, arguments: [account.blob, key.kind.name, key.id.blob])
        return try rows.next().map { try stored(key, $0, at: 0) }
    }

    private static func photoRecords(
        of account: AccountID,
        note: DaybookCore.UUID,
        _ db: Database
    ) throws -> [StoredRecord] {
        let statement = try db.cachedStatement(
            sql: "SELECT id, fields, deleted, cursor FROM records WHERE account = ? AND note = ? ORDER BY id"
        )
        return try Row.fetchAll(statement, arguments: [account.blob, note.blob]).map { row in
            try stored(DaybookCore.Record.Key(kind: .photo, id: try UUID(row, at: 0)), row, at: 1)
        }
    }

    private static func fill(
        _ page: ChangePage,
        of account: AccountID,
        after cursor: Int64,
        limit: PageLimit,
        _ db: Database
    ) throws -> ChangePage {
        let statement = try db.cachedStatement(
            sql: """
                SELECT kind, id, fields, deleted, cursor FROM records
                WHERE account = ? AND cursor > ? ORDER BY cursor
                """
        )
        let rows = try Row.fetchCursor(statement, arguments: [account.blob, cursor])
        var page = page
        var bytes = 0
        while let row = try rows.next() {
            bytes += try row.withUnsafeData(atIndex: 2) { $0?.count ?? 0 }
            if limit.isOver(records: page.changes.count, bytes: bytes) {
                page.more = true
                page.cursor = page.changes.last?.cursor ?? cursor
                break
            }
            let key = DaybookCore.Record.Key(kind: DaybookCore.Record.Kind(row[0]), id: try UUID(row, at: 1))
            page.changes.append(try stored(key, row, at: 2))
        }
        return page
    }

    /// The record of a row whose columns from `index` on are fields, deleted and cursor.
    static func stored(_ key: DaybookCore.Record.Key, _ row: Row, at index: Int) throws -> StoredRecord {
        let text = try row.withUnsafeData(atIndex: index) { [UInt8]($0 ?? Data()) }
        let record = try StoredFields.record(key, text: text, deleted: row[index + 1])
        return StoredRecord(record: record, cursor: row[index + 2])
    }
}
