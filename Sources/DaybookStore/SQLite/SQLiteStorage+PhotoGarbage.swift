import DaybookCore
import GRDB

extension SQLiteStorage {
    /// Writes down which photos are used and drops those that have not been for a day (N6). Returns how many went.
    func collectPhotos(at now: Instant) async throws(StorageError) -> Int {
        let accounts = try await readAside { db in
            try Row.fetchAll(db, sql: "SELECT DISTINCT account FROM photos").map { AccountID(try UUID($0, at: 0)) }
        }
        var count = 0
        for account in accounts { count += try await collectPhotos(of: account, at: now) }
        return count
    }

    /// What an account uses is found out beside the writer, for it takes a look at all of its photos' records. It counts
    /// if no record has changed since; an account that is never quiet for so long gets another look the next time.
    private func collectPhotos(of account: AccountID, at now: Instant) async throws(StorageError) -> Int {
        for _ in 0..<3 {
            let (cursor, plan) = try await readAside { db in
                (try Self.cursorIfAny(of: account, db), try Self.plan(of: account, at: now, db))
            }
            if plan.isEmpty { return 0 }
            let dropped = try await committer.write { context -> [String]? in
                guard try Self.cursorIfAny(of: account, context.db) == cursor else { return nil }
                return try Self.carryOut(plan, of: account, at: now, context.db)
            }
            guard let dropped else { continue }
            // After the rows: a file without a row is a leftover, a row without a file would be a loss.
            await photoFolder.remove(dropped)
            return dropped.count
        }
        return 0
    }

    // MARK: - Inside a transaction

    private static func plan(of account: AccountID, at now: Instant, _ db: Database) throws -> PhotoPlan {
        var uses = PhotoUses(at: now)
        let statement = try db.cachedStatement(
            sql: """
                SELECT id, fields, deleted, cursor, changed FROM records WHERE account = ? AND kind = '\(kind.name)'
                """
        )
        let rows = try Row.fetchCursor(statement, arguments: [account.blob])
        while let row = try rows.next() {
            let stored = try stored(.init(kind: kind, id: try UUID(row, at: 0)), row, at: 1)
            try uses.add(stored.record, changed: Instant(milliseconds: row[4])) { note in
                try record(.init(kind: .note, id: note), of: account, db)?.record
            }
        }
        return PhotoPlan(try allPhotos(of: account, db), uses, at: now)
    }

    private static var kind: DaybookCore.Record.Kind { .photo }

    /// Returns the places of the files that have no row any more. What was touched meanwhile stays.
    private static func carryOut(
        _ plan: PhotoPlan,
        of account: AccountID,
        at now: Instant,
        _ db: Database
    ) throws -> [String] {
        let mark = try db.cachedStatement(
            sql: "UPDATE photos SET unused = ? WHERE account = ? AND sha256 = ? AND unused IS ?"
        )
        for photo in plan.nowUsed {
            let since = photo.unusedSince?.milliseconds
            try mark.execute(arguments: [nil, account.blob, photo.facts.sha256.blob, since])
        }
        for photo in plan.nowUnused {
            try mark.execute(arguments: [now.milliseconds, account.blob, photo.facts.sha256.blob, nil])
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
