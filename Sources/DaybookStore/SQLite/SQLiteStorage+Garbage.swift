import DaybookCore
import GRDB

extension SQLiteStorage {
    /// Rows that one transaction looks at: some milliseconds of work.
    static let slice = 200

    func collectGarbage(at now: Instant) async throws(StorageError) -> Garbage {
        var garbage = Garbage()
        garbage.orphans = try await deleteOrphans(at: now)
        var count: Int
        repeat {
            count = try await committer.write { try Self.dropEntries(at: now, $0.db) }
            garbage.entries += count
        } while count == Self.slice
        var place: Place? = Place()
        while let next = place {
            let dropped = try await committer.write { try Self.dropRecords(after: next, at: now, $0.db) }
            garbage.records += dropped.records
            garbage.entries += dropped.entries
            place = dropped.next
        }
        repeat {
            count = try await committer.write { try Self.dropDevices(at: now, $0.db) }
            garbage.devices += count
        } while count == Self.slice
        garbage.photos = try await collectPhotos(at: now)
        await raiseMark()
        return garbage
    }

    // MARK: - Inside a transaction

    /// The oldest entries have the smallest rowids. Returns how many went.
    private static func dropEntries(at now: Instant, _ db: Database) throws -> Int {
        try db.cachedStatement(
            sql: """
                DELETE FROM history
                WHERE rowid IN (SELECT rowid FROM history ORDER BY rowid LIMIT ?) AND replaced <= ?
                """
        ).execute(arguments: [slice, now.advanced(by: -Rules.historyLifetime).milliseconds])
        return db.changesCount
    }

    private static func dropDevices(at now: Instant, _ db: Database) throws -> Int {
        let statement = try db.cachedStatement(
            sql: """
                DELETE FROM devices WHERE (account, device) IN
                    (SELECT account, device FROM devices WHERE seen <= ? ORDER BY seen LIMIT ?)
                """
        )
        try statement.execute(arguments: [now.advanced(by: -StoredDevice.lifetime).milliseconds, slice])
        return db.changesCount
    }

    /// Where looking through the deleted records goes on.
    private struct Place {
        var changed = Int64.min
        var row = Int64.min
    }

    /// What one slice has dropped, and where the next begins; nil when there is none.
    private struct Dropped {
        var records = 0
        var entries = 0
        var next: Place?
    }

    private static func dropRecords(after place: Place, at now: Instant, _ db: Database) throws -> Dropped {
        let statement = try db.cachedStatement(
            sql: """
                SELECT changed, rowid, account, kind, id, fields, deleted, cursor FROM records
                WHERE deleted IS NOT NULL AND (changed, rowid) > (?, ?) AND changed <= ?
                ORDER BY changed, rowid LIMIT ?
                """
        )
        let latest = now.advanced(by: -Rules.tombstoneLifetime).milliseconds
        let rows = try Row.fetchAll(statement, arguments: [place.changed, place.row, latest, slice])
        var dropped = Dropped()
        for row in rows {
            let key = DaybookCore.Record.Key(kind: DaybookCore.Record.Kind(row[3]), id: try UUID(row, at: 4))
            let stored = try stored(key, row, at: 5)
            if stored.record.isAlive { continue }
            dropped.records += 1
            dropped.entries += try drop(stored, row: row[1], of: AccountID(try UUID(row, at: 2)), db)
        }
        if rows.count == slice, let last = rows.last { dropped.next = Place(changed: last[0], row: last[1]) }
        return dropped
    }

    /// Drops one record with its history, and remembers that its change is forgotten (S10).
    private static func drop(_ stored: StoredRecord, row: Int64, of account: AccountID, _ db: Database) throws -> Int {
        let key = stored.record.key
        try db.cachedStatement(sql: "DELETE FROM records WHERE rowid = ?").execute(arguments: [row])
        try db.cachedStatement(sql: "UPDATE accounts SET forgotten = max(forgotten, ?) WHERE id = ?")
            .execute(arguments: [stored.cursor, account.blob])
        try db.cachedStatement(sql: "DELETE FROM history WHERE account = ? AND kind = ? AND id = ?")
            .execute(arguments: [account.blob, key.kind.name, key.id.blob])
        return db.changesCount
    }
}
