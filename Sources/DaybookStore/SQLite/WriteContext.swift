import DaybookCore
import GRDB

/// The context of a write job: the writer's connection inside a transaction, and the installation's clock.
struct WriteContext {
    let db: Database
    /// The work of the transaction so far, of all of its jobs.
    var meter: TransactionMeter
    /// Greater than every stamp in the database.
    private(set) var clock: Clock
    private var latest: Stamp?
    private var isLatestWritten = true
    /// Whether something may be due earlier than what was known.
    private(set) var movesReminders = false
    /// The latest numbers of accounts that moved, told after the commit; nil for a deleted account.
    private(set) var moved: [AccountID: Int64?] = [:]

    /// Reads the clock's state. It lives in the database and not in the process, so that several processes on one
    /// database never make one stamp twice.
    init(_ db: Database, _ meter: TransactionMeter) throws {
        self.db = db
        self.meter = meter
        let statement = try db.cachedStatement(sql: "SELECT device, latest FROM installation")
        guard let row = try Row.fetchOne(statement), let device = UInt64(row[0] as String, radix: 16) else {
            throw StorageError.failed("the installation has no identity")
        }
        latest = (row[1] as String?).flatMap { Stamp($0) }
        clock = Clock(device: device, last: latest)
    }

    /// Undoes what the present job has written so far. The job goes on, and has written nothing.
    func undo() throws { try db.cachedStatement(sql: "ROLLBACK TO job").execute() }

    /// Takes back what a writer knows of time after its job has worked, and how far its account has come.
    mutating func adopt(_ writer: AccountWriter, of account: AccountID) {
        if writer.hasMoved { moved[account] = .some(writer.cursor) }
        clock = writer.clock
        guard let stamp = writer.latest, latest.map({ $0 < stamp }) ?? true else { return }
        latest = stamp
        isLatestWritten = false
    }

    /// Notes that an account's latest change has another number.
    mutating func noteMove(of account: AccountID, to cursor: Int64) { moved[account] = .some(cursor) }

    /// Notes that an account is there no more, so that nobody goes on listening to it.
    mutating func noteDeletion(of account: AccountID) { moved[account] = .some(nil) }

    /// Notes that a reminder may be due earlier than known, for the scheduler.
    mutating func noteReminders() { movesReminders = true }

    /// Writes the clock's state when it has moved.
    mutating func saveClock() throws {
        guard !isLatestWritten, let latest else { return }
        try db.cachedStatement(sql: "UPDATE installation SET latest = ?").execute(arguments: [latest.description])
        isLatestWritten = true
    }
}
