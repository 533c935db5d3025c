import DaybookCore
import GRDB

extension SQLiteStorage {
    /// A number that is another after each commit of another process, and not after one of this process.
    ///
    /// It is read like a write, between the commits of others: so it waits for no more than one group, also while many
    /// write. A transaction that writes nothing costs no sync.
    static func version(through committer: GroupCommitter) async throws(StorageError) -> Int64 {
        try await committer.write { context in
            try Int64.fetchOne(context.db.cachedStatement(sql: "PRAGMA data_version")) ?? 0
        }
    }

    /// The numbers of the latest changes of some accounts, by one statement. Leaves out an account that is not there.
    static func cursors(of accounts: [AccountID], _ db: Database) throws -> [AccountID: Int64] {
        let places = Array(repeating: "?", count: accounts.count).joined(separator: ",")
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT id, epoch * \(AccountNumbers.epochSize) + cursor FROM accounts
                WHERE id IN (\(places)) AND erasing = 0
                """,
            arguments: StatementArguments(accounts.map(\.blob))
        )
        var cursors: [AccountID: Int64] = [:]
        while let row = try rows.next() { cursors[AccountID(try UUID(row, at: 0))] = row[1] }
        return cursors
    }
}
