import DaybookCore
import GRDB

extension SQLiteStorage {
    /// The records of existing accounts. An account that is being erased does not exist for any reader.
    static let ownedRecords = "records JOIN accounts AS owner ON owner.id = records.account AND owner.erasing = 0"
    /// The number of a record of ``ownedRecords``, composed.
    static let recordNumber = "owner.epoch * \(AccountNumbers.epochSize) + records.cursor"

    func beginEpoch(of account: AccountID, below number: Int64, at moment: Instant) async throws(StorageError) {
        try await committer.write { context in
            let numbers = try AccountNumbers(of: account, context.db)
            guard numbers.cursor < number else { return }
            let epoch = max(ChangeNumber.epoch(of: number) + 1, ChangeNumber.epoch(at: moment))
            try context.db.cachedStatement(sql: "UPDATE accounts SET epoch = ? WHERE id = ?")
                .execute(arguments: [epoch, account.blob])
            context.noteMove(of: account, to: ChangeNumber.base(ofEpoch: epoch) + numbers.count(numbers.cursor))
        }
    }

    /// Begins another epoch of all accounts.
    static func beginEpochs(_ db: Database) throws {
        let seconds = try Int64.fetchOne(db, sql: "SELECT unixepoch('now')") ?? 0
        // A count beyond the size of an epoch is in a later epoch already.
        try db.execute(
            sql: "UPDATE accounts SET epoch = max(epoch + cursor / \(AccountNumbers.epochSize) + 1, ?)",
            arguments: [ChangeNumber.epoch(at: Instant(milliseconds: seconds * 1_000))]
        )
    }
}
