import DaybookCore
import GRDB

import struct Foundation.Data

extension SQLiteStorage {
    private static let entryColumns = "number, field, value, stamp, replaced"

    func history(
        of account: AccountID,
        _ key: DaybookCore.Record.Key,
        before number: Int64?,
        limit: PageLimit
    ) async throws(StorageError) -> HistoryPage {
        try await readAside { db in
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
                page.entries.append(try HistoryEntry(row: row))
            }
            return page
        }
    }

    func historyEntry(
        _ number: Int64,
        of account: AccountID,
        _ key: DaybookCore.Record.Key
    ) async throws(StorageError) -> HistoryEntry? {
        try readHere { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT \(Self.entryColumns) FROM history
                    WHERE account = ? AND kind = ? AND id = ? AND number = ?
                    """
            )
            let arguments: StatementArguments = [account.blob, key.kind.name, key.id.blob, number]
            return try Row.fetchOne(statement, arguments: arguments).map(HistoryEntry.init(row:))
        }
    }

    func trash(
        of account: AccountID,
        since: Instant,
        after mark: TrashPage.Mark?,
        limit: PageLimit
    ) async throws(StorageError) -> TrashPage {
        try await readAside { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT kind, id, fields, deleted, cursor FROM records
                    WHERE account = ? AND deleted >= ? AND (deleted, kind, id) < (?, ?, ?) AND kind <> 'photo'
                    ORDER BY deleted DESC, kind DESC, id DESC
                    """
            )
            // Behind every stamp, as digits go before this letter.
            let (deleted, kind, id) = (mark?.deleted.description ?? "z", mark?.key.kind.name ?? "", mark?.key.id.blob)
            let oldest = Stamp(wall: since, counter: 0, device: 0).description
            let arguments: StatementArguments = [account.blob, oldest, deleted, kind, id ?? Data()]
            let rows = try Row.fetchCursor(statement, arguments: arguments)
            var page = TrashPage(records: [], more: false)
            var bytes = 0
            while let row = try rows.next() {
                let key = DaybookCore.Record.Key(kind: DaybookCore.Record.Kind(row[0]), id: try UUID(row, at: 1))
                let stored = try Self.stored(key, row, at: 2)
                // A later edit has brought it back (S4), or there is nothing that could come back.
                if stored.record.isAlive || stored.record.fields.isEmpty { continue }
                bytes += try row.withUnsafeData(atIndex: 2) { $0?.count ?? 0 }
                page.more = limit.isOver(records: page.records.count, bytes: bytes)
                if page.more { break }
                page.records.append(stored)
            }
            return page
        }
    }

    // MARK: - Inside a transaction

    /// Adds an entry to a record's history, unless the same value of the same change is there, or there is no room.
    static func add(
        _ field: DaybookCore.Record.Field,
        to key: DaybookCore.Record.Key,
        of account: AccountID,
        at moment: Instant,
        _ writer: inout AccountWriter,
        _ db: Database
    ) throws {
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
        if db.changesCount == 1 { writer.addEntry(bytes: value.count) }
    }

    /// Drops an account's oldest entries, as many as have so many bytes and no more than `limit`. Returns how many.
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
    fileprivate init(row: Row) throws {
        guard let stamp = Stamp(row[3] as String) else { throw StorageError.failed("a history entry without a stamp") }
        do {
            let value = try JSON(text: row[2], limits: StoredFields.limits)
            self.init(
                number: row[0],
                field: DaybookCore.Record.Field(row[1], value, stamp),
                replacedAt: Instant(milliseconds: row[4])
            )
        } catch {
            throw StorageError.failed("history entry \(row[0] as Int64) cannot be read: \(error)")
        }
    }
}
