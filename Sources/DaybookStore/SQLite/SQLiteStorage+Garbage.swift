import DaybookCore
import GRDB

extension SQLiteStorage {
    func collectGarbage(at now: Instant) async throws(StorageError) -> Garbage {
        let slice = Slice(budgets)
        let before = try await lastQuarantined()
        var garbage = Garbage()
        _ = try await finishErasures()
        garbage.orphans = try await deleteOrphans(at: now)
        var count: Int
        repeat {
            count = try await committer.write { try Self.dropEntries(slice.rows, at: now, $0.db) }
            garbage.entries += count
        } while count == slice.rows
        var place: Place? = Place()
        while let next = place {
            let dropped = try await committer.write { try Self.dropRecords(after: next, slice, at: now, $0.db) }
            garbage.records += dropped.records
            garbage.entries += dropped.entries
            place = dropped.next
        }
        repeat {
            count = try await committer.write { try Self.dropDevices(slice.rows, at: now, $0.db) }
            garbage.devices += count
        } while count == slice.rows
        garbage.photos = try await collectPhotos(at: now)
        await suspects.waitUntilEmpty()
        garbage.quarantined = try await quarantined(since: before)
        return garbage
    }

    private func lastQuarantined() async throws(StorageError) -> Int64 {
        try readStatement { db in try Int64.fetchOne(db, sql: "SELECT max(id) FROM quarantine") ?? 0 }
    }

    private func quarantined(since number: Int64) async throws(StorageError) -> Int {
        try readStatement { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM quarantine WHERE id > ?", arguments: [number]) ?? 0
        }
    }

    // MARK: - Inside a transaction

    /// The oldest entries have the smallest rowids. Returns the number of entries deleted.
    private static func dropEntries(_ rows: Int, at now: Instant, _ db: Database) throws -> Int {
        try db.cachedStatement(
            sql: """
                DELETE FROM history
                WHERE rowid IN (SELECT rowid FROM history ORDER BY rowid LIMIT ?) AND replaced <= ?
                """
        ).execute(arguments: [rows, now.advanced(by: -Rules.historyLifetime).milliseconds])
        return db.changesCount
    }

    private static func dropDevices(_ rows: Int, at now: Instant, _ db: Database) throws -> Int {
        let statement = try db.cachedStatement(
            sql: """
                DELETE FROM devices WHERE (account, device) IN
                    (SELECT account, device FROM devices WHERE seen <= ? ORDER BY seen LIMIT ?)
                """
        )
        try statement.execute(arguments: [now.advanced(by: -StoredDevice.lifetime).milliseconds, rows])
        return db.changesCount
    }

    /// The place where the search through deleted records continues.
    private struct Place {
        var changed = Int64.min
        var row = Int64.min
    }

    /// The result of one slice, and the place where the next begins; nil after the last.
    private struct Dropped {
        var records = 0
        var entries = 0
        var next: Place?
    }

    private static func dropRecords(
        after place: Place,
        _ slice: Slice,
        at now: Instant,
        _ db: Database
    ) throws -> Dropped {
        let latest = now.advanced(by: -Rules.tombstoneLifetime).milliseconds
        let (rows, bytes) = try deletedRows(after: place, until: latest, slice, db)
        var dropped = Dropped()
        var last = place
        for row in rows {
            let key = DaybookCore.Record.Key(kind: DaybookCore.Record.Kind(row[3]), id: try UUID(row, at: 4))
            let here = Place(changed: row[0], row: row[1])
            guard let stored = try readable(key, row, at: 5, row: row[1], db, setAside), !stored.record.isAlive else {
                last = here
                continue
            }
            let account = AccountID(try UUID(row, at: 2))
            let entries = try dropHistory(of: key, slice.rows - dropped.entries, of: account, db)
            dropped.entries += entries
            if dropped.entries >= slice.rows {
                // Its history may have more: the next slice begins with this record again.
                dropped.next = last
                return dropped
            }
            dropped.records += 1
            try drop(stored, row: row[1], of: account, db)
            last = here
        }
        if slice.isFull(rows: rows.count, bytes: bytes), let last = rows.last {
            dropped.next = Place(changed: last[0], row: last[1])
        }
        return dropped
    }

    /// The next deleted records, and the bytes of their fields.
    private static func deletedRows(
        after place: Place,
        until latest: Int64,
        _ slice: Slice,
        _ db: Database
    ) throws -> ([Row], bytes: Int) {
        let statement = try db.cachedStatement(
            sql: """
                SELECT changed, rowid, account, kind, id, fields, deleted, cursor FROM records
                WHERE deleted IS NOT NULL AND (changed, rowid) > (?, ?) AND changed <= ?
                ORDER BY changed, rowid
                """
        )
        let cursor = try Row.fetchCursor(statement, arguments: [place.changed, place.row, latest])
        var rows: [Row] = []
        var bytes = 0
        while !slice.isFull(rows: rows.count, bytes: bytes), let row = try cursor.next() {
            rows.append(row.copy())
            bytes += try row.withUnsafeData(atIndex: 5) { $0?.count ?? 0 }
        }
        return (rows, bytes)
    }

    /// Drops at most so many entries of a record's history. Returns the number of entries dropped.
    private static func dropHistory(
        of key: DaybookCore.Record.Key,
        _ limit: Int,
        of account: AccountID,
        _ db: Database
    ) throws -> Int {
        try db.cachedStatement(
            sql: """
                DELETE FROM history WHERE rowid IN
                    (SELECT rowid FROM history WHERE account = ? AND kind = ? AND id = ? LIMIT ?)
                """
        ).execute(arguments: [account.blob, key.kind.name, key.id.blob, limit])
        return db.changesCount
    }

    /// Drops one record whose history was dropped, and saves that its change was deleted for good (S10). The number of
    /// `stored` is the count that its row stores.
    private static func drop(_ stored: StoredRecord, row: Int64, of account: AccountID, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM records WHERE rowid = ?").execute(arguments: [row])
        try db.cachedStatement(sql: "UPDATE accounts SET forgotten = max(forgotten, ?) WHERE id = ?")
            .execute(arguments: [stored.cursor, account.blob])
    }
}
