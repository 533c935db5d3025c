import DaybookCore
import GRDB

extension SQLiteStorage {
    func activity(of account: AccountID, limit: Int) async throws(StorageError) -> [ActivityEntry] {
        try readStatement { db in
            let statement = try db.cachedStatement(
                sql: "SELECT at, kind, device FROM activity WHERE account = ? ORDER BY id DESC LIMIT ?"
            )
            return try Row.fetchAll(statement, arguments: [account.blob, limit]).map(ActivityEntry.init(row:))
        }
    }

    func addActivity(_ entry: ActivityEntry, to account: AccountID) async throws(StorageError) {
        try await committer.write(for: .account(account)) { context in
            _ = try AccountNumbers(of: account, context.db)
            try Self.add(entry, to: account, context.db)
        }
    }

    // MARK: - Inside a transaction

    static func add(_ entry: ActivityEntry, to account: AccountID, _ db: Database) throws {
        try db.cachedStatement(sql: "INSERT INTO activity (account, at, kind, device) VALUES (?, ?, ?, ?)")
            .execute(arguments: [account.blob, entry.at.milliseconds, entry.kind.rawValue, entry.device])
        try db.cachedStatement(
            sql: """
                DELETE FROM activity WHERE account = ?1 AND id <=
                    (SELECT id FROM activity WHERE account = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)
                """
        ).execute(arguments: [account.blob, ActivityEntry.kept])
    }

    /// Adds an entry about a wait that wrong passwords began, unless there is a recent one. Returns the entry's number.
    static func addBlocked(at now: Instant, device: String?, to account: AccountID, _ db: Database) throws -> Int64? {
        let latest = try db.cachedStatement(
            sql: "SELECT at FROM activity WHERE account = ? AND kind = ? ORDER BY id DESC LIMIT 1"
        )
        let kind = ActivityKind.signInBlocked
        if let at = try Int64.fetchOne(latest, arguments: [account.blob, kind.rawValue]),
            now < Instant(milliseconds: at).advanced(by: ActivityEntry.blockedEvery)
        {
            return nil
        }
        try add(ActivityEntry(kind, at: now, device: device), to: account, db)
        return db.lastInsertedRowID
    }
}

extension ActivityEntry {
    fileprivate init(row: Row) throws {
        guard let kind = ActivityKind(rawValue: row[1]) else {
            throw StorageError.failed("an activity of an unknown kind")
        }
        self.init(kind, at: Instant(milliseconds: row[0]), device: row[2])
    }
}
