import DaybookCore
import GRDB

extension SQLiteStorage {
    /// A number that changes with each commit of another process, and not with a commit of this process.
    ///
    /// The read runs like a write, between two commits: so it waits for at most one group, even under load. A
    /// transaction that writes nothing costs no sync.
    static func version(through committer: GroupCommitter) async throws(StorageError) -> Int64 {
        try await committer.write { context in
            try Int64.fetchOne(context.db.cachedStatement(sql: "PRAGMA data_version")) ?? 0
        }
    }

    /// The numbers of the latest changes of some accounts, read by one statement. Leaves out an account that does not
    /// exist.
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
