import DaybookCore
import GRDB

import struct Foundation.Data

extension SQLiteStorage {
    private typealias Key = DaybookCore.Record.Key

    /// Deletes the records of photos whose notes are gone for good. Returns the number of records.
    func deleteOrphans(at now: Instant) async throws(StorageError) -> Int {
        let rows = Slice(budgets).rows
        var count = 0
        var place: Place? = Place()
        while let after = place {
            // Found outside of the writer, because the search reads the records of all photos.
            let found = try readInTransaction { [aside = noting()] db in
                try Self.orphans(rows, after: after, at: now, db, aside)
            }
            for (account, keys) in found.orphans { count += try await delete(keys, of: account, at: now) }
            place = found.next
        }
        return count
    }

    private func delete(_ keys: [Key], of account: AccountID, at now: Instant) async throws(StorageError) -> Int {
        do {
            return try await committer.write { [bounds = AccountBounds(budgets)] context in
                // Checked again: a note may have returned since.
                let orphans = try keys.filter { try Self.isOrphan($0, of: account, at: now, context.db, Self.setAside) }
                let outcomes: [Outcome<Never>] = try Self.update(
                    orphans,
                    of: account,
                    at: now,
                    bounds: bounds,
                    &context
                ) {
                    .merge(DaybookCore.Record(kind: .photo, id: orphans[$0].id, deleted: $2.next(now: now)))
                }
                return outcomes.count
            }
        } catch .accountGone {
            return 0
        }
    }

    /// The place where the search through photos' records continues. Every id is greater than an empty one.
    private struct Place {
        var account = Data()
        var note = Data()
        var photo = Data()
    }

    /// The result of one search, and the place where the next begins; nil after the last.
    private struct Found {
        var orphans: [AccountID: [Key]] = [:]
        var next: Place?
    }

    private static func orphans(
        _ limit: Int,
        after place: Place,
        at now: Instant,
        _ db: Database,
        _ aside: SetAside
    ) throws -> Found {
        let statement = try db.cachedStatement(
            sql: """
                SELECT photo.account, photo.note, photo.id, note.id IS NULL OR note.deleted IS NOT NULL
                FROM records AS photo
                LEFT JOIN records AS note
                    ON note.account = photo.account AND note.kind = 'note' AND note.id = photo.note
                WHERE photo.note IS NOT NULL AND (photo.account, photo.note, photo.id) > (?, ?, ?)
                ORDER BY photo.account, photo.note, photo.id LIMIT ?
                """
        )
        let rows = try Row.fetchAll(statement, arguments: [place.account, place.note, place.photo, limit])
        var found = Found()
        for row in rows where row[3] {
            let (account, key) = (AccountID(try UUID(row, at: 0)), Key(kind: .photo, id: try UUID(row, at: 2)))
            guard try isOrphan(key, of: account, at: now, db, aside) else { continue }
            found.orphans[account, default: []].append(key)
        }
        if rows.count == limit, let last = rows.last {
            found.next = Place(account: last[0], note: last[1], photo: last[2])
        }
        return found
    }

    private static func isOrphan(
        _ key: Key,
        of account: AccountID,
        at now: Instant,
        _ db: Database,
        _ aside: SetAside
    ) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: """
                SELECT rowid, fields, deleted, cursor, changed FROM records
                WHERE account = ? AND kind = 'photo' AND id = ?
                """
        )
        guard let row = try Row.fetchOne(statement, arguments: [account.blob, key.id.blob]),
            let photo = try readable(key, row, at: 1, row: row[0], db, aside)?.record
        else { return false }
        // A note that cannot be read may be repaired later, so its photos stay.
        if try holdsPhotos(of: account, db) { return false }
        let note = try photo.noteOfPhoto.flatMap {
            try record(Key(kind: .note, id: $0), of: account, db, aside)?.record
        }
        if note == nil, try photo.noteOfPhoto.map({ try exists(Key(kind: .note, id: $0), of: account, db) }) == true {
            return false
        }
        return OrphanPhotoRule(at: now).takes(photo, changed: Instant(milliseconds: row[4]), note: note)
    }

    /// Whether a record has a row, readable or not.
    static func exists(_ key: DaybookCore.Record.Key, of account: AccountID, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT 1 FROM records WHERE account = ? AND kind = ? AND id = ?")
        return try Int.fetchOne(statement, arguments: [account.blob, key.kind.name, key.id.blob]) != nil
    }
}
