import DaybookCore
import GRDB

extension SQLiteStorage {
    /// Deletes the records of photos whose notes are gone for good. Returns how many.
    func deleteOrphans(at now: Instant) async throws(StorageError) -> Int {
        var count = 0
        for (account, keys) in try await orphans(at: now) {
            for start in stride(from: 0, to: keys.count, by: Self.slice) {
                let some = Array(keys[start..<min(start + Self.slice, keys.count)])
                count += try await committer.write { [bounds = AccountBounds(budgets)] context in
                    // Looked at again: a note may have come back since.
                    let orphans = try some.filter { try Self.isOrphan($0, of: account, at: now, context.db) }
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
            }
        }
        return count
    }

    private typealias Key = DaybookCore.Record.Key

    /// Found beside the writer, for it takes a look at the records of all photos.
    private func orphans(at now: Instant) async throws(StorageError) -> [(AccountID, [Key])] {
        try await readAside { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT photo.account, photo.id FROM records AS photo
                    LEFT JOIN records AS note
                        ON note.account = photo.account AND note.kind = 'note' AND note.id = photo.note
                    WHERE photo.note IS NOT NULL AND (note.id IS NULL OR note.deleted IS NOT NULL)
                    ORDER BY photo.account, photo.id
                    """
            )
            var orphans: [(AccountID, [Key])] = []
            let rows = try Row.fetchCursor(statement)
            while let row = try rows.next() {
                let account = AccountID(try UUID(row, at: 0))
                let key = Key(kind: .photo, id: try UUID(row, at: 1))
                guard try Self.isOrphan(key, of: account, at: now, db) else { continue }
                if orphans.last?.0 != account { orphans.append((account, [])) }
                orphans[orphans.count - 1].1.append(key)
            }
            return orphans
        }
    }

    private static func isOrphan(_ key: Key, of account: AccountID, at now: Instant, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: "SELECT fields, deleted, cursor, changed FROM records WHERE account = ? AND kind = 'photo' AND id = ?"
        )
        guard let row = try Row.fetchOne(statement, arguments: [account.blob, key.id.blob]) else { return false }
        let photo = try stored(key, row, at: 0).record
        let note = try photo.noteOfPhoto.flatMap { try record(Key(kind: .note, id: $0), of: account, db)?.record }
        return PhotoOrphanage(at: now).takes(photo, changed: Instant(milliseconds: row[3]), note: note)
    }
}
