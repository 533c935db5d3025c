import DaybookCore
import GRDB

/// An account's numbers, as all code outside of the storage knows them.
///
/// A row stores the plain count of its change, and `accounts.epoch` the base of all of the account's numbers
/// (``ChangeNumber``). Numbers are composed where a value leaves the storage and split where one enters it, and nowhere
/// else. So an account begins another epoch by one write to one row, however many records it has.
struct AccountNumbers {
    /// The epoch that the account is in.
    let epoch: Int64
    /// The number of the latest change.
    let cursor: Int64
    /// The number of the latest entry of history. Entries have no epoch, because no device keeps them.
    let entry: Int64
    /// The greatest number of a change that was deleted for good; 0 before the first.
    let forgotten: Int64
    /// The number of records, and the bytes of records and history.
    let records: Int
    let bytes: Int

    /// The count that a row stores for a number of this epoch.
    func count(_ number: Int64) -> Int64 { number - ChangeNumber.base(ofEpoch: epoch) }

    /// The amount that one epoch adds to every number, for composing in SQL.
    static let epochSize = ChangeNumber.base(ofEpoch: 1)

    /// Reads the numbers of an account, all in one statement: each write begins with it. Throws ``StorageError/accountGone``.
    init(of account: AccountID, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: "SELECT epoch, cursor, entry, forgotten, records, bytes FROM accounts WHERE id = ? AND erasing = 0"
        )
        guard let numbers = try statement.first({ $0.add(account.uuid) }, Self.init(columns:)) else {
            throw StorageError.accountGone
        }
        self = numbers
    }

    private init(columns: Columns) {
        epoch = columns.int64(0)
        let base = ChangeNumber.base(ofEpoch: epoch)
        cursor = base + columns.int64(1)
        entry = columns.int64(2)
        let forgotten = columns.int64(3)
        self.forgotten = forgotten > 0 ? base + forgotten : 0
        records = columns.int(4)
        bytes = columns.int(5)
    }
}
