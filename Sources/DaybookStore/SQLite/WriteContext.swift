import DaybookCore
import GRDB

/// The context of a write job: the writer's connection inside a transaction, and the installation's clock.
struct WriteContext {
    let db: Database
    /// The work of the transaction so far, by all of its jobs.
    var meter: TransactionMeter
    /// Greater than every stamp in the database.
    private(set) var clock: Clock
    private var latest: Stamp?
    private var isLatestWritten = true
    /// Whether something may be due earlier than the known next delivery.
    private(set) var movesReminders = false
    /// Whether anything may have changed that a session shows, other than the cursors of `moved`.
    private(set) var changesSessions = false
    /// The latest numbers of accounts with changes, reported after the commit; nil for a deleted account.
    private(set) var moved: [AccountID: Int64?] = [:]

    /// Reads the clock's state. It is kept in the database and not in the process, so that several processes on one
    /// database never make the same stamp.
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

    /// Undoes all writes of the present job, which must not have promised ``WritePromises/changesLast``. The job continues as if it had
    /// written nothing.
    func undo() throws { try db.cachedStatement(sql: "ROLLBACK TO job").run() }

    /// Takes over the clock of a writer after its work, and the account's new number.
    mutating func adopt(_ writer: AccountWriter, of account: AccountID) {
        if writer.hasMoved { moved[account] = .some(writer.cursor) }
        clock = writer.clock
        guard let stamp = writer.latest, latest.map({ $0 < stamp }) ?? true else { return }
        latest = stamp
        isLatestWritten = false
    }

    /// Notes that an account's latest change has another number.
    mutating func noteMove(of account: AccountID, to cursor: Int64) { moved[account] = .some(cursor) }

    /// Notes that an account was deleted, so that its listeners end.
    mutating func noteDeletion(of account: AccountID) { moved[account] = .some(nil) }

    /// Notes that a reminder may be due earlier than known, for the scheduler.
    mutating func noteReminders() { movesReminders = true }

    /// Notes that something may have changed that a session shows.
    mutating func noteSessions() { changesSessions = true }

    /// Saves the clock's state when it has advanced.
    mutating func saveClock() throws {
        guard !isLatestWritten, let latest else { return }
        try db.cachedStatement(sql: "UPDATE installation SET latest = ?").run { $0.add(latest.description) }
        isLatestWritten = true
    }
}
