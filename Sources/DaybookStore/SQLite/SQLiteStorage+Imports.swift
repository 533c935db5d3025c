import DaybookCore
import GRDB

extension SQLiteStorage {
    func isImporting(_ account: AccountID) async throws(StorageError) -> Bool {
        try readStatement { db in
            let statement = try db.cachedStatement(sql: "SELECT importing FROM accounts WHERE id = ? AND erasing = 0")
            return try Bool.fetchOne(statement, arguments: [account.blob]) ?? false
        }
    }

    func beginImport(into account: AccountID) async throws(StorageError) {
        try await committer.write(for: .account(account)) { context in
            try Self.setImporting(true, account, context.db)
        }
    }

    func endImport(into account: AccountID, _ entry: ActivityEntry) async throws(StorageError) {
        try await committer.write(for: .account(account), isContinuation: true) { context in
            try Self.setImporting(false, account, context.db)
            try Self.add(entry, to: account, context.db)
        }
    }

    // MARK: - Inside a transaction

    private static func setImporting(_ isImporting: Bool, _ account: AccountID, _ db: Database) throws {
        try db.cachedStatement(sql: "UPDATE accounts SET importing = ? WHERE id = ? AND erasing = 0")
            .execute(arguments: [isImporting, account.blob])
        if db.changesCount == 0 { throw StorageError.accountGone }
    }
}
