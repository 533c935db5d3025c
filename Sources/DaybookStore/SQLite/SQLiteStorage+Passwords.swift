import DaybookCore
import GRDB

extension SQLiteStorage {
    func replaceHash(of id: AccountID, from current: String, to new: String) async throws(StorageError) -> Bool {
        try await committer.write(for: .account(id)) { context in
            try context.db.cachedStatement(sql: "UPDATE accounts SET password = ? WHERE id = ? AND password = ?")
                .execute(arguments: [new, id.blob, current])
            return context.db.changesCount == 1
        }
    }

    func changePassword(of id: AccountID, _ change: PasswordChange) async throws(StorageError) -> Bool {
        try await committer.write(for: .account(id)) { context in
            let db = context.db
            // The session is checked first: a session that has ended meanwhile may not change the password.
            guard try Self.sessionExists(change.session, of: id, db) else { return false }
            try db.cachedStatement(
                sql: "UPDATE accounts SET password = ?, temporary = NULL WHERE id = ? AND password = ?"
            ).execute(arguments: [change.new, id.blob, change.current])
            guard db.changesCount == 1 else { return false }
            try Self.deleteSessions(of: id, but: change.session, db)
            if let token = change.token {
                try db.cachedStatement(sql: "UPDATE sessions SET token = ? WHERE id = ? AND account = ?")
                    .execute(arguments: [token.blob, change.session.blob, id.blob])
            }
            if let attempt = change.attempt { try Self.recordSuccess(attempt, of: id, db) }
            try Self.add(change.occasion.entry(.passwordChanged), to: id, db)
            return true
        }
    }

    func resetPassword(
        of id: AccountID,
        to hash: String,
        until: Instant,
        at: Instant
    ) async throws(StorageError) -> Bool {
        try await committer.write { context in
            let db = context.db
            try db.cachedStatement(sql: "UPDATE accounts SET password = ?, temporary = ? WHERE id = ? AND erasing = 0")
                .execute(arguments: [hash, until.milliseconds, id.blob])
            guard db.changesCount == 1 else { return false }
            try Self.deleteSessions(of: id, but: nil, db)
            try Self.add(ActivityEntry(.passwordReset, at: at, device: nil), to: id, db)
            return true
        }
    }

    // MARK: - Inside a transaction

    /// Throws ``StorageError/passwordChanged`` when the session of a proof has ended, or the account has another hash.
    static func check(_ proof: PasswordProof, of id: AccountID, _ db: Database) throws {
        let statement = try db.cachedStatement(sql: "SELECT 1 FROM accounts WHERE id = ? AND password = ?")
        guard try Self.sessionExists(proof.session, of: id, db),
            try Int.fetchOne(statement, arguments: [id.blob, proof.hash]) != nil
        else { throw StorageError.passwordChanged }
    }
}
