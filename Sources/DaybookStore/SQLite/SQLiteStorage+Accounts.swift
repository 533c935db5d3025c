import DaybookCore
import GRDB

extension SQLiteStorage {
    static let accountColumns = "id, name, mobile, email, password, created, temporary"

    func createAccount(
        _ account: StoredAccount,
        session: NewSession,
        replacing old: TokenHash?,
        attempt: AttemptSuccess?
    ) async throws(StorageError) {
        try await committer.write(for: .counted(under: attempt?.attempt?.others.first?.key)) { context in
            let taken = try Self.taken(email: account.email, mobile: account.mobile, except: nil, context.db)
            if !taken.isEmpty { throw StorageError.taken(taken) }
            let statement = try context.db.cachedStatement(
                sql: "INSERT INTO accounts (\(Self.accountColumns)) VALUES (?, ?, ?, ?, ?, ?, ?)"
            )
            try statement.execute(arguments: [
                account.id.blob, account.name, account.mobile, account.email, account.passwordHash,
                account.createdAt.milliseconds, account.temporaryUntil?.milliseconds,
            ])
            try Self.insert(session, context.db)
            if let old { try Self.replace(old, by: account.id, on: session.session.occasion, context.db) }
            try Self.add(session.session.occasion.entry(.signedUp), to: account.id, context.db)
            if let attempt { try Self.recordSuccess(attempt, of: account.id, context.db) }
        }
    }

    func account(_ id: AccountID) async throws(StorageError) -> StoredAccount? {
        try readStatement { db in try Self.account(id, db) }
    }

    func account(login: Login) async throws(StorageError) -> StoredAccount? {
        let (column, value) =
            switch login {
            case .email(let email): ("email", email)
            case .mobile(let mobile): ("mobile", mobile)
            }
        // SQLite would compare only what is before a zero byte. Attempts count for the whole text (A8).
        if value.utf8.contains(0) { return nil }
        return try readStatement { db in
            let sql = "SELECT \(Self.accountColumns) FROM accounts WHERE \(column) = ? AND erasing = 0"
            return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [value]).map(StoredAccount.init(row:))
        }
    }

    func updateAccount(
        _ id: AccountID,
        _ change: AccountChange,
        on occasion: Occasion
    ) async throws(StorageError) -> StoredAccount {
        try await committer.write(for: .account(id)) { context in
            if let proof = change.proof { try Self.check(proof, of: id, context.db) }
            // An empty number takes the account's number away (A3).
            let mobile = change.mobile.flatMap { $0.isEmpty ? nil : $0 }
            let taken = try Self.taken(email: change.email, mobile: mobile, except: id, context.db)
            if !taken.isEmpty { throw StorageError.taken(taken) }
            let statement = try context.db.cachedStatement(
                sql: """
                    UPDATE accounts SET name = coalesce(?, name), mobile = nullif(coalesce(?, mobile), ''),
                        email = coalesce(?, email) WHERE id = ?
                    """
            )
            try statement.execute(arguments: [change.name, change.mobile, change.email, id.blob])
            guard let account = try Self.account(id, context.db) else { throw StorageError.accountGone }
            if let attempt = change.attempt { try Self.recordSuccess(attempt, of: id, context.db) }
            try Self.add(occasion.entry(.detailsChanged), to: id, context.db)
            return account
        }
    }

    func usage(of id: AccountID) async throws(StorageError) -> AccountUsage? {
        try readStatement { db in try Self.usage(of: id, db) }
    }

    // MARK: - Inside a transaction

    /// The counts in an account's row; nil when there is no account.
    static func usage(of id: AccountID, _ db: Database) throws -> AccountUsage? {
        let statement = try db.cachedStatement(
            sql: "SELECT records, bytes, photos, photo_bytes FROM accounts WHERE id = ? AND erasing = 0"
        )
        return try Row.fetchOne(statement, arguments: [id.blob]).map { row in
            AccountUsage(records: row[0], bytes: row[1], photos: PhotoUsage(count: row[2], bytes: row[3]))
        }
    }

    private static func account(_ id: AccountID, _ db: Database) throws -> StoredAccount? {
        let statement = try db.cachedStatement(
            sql: "SELECT \(accountColumns) FROM accounts WHERE id = ? AND erasing = 0"
        )
        return try Row.fetchOne(statement, arguments: [id.blob]).map(StoredAccount.init(row:))
    }

    /// The fields that another account already uses. All are checked, so that a form can show all of them (A7).
    private static func taken(
        email: String?,
        mobile: String?,
        except id: AccountID?,
        _ db: Database
    ) throws -> Set<AccountField> {
        var taken: Set<AccountField> = []
        for (field, value) in [(AccountField.email, email), (.mobile, mobile)] {
            guard let value else { continue }
            let statement = try db.cachedStatement(sql: "SELECT id FROM accounts WHERE \(field.rawValue) = ?")
            let owner = try Row.fetchOne(statement, arguments: [value]).map { AccountID(try UUID($0, at: 0)) }
            if owner != nil && owner != id { taken.insert(field) }
        }
        return taken
    }
}

extension StoredAccount {
    /// An account from a row with the columns above.
    init(row: Row) throws {
        self.init(
            id: AccountID(try UUID(row, at: 0)),
            name: row[1],
            mobile: row[2],
            email: row[3],
            passwordHash: row[4],
            createdAt: Instant(milliseconds: row[5]),
            temporaryUntil: Instant(row, at: 6)
        )
    }
}

extension Instant {
    /// The moment in a column, or nil for NULL.
    init?(_ row: Row, at index: Int) {
        guard let milliseconds: Int64 = row[index] else { return nil }
        self.init(milliseconds: milliseconds)
    }
}
