import DaybookCore
import GRDB

extension SQLiteStorage {
    private static let sessionColumns = "id, account, device, created, used"

    func createSession(
        _ session: NewSession,
        replacing old: TokenHash?,
        attempt: AttemptSuccess?
    ) async throws(StorageError) {
        let most = budgets[.accountSessions]
        try await committer.write(for: .account(session.session.account)) { context in
            let (account, occasion) = (session.session.account, session.session.occasion)
            _ = try AccountNumbers(of: account, context.db)
            try Self.insert(session, context.db)
            if let hash = session.provenBy, try !Self.isPassword(hash, of: account, context.db) {
                throw StorageError.passwordChanged
            }
            if let old { try Self.replace(old, by: account, on: occasion, context.db) }
            // After the replacement, which may have made the room.
            try Self.endUnused(of: account, keeping: most, with: session.token, context.db)
            try Self.add(occasion.entry(.signedIn), to: account, context.db)
            if let attempt { try Self.recordSuccess(attempt, of: account, context.db) }
        }
    }

    func session(token: TokenHash) async throws(StorageError) -> OpenSession? {
        do {
            return try rememberedSessions.session(of: token) {
                try connections.points.read { db in try Self.session(of: token, db) }
            }
        } catch {
            throw StorageError(error)
        }
    }

    private static func session(of token: TokenHash, _ db: Database) throws -> OpenSession? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT s.id, s.account, s.device, s.created, s.used,
                    a.epoch * \(AccountNumbers.epochSize) + a.cursor, a.temporary, a.limits
                FROM sessions s JOIN accounts a ON a.id = s.account AND a.erasing = 0 WHERE s.token = ?
                """
        )
        return try statement.first({ $0.add(token) }) { columns in
            OpenSession(
                session: try StoredSession(columns: columns),
                cursor: columns.int64(5),
                temporaryUntil: columns.int64IfAny(6).map { Instant(milliseconds: $0) },
                limits: columns.text(7).flatMap(Limits.Choice.init(rawValue:))
            )
        }
    }

    func touchSession(_ id: SessionID, of account: AccountID, at: Instant) async throws(StorageError) {
        try await committer.write(for: .account(account)) { context in
            try context.db.cachedStatement(sql: "UPDATE sessions SET used = ? WHERE id = ? AND account = ?")
                .execute(arguments: [at.milliseconds, id.blob, account.blob])
        }
    }

    func sessions(of account: AccountID) async throws(StorageError) -> [StoredSession] {
        try readStatement { db in
            let statement = try db.cachedStatement(
                sql: "SELECT \(Self.sessionColumns) FROM sessions WHERE account = ? ORDER BY used DESC, id"
            )
            return try Row.fetchAll(statement, arguments: [account.blob]).map(StoredSession.init(row:))
        }
    }

    func renameSession(
        _ id: SessionID,
        of account: AccountID,
        to device: String
    ) async throws(StorageError) -> Bool {
        try await committer.write(for: .account(account)) { context in
            try context.db.cachedStatement(sql: "UPDATE sessions SET device = ? WHERE id = ? AND account = ?")
                .execute(arguments: [device, id.blob, account.blob])
            return context.db.changesCount == 1
        }
    }

    func deleteSession(
        _ id: SessionID,
        of account: AccountID,
        _ end: SessionEnd
    ) async throws(StorageError) -> Bool {
        try await committer.write(for: .account(account)) { context in
            try context.db.cachedStatement(sql: "DELETE FROM sessions WHERE id = ? AND account = ?")
                .execute(arguments: [id.blob, account.blob])
            guard context.db.changesCount == 1 else { return false }
            if let entry = end.entry { try Self.add(entry, to: account, context.db) }
            return true
        }
    }

    func deleteSessions(
        of account: AccountID,
        but kept: SessionID,
        on occasion: Occasion
    ) async throws(StorageError) {
        try await committer.write(for: .account(account)) { context in
            try Self.deleteSessions(of: account, but: kept, context.db)
            guard context.db.changesCount > 0 else { return }
            try Self.add(occasion.entry(.otherSessionsEnded), to: account, context.db)
        }
    }

    // MARK: - Inside a transaction

    static func insert(_ new: NewSession, _ db: Database) throws {
        let session = new.session
        try db.cachedStatement(
            sql: "INSERT INTO sessions (token, \(sessionColumns)) VALUES (?, ?, ?, ?, ?, ?)"
        ).execute(arguments: [
            new.token.blob, session.id.blob, session.account.blob, session.device,
            session.createdAt.milliseconds, session.lastUsedAt.milliseconds,
        ])
    }

    /// The most sessions that end for a new one. An account that has too many loses them little by little.
    private static let sessionsEnded = 20

    /// Ends the sessions that were used longest ago until there are `most`. The session of `new` stays, even if the clock
    /// was set back and all others were used later.
    private static func endUnused(
        of account: AccountID,
        keeping most: Int,
        with new: TokenHash,
        _ db: Database
    ) throws {
        try db.cachedStatement(
            sql: """
                DELETE FROM sessions WHERE token IN
                    (SELECT token FROM sessions WHERE account = ? AND token <> ?
                    ORDER BY used DESC, created DESC LIMIT ? OFFSET ?)
                """
        ).execute(arguments: [account.blob, new.blob, sessionsEnded, most - 1])
    }

    private static func isPassword(_ hash: String, of account: AccountID, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT 1 FROM accounts WHERE id = ? AND password = ?")
        return try Int.fetchOne(statement, arguments: [account.blob, hash]) != nil
    }

    static func sessionExists(_ id: SessionID, of account: AccountID, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT 1 FROM sessions WHERE id = ? AND account = ?")
        return try Int.fetchOne(statement, arguments: [id.blob, account.blob]) != nil
    }

    static func deleteSessions(of account: AccountID, but kept: SessionID?, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM sessions WHERE account = ? AND id IS NOT ?")
            .execute(arguments: [account.blob, kept?.blob])
    }

    /// Ends the session that a browser had before. If it was another person's, the end is written to that person's
    /// activity.
    static func replace(
        _ token: TokenHash,
        by account: AccountID,
        on occasion: Occasion,
        _ db: Database
    ) throws {
        let statement = try db.cachedStatement(sql: "SELECT account FROM sessions WHERE token = ?")
        guard let row = try Row.fetchOne(statement, arguments: [token.blob]) else { return }
        let owner = AccountID(try UUID(row, at: 0))
        try db.cachedStatement(sql: "DELETE FROM sessions WHERE token = ?").execute(arguments: [token.blob])
        if owner != account { try add(occasion.entry(.signedOut), to: owner, db) }
    }
}

extension StoredSession {
    /// The same from columns of a statement.
    init(columns: Columns) throws {
        self.init(
            id: SessionID(try columns.uuid(0)),
            account: AccountID(try columns.uuid(1)),
            device: columns.text(2) ?? "",
            createdAt: Instant(milliseconds: columns.int64(3)),
            lastUsedAt: Instant(milliseconds: columns.int64(4))
        )
    }

    /// A session from a row with the columns above.
    init(row: Row) throws {
        self.init(
            id: SessionID(try UUID(row, at: 0)),
            account: AccountID(try UUID(row, at: 1)),
            device: row[2],
            createdAt: Instant(milliseconds: row[3]),
            lastUsedAt: Instant(milliseconds: row[4])
        )
    }
}
