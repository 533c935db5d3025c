import DaybookCore
import GRDB

import struct Foundation.Data

extension SQLiteStorage {
    private typealias Key = DaybookCore.Record.Key

    /// Deletes the records of photos whose notes are gone for good. Returns the number of records.
    func deleteOrphans(at now: Instant) async throws(StorageError) -> Int {
        let slice = Slice(budgets)
        var count = 0
        var place: Place? = Place()
        while let after = place {
            // Found outside of the writer, because the search reads the records of all photos.
            let found = try readInTransaction { [aside = noting()] db in
                try Self.orphans(slice, after: after, at: now, db, aside)
            }
            for (account, keys) in found.orphans { count += try await delete(keys, of: account, at: now) }
            place = found.next
            await Task.yield()
        }
        return count
    }

    private func delete(_ keys: [Key], of account: AccountID, at now: Instant) async throws(StorageError) -> Int {
        var (rest, count) = (keys[...], 0)
        do {
            while !rest.isEmpty {
                let done = try await committer.write { [rest, bounds = AccountBounds(budgets)] context in
                    try Self.delete(rest, of: account, at: now, bounds, &context)
                }
                rest = rest.dropFirst(done.seen)
                count += done.deleted
            }
        } catch .accountGone {}
        return count
    }

    /// Deletes the first of some records, as many as a transaction may take.
    private static func delete(
        _ keys: ArraySlice<Key>,
        of account: AccountID,
        at now: Instant,
        _ bounds: AccountBounds,
        _ context: inout WriteContext
    ) throws -> (seen: Int, deleted: Int) {
        var done = (seen: 0, deleted: 0)
        for key in keys {
            done.seen += 1
            // Checked again: a note may have returned since.
            var bytes = 0
            let isOrphan = try isOrphan(key, of: account, at: now, &bytes, context.db, setAside)
            context.meter.add(rows: 0, bytes: bytes)
            if isOrphan {
                let outcomes: [Outcome<Never>] = try update([key], of: account, at: now, bounds: bounds, &context) {
                    .merge(DaybookCore.Record(kind: .photo, id: key.id, deleted: $2.next(now: now)))
                }
                done.deleted += outcomes.count
            }
            if context.meter.isUsedUpForBackground { break }
        }
        return done
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
        _ slice: Slice,
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
        let rows = try Row.fetchAll(statement, arguments: [place.account, place.note, place.photo, slice.rows])
        var (found, bytes) = (Found(), 0)
        for row in rows {
            if bytes >= slice.bytes { return found }
            found.next = Place(account: row[0], note: row[1], photo: row[2])
            guard row[3] else { continue }
            let (account, key) = (AccountID(try UUID(row, at: 0)), Key(kind: .photo, id: try UUID(row, at: 2)))
            guard try isOrphan(key, of: account, at: now, &bytes, db, aside) else { continue }
            found.orphans[account, default: []].append(key)
        }
        if rows.count < slice.rows { found.next = nil }
        return found
    }

    /// Adds the sizes of the records that it reads to `bytes`.
    private static func isOrphan(
        _ key: Key,
        of account: AccountID,
        at now: Instant,
        _ bytes: inout Int,
        _ db: Database,
        _ aside: SetAside
    ) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: """
                SELECT rowid, fields, deleted, cursor, changed FROM records
                WHERE account = ? AND kind = 'photo' AND id = ?
                """
        )
        guard let row = try Row.fetchOne(statement, arguments: [account.blob, key.id.blob]) else { return false }
        bytes += try row.withUnsafeData(atIndex: 1) { $0?.count ?? 0 }
        guard let photo = try readable(key, row, at: 1, row: row[0], db, aside)?.record else { return false }
        // A note that cannot be read may be repaired later, so its photos stay.
        if try holdsPhotos(of: account, db) { return false }
        let found = try photo.noteOfPhoto.map { try measuredRecord(Key(kind: .note, id: $0), of: account, db, aside) }
        bytes += found?.bytes ?? 0
        let note = found?.stored?.record
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
