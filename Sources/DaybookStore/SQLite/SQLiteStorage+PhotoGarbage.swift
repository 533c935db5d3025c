import DaybookCore
import GRDB

import struct Foundation.Data

extension SQLiteStorage {
    private typealias Key = DaybookCore.Record.Key

    /// Records which photos are used and drops those that have been unused for a day (N6). Returns the number dropped.
    func collectPhotos(at now: Instant) async throws(StorageError) -> Int {
        var count = 0
        var last = Data()
        while let account = try await accountWithPhotos(after: last) {
            count += try await collectPhotos(of: account, at: now)
            last = account.blob
        }
        return count
    }

    private func accountWithPhotos(after last: Data) async throws(StorageError) -> AccountID? {
        try readStatement { db in
            let statement = try db.cachedStatement(
                sql: "SELECT account FROM photos WHERE account > ? ORDER BY account LIMIT 1"
            )
            return try Row.fetchOne(statement, arguments: [last]).map { AccountID(try UUID($0, at: 0)) }
        }
    }

    /// Finds the photos that an account uses outside of the writer, because that reads all of the account's photo
    /// records. The result counts only if no record has changed since. An account that changes all the time is
    /// collected later.
    private func collectPhotos(of account: AccountID, at now: Instant) async throws(StorageError) -> Int {
        let slice = Slice(budgets)
        for _ in 0..<3 {
            guard let cursor = try readInTransaction({ try Self.cursorIfAny(of: account, $0) }) else { return 0 }
            let uses = try await uses(of: account, slice, at: now)
            // From here on, unreadable rows protect the photos of this account.
            await suspects.waitUntilEmpty()
            var place = Data()
            var count = 0
            while true {
                let next = try await collect(uses, of: account, after: place, slice, at: now, unlessBeyond: cursor)
                guard let next else { break }
                count += next.dropped
                guard let last = next.last else { return count }
                place = last
            }
            if count > 0 { return count }
        }
        return 0
    }

    /// The photos that an account's records use, read a slice at a time so that no read is long.
    private func uses(of account: AccountID, _ slice: Slice, at now: Instant) async throws(StorageError) -> PhotoUses {
        var uses = PhotoUses(at: now)
        var place: Data? = Data()
        while let after = place {
            (uses, place) = try readInTransaction { [uses, aside = noting()] db in
                var uses = uses
                let place = try Self.add(to: &uses, of: account, after: after, slice, db, aside)
                return (uses, place)
            }
        }
        return uses
    }

    /// Records the use of the next photos. Returns the number dropped and the last photo; nil when records have changed
    /// since `cursor`.
    private func collect(
        _ uses: PhotoUses,
        of account: AccountID,
        after place: Data,
        _ slice: Slice,
        at now: Instant,
        unlessBeyond cursor: Int64
    ) async throws(StorageError) -> (dropped: Int, last: Data?)? {
        let (plan, last) = try readInTransaction { db in
            let photos = try Self.somePhotos(of: account, after: place, limit: slice.rows, db)
            let last = photos.count == slice.rows ? photos.last?.facts.sha256.blob : nil
            return (PhotoPlan(photos, uses, at: now), last)
        }
        if plan.isEmpty { return (0, last) }
        let dropped = try await committer.write { context -> [String]? in
            guard try Self.cursorIfAny(of: account, context.db) == cursor else { return nil }
            return try Self.carryOut(plan, of: account, at: now, context.db)
        }
        guard let dropped else { return nil }
        // After the rows: a file without a row is a leftover, but a row without a file would be a loss.
        await photoFolder.remove(dropped)
        return (dropped.count, last)
    }

    // MARK: - Inside a transaction

    /// Returns the id after which the next records follow; nil after the last.
    private static func add(
        to uses: inout PhotoUses,
        of account: AccountID,
        after place: Data,
        _ slice: Slice,
        _ db: Database,
        _ aside: SetAside
    ) throws -> Data? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT rowid, id, fields, deleted, cursor, changed FROM records
                WHERE account = ? AND kind = 'photo' AND id > ? ORDER BY id
                """
        )
        let rows = try Row.fetchCursor(statement, arguments: [account.blob, place])
        var (count, bytes) = (0, 0)
        while let row = try rows.next() {
            count += 1
            bytes += try row.withUnsafeData(atIndex: 2) { $0?.count ?? 0 }
            let key = Key(kind: .photo, id: try UUID(row, at: 1))
            if let stored = try readable(key, row, at: 2, row: row[0], db, aside) {
                try uses.add(stored.record, changed: Instant(milliseconds: row[5])) { note in
                    try record(Key(kind: .note, id: note), of: account, db, aside)?.record
                }
            }
            if slice.isFull(rows: count, bytes: bytes) { return key.id.blob }
        }
        return nil
    }

    /// Returns the paths of the files that have no row any more. Photos that were touched meanwhile stay, and so do
    /// photos that an unreadable row may use: the row may be repaired later.
    private static func carryOut(
        _ plan: PhotoPlan,
        of account: AccountID,
        at now: Instant,
        _ db: Database
    ) throws -> [String] {
        let note = try db.cachedStatement(
            sql: "UPDATE photos SET unused = ? WHERE account = ? AND sha256 = ? AND unused IS ?"
        )
        for photo in plan.nowUsed {
            let since = photo.unusedSince?.milliseconds
            try note.execute(arguments: [nil, account.blob, photo.facts.sha256.blob, since])
        }
        if try holdsPhotos(of: account, db) { return [] }
        for photo in plan.nowUnused {
            try note.execute(arguments: [now.milliseconds, account.blob, photo.facts.sha256.blob, nil])
        }
        let drop = try db.cachedStatement(
            sql: "DELETE FROM photos WHERE account = ? AND sha256 = ? AND path = ? AND unused IS ?"
        )
        return try plan.dropped.compactMap { photo in
            try drop.execute(arguments: [
                account.blob, photo.facts.sha256.blob, photo.path, photo.unusedSince?.milliseconds,
            ])
            return db.changesCount == 1 ? photo.path : nil
        }
    }
}
