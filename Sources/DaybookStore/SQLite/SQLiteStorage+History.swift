import DaybookCore
import GRDB

import struct Foundation.Data

extension SQLiteStorage {
    /// The most records that one read of the trash looks at: records that were deleted and revived are not in it.
    private static let trashRows = 1_000

    static let entryColumns = "number, field, value, stamp, replaced, rowid"

    func history(
        of account: AccountID,
        _ key: DaybookCore.Record.Key,
        before number: Int64?,
        limit: PageLimit
    ) async throws(StorageError) -> HistoryPage {
        try readInTransaction { [aside = noting()] db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT \(Self.entryColumns) FROM history
                    WHERE account = ? AND kind = ? AND id = ? AND number < ? ORDER BY number DESC
                    """
            )
            let arguments: StatementArguments = [account.blob, key.kind.name, key.id.blob, number ?? .max]
            let rows = try Row.fetchCursor(statement, arguments: arguments)
            var page = HistoryPage(entries: [], more: false)
            var bytes = 0
            while let row = try rows.next() {
                bytes += try row.withUnsafeData(atIndex: 2) { $0?.count ?? 0 }
                page.more = limit.isOver(records: page.entries.count, bytes: bytes)
                if page.more { break }
                if let entry = try Self.readable(row, db, aside) { page.entries.append(entry) }
            }
            return page
        }
    }

    func historyEntry(
        _ number: Int64,
        of account: AccountID,
        _ key: DaybookCore.Record.Key
    ) async throws(StorageError) -> HistoryEntry? {
        try readStatement { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT \(Self.entryColumns) FROM history
                    WHERE account = ? AND kind = ? AND id = ? AND number = ?
                    """
            )
            let arguments: StatementArguments = [account.blob, key.kind.name, key.id.blob, number]
            return try Row.fetchOne(statement, arguments: arguments).flatMap { try Self.readable($0, db, noting()) }
        }
    }

    func trash(
        of account: AccountID,
        since: Instant,
        after end: TrashPage.End?,
        limit: PageLimit
    ) async throws(StorageError) -> TrashPage {
        try readInTransaction { [aside = noting()] db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT records.rowid, kind, records.id, fields, deleted, \(Self.recordNumber) FROM \(Self.ownedRecords)
                    WHERE account = ? AND deleted >= ? AND (deleted, kind, records.id) < (?, ?, ?) AND kind <> 'photo'
                    ORDER BY deleted DESC, kind DESC, records.id DESC
                    """
            )
            // "z" sorts after every stamp, because digits sort before letters.
            let (deleted, kind, id) = (end?.deleted.description ?? "z", end?.key.kind.name ?? "", end?.key.id.blob)
            let oldest = Stamp(wall: since, counter: 0, device: 0).description
            let arguments: StatementArguments = [account.blob, oldest, deleted, kind, id ?? Data()]
            let rows = try Row.fetchCursor(statement, arguments: arguments)
            var page = TrashPage(records: [], next: nil)
            var (seen, bytes) = (0, 0)
            var last: TrashPage.End?
            while let row = try rows.next() {
                bytes += try row.withUnsafeData(atIndex: 3) { $0?.count ?? 0 }
                if seen > 0, bytes > limit.bytes || seen >= Self.trashRows || page.records.count == limit.records {
                    page.next = last
                    break
                }
                seen += 1
                let key = DaybookCore.Record.Key(kind: DaybookCore.Record.Kind(row[1]), id: try UUID(row, at: 2))
                last = Stamp(row[4] as String).map { TrashPage.End(deleted: $0, key: key) } ?? last
                guard let stored = try Self.readable(key, row, at: 3, row: row[0], db, aside) else { continue }
                // A later edit has revived the record (S4), or the record has no fields to restore.
                if stored.record.isAlive || stored.record.fields.isEmpty { continue }
                page.records.append(stored)
            }
            return page
        }
    }

    // MARK: - Inside a transaction

    /// The entry of a row; nil when it cannot be read.
    private static func readable(_ row: Row, _ db: Database, _ aside: SetAside) throws -> HistoryEntry? {
        do {
            return try HistoryEntry(row: row)
        } catch is RowDamage {
            try aside(Suspect(table: .history, row: row[5]), db)
            return nil
        }
    }

    /// Adds an entry to a record's history, unless the same value of the same change is there, or there is no room. No
    /// entry of a field whose name has a zero byte is kept.
    static func add(
        _ field: DaybookCore.Record.Field,
        to key: DaybookCore.Record.Key,
        of account: AccountID,
        at moment: Instant,
        _ writer: inout AccountWriter,
        _ db: Database
    ) throws {
        // SQLite would keep the value under what is before a zero byte, the name of another field.
        if field.name.utf8.contains(0) { return }
        let value = field.value.encoded
        guard writer.hasRoom(for: value.count) else { return }
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO history (account, kind, id, field, stamp, value, number, replaced)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                """
        )
        try statement.execute(arguments: [
            account.blob, key.kind.name, key.id.blob, field.name, field.stamp.description,
            String(decoding: value, as: UTF8.self), writer.nextEntry, moment.milliseconds,
        ])
        guard db.changesCount == 1 else { return }
        let last = writer.lastEntryToDrop
        writer.addEntry(bytes: value.count)
        if last > 0 { try dropOldest(through: last, of: account, &writer, db) }
    }

    /// The most entries that are dropped for a new one. An account that has too many loses them little by little.
    private static let entriesDropped = 4

    /// Drops an account's oldest entries, up to a number.
    private static func dropOldest(
        through last: Int64,
        of account: AccountID,
        _ writer: inout AccountWriter,
        _ db: Database
    ) throws {
        let statement = try db.cachedStatement(
            sql: """
                SELECT rowid, length(CAST(value AS BLOB)) FROM history
                WHERE account = ? AND number <= ? ORDER BY number LIMIT ?
                """
        )
        for row in try Row.fetchAll(statement, arguments: [account.blob, last, entriesDropped]) {
            try db.cachedStatement(sql: "DELETE FROM history WHERE rowid = ?").execute(arguments: [row[0] as Int64])
            writer.dropEntries(bytes: row[1])
        }
    }

    /// Drops an account's oldest entries until they add up to `bytes` bytes, at most `limit` entries. Returns the
    /// number of entries dropped.
    static func dropOldest(_ bytes: Int, limit: Int, of account: AccountID, _ db: Database) throws -> Int {
        let statement = try db.cachedStatement(
            sql: """
                SELECT rowid, length(CAST(value AS BLOB)) FROM history WHERE account = ? ORDER BY number LIMIT ?
                """
        )
        let rows = try Row.fetchAll(statement, arguments: [account.blob, limit])
        var (left, count) = (bytes, 0)
        for row in rows where left > 0 {
            try db.cachedStatement(sql: "DELETE FROM history WHERE rowid = ?").execute(arguments: [row[0] as Int64])
            left -= row[1] as Int
            count += 1
        }
        return count
    }
}

extension HistoryEntry {
    /// An entry from a row with the columns above. Throws ``RowDamage``.
    init(row: Row) throws {
        guard let stamp = Stamp(row[3] as String) else { throw RowDamage.stamp }
        guard let value = try? JSON(text: row[2], limits: StoredFields.limits) else { throw RowDamage.value }
        self.init(
            number: row[0],
            field: DaybookCore.Record.Field(row[1], value, stamp),
            replacedAt: Instant(milliseconds: row[4])
        )
    }
}
