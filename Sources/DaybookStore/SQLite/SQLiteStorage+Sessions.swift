import DaybookCore
import GRDB

extension SQLiteStorage {
    private static let sessionColumns = "id, account, device, created, used"

    func createSession(_ session: NewSession) async throws(StorageError) {
        try await committer.write { context in
            do {
                try Self.insert(session, context.db)
            } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY {
                throw StorageError.accountGone
            }
        }
    }

    func session(token: TokenHash) async throws(StorageError) -> OpenSession? {
        try readHere { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT s.id, s.account, s.device, s.created, s.used, a.cursor
                    FROM sessions s JOIN accounts a ON a.id = s.account WHERE s.token = ?
                    """
            )
            return try Row.fetchOne(statement, arguments: [token.blob]).map { row in
                OpenSession(session: try StoredSession(row: row), cursor: row[5])
            }
        }
    }

    func touchSession(_ id: SessionID, of account: AccountID, at: Instant) async throws(StorageError) {
        try await committer.write { context in
            try context.db.cachedStatement(sql: "UPDATE sessions SET used = ? WHERE id = ? AND account = ?")
                .execute(arguments: [at.milliseconds, id.blob, account.blob])
        }
    }

    func sessions(of account: AccountID) async throws(StorageError) -> [StoredSession] {
        try readHere { db in
            let statement = try db.cachedStatement(
                sql: "SELECT \(Self.sessionColumns) FROM sessions WHERE account = ? ORDER BY used DESC, id"
            )
            return try Row.fetchAll(statement, arguments: [account.blob]).map(StoredSession.init(row:))
        }
    }

    func deleteSession(_ id: SessionID, of account: AccountID) async throws(StorageError) -> Bool {
        try await committer.write { context in
            try context.db.cachedStatement(sql: "DELETE FROM sessions WHERE id = ? AND account = ?")
                .execute(arguments: [id.blob, account.blob])
            return context.db.changesCount == 1
        }
    }

    static func insert(_ new: NewSession, _ db: Database) throws {
        let session = new.session
        try db.cachedStatement(
            sql: "INSERT INTO sessions (token, \(sessionColumns)) VALUES (?, ?, ?, ?, ?, ?)"
        ).execute(arguments: [
            new.token.blob, session.id.blob, session.account.blob, session.device,
            session.createdAt.milliseconds, session.lastUsedAt.milliseconds,
        ])
    }
}

extension StoredSession {
    fileprivate init(row: Row) throws {
        self.init(
            id: SessionID(try UUID(row, at: 0)),
            account: AccountID(try UUID(row, at: 1)),
            device: row[2],
            createdAt: Instant(milliseconds: row[3]),
            lastUsedAt: Instant(milliseconds: row[4])
        )
    }
}
