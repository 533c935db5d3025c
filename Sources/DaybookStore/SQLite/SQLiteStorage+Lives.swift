import DaybookCore
import GRDB

extension SQLiteStorage {
    func beginLife(of account: AccountID, below number: Int64, at moment: Instant) async throws(StorageError) {
        try await committer.write { context in
            guard let cursor = try Self.cursorIfAny(of: account, context.db) else { throw StorageError.accountGone }
            guard cursor < number else { return }
            let life = max(ChangeNumber.life(of: number) + 1, ChangeNumber.life(at: moment))
            let moved = try Self.beginLife(life, of: account, from: cursor, context.db)
            context.noteMove(of: account, to: moved)
        }
    }

    /// Begins another life of all accounts if the database went back since the mark was written.
    static func beginLives(_ pool: DatabasePool, _ mark: RestorationMark) throws {
        let known = mark.count
        let written = try pool.read { db in try Int64.fetchOne(db, sql: "SELECT written FROM installation") ?? 0 }
        if let known, known <= written { return }
        let count = try pool.write { db in
            if written > 0 { try beginLives(db) }
            return try countWrite(db, beyond: known ?? 0)
        }
        mark.write(count)
    }

    /// From now on it is known when the database goes back behind this moment. What cannot be written proves less.
    func raiseMark() async {
        guard let count = try? await committer.write({ try Self.countWrite($0.db) }) else { return }
        mark.write(count)
    }

    /// The database was written to once more. How often it was by now.
    static func countWrite(_ db: Database, beyond other: Int64 = 0) throws -> Int64 {
        let sql = "UPDATE installation SET written = max(written, ?) + 1 RETURNING written"
        return try Int64.fetchOne(db, sql: sql, arguments: [other]) ?? 0
    }

    private static func beginLives(_ db: Database) throws {
        let seconds = try Int64.fetchOne(db, sql: "SELECT unixepoch('now')") ?? 0
        let present = ChangeNumber.life(at: Instant(milliseconds: seconds * 1_000))
        for row in try Row.fetchAll(db, sql: "SELECT id, cursor FROM accounts") {
            let account = AccountID(try UUID(row, at: 0))
            let cursor: Int64 = row[1]
            try beginLife(max(ChangeNumber.life(of: cursor) + 1, present), of: account, from: cursor, db)
        }
    }

    /// All of an account's numbers move by as much, so that their order stays. Returns the latest.
    @discardableResult
    private static func beginLife(
        _ life: Int64,
        of account: AccountID,
        from cursor: Int64,
        _ db: Database
    ) throws -> Int64 {
        let moved = ChangeNumber.number(cursor, inLife: life)
        for sql in [
            "UPDATE records SET cursor = cursor + ? WHERE account = ?",
            "UPDATE accounts SET cursor = cursor + ? WHERE id = ?",
        ] {
            try db.execute(sql: sql, arguments: [moved - cursor, account.blob])
        }
        return moved
    }
}
