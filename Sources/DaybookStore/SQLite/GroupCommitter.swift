import GRDB
import Synchronization

/// Turns many small writes into few durable ones.
///
/// A commit costs a disk sync, which takes longer than all the work of a small write. Jobs that arrive during a commit
/// wait; then they share one transaction, and so one sync. Each job runs in its own savepoint, so that a job that fails
/// is undone alone, unless it can fail only before its first change (``WritePromises/changesLast``). Each job is acknowledged after COMMIT has returned and not before (S6).
///
/// Accounts share the writer's time (``FairQueue``). A group ends when its transaction has done so much work that other
/// jobs have waited long enough (``TransactionBudget``), or when the next job's owner has used so much more of the writer's
/// time than an owner in the group that this one should not wait for it. The waiting jobs are bounded in bytes; a job
/// beyond the bound is refused.
///
/// A single writer gains and loses nothing; sixty-four writers share the cost of one sync. PostgreSQL has the same
/// technique under the same name, group commit.
final class GroupCommitter: Sendable {
    /// The bytes that a small waiting job counts: the job and its caller.
    static let smallJob = 1 << 10

    /// An owner that has used this much more time than another does not join a group that the other waits for.
    private static let lead = Duration.milliseconds(1)

    private struct Waiting {
        let job: any PendingWrite
        let owner: WriteOwner
        let cost = CallCost.current
    }

    private typealias Queue = FairQueue<WriteOwner, Waiting>

    private struct State {
        var queue: Queue
        var isDraining = false
        var isClosed = false
    }

    private let pool: DatabasePool
    private let checkpointer: Checkpointer
    private let feed: CursorFeed
    private let signal: ReminderSignal
    private let sessions: RememberedSessions
    private let budget: TransactionBudget
    private let meter: BudgetMeter
    private let state: Mutex<State>

    /// Commits to a pool. After each commit it sends the accounts' new cursors to a feed and to the remembered sessions, and
    /// changed reminders to a signal.
    init(
        pool: DatabasePool,
        checkpointer: Checkpointer,
        feed: CursorFeed,
        signal: ReminderSignal,
        sessions: RememberedSessions,
        budgets: Budgets = Budgets(),
        meter: BudgetMeter = BudgetMeter(),
        stopwatch: @escaping TransactionBudget.Stopwatch = TransactionBudget.continuous
    ) {
        self.pool = pool
        self.checkpointer = checkpointer
        self.feed = feed
        self.signal = signal
        self.sessions = sessions
        self.meter = meter
        budget = TransactionBudget(budgets, stopwatch: stopwatch)
        let bounds = Queue.Bounds(
            total: budgets[.waitingBytes],
            each: budgets[.accountWaitingBytes]
        )
        state = Mutex(State(queue: Queue(bounds: bounds)))
    }

    /// Runs a job in a transaction and returns its result once that is on disk.
    ///
    /// The job may run more than once: when a whole transaction is lost, its jobs are retried one by one. It must use
    /// nothing but its context. `bytes` is roughly the memory that it holds while it waits. A job that continues an
    /// earlier job is not refused.
    ///
    /// Throws ``StorageError/crowded(_:)`` when too many bytes wait already.
    func write<Value: Sendable>(
        for owner: WriteOwner = .system,
        bytes: Int = GroupCommitter.smallJob,
        isContinuation: Bool = false,
        promises: WritePromises = [],
        _ job: @escaping @Sendable (inout WriteContext) throws -> Value
    ) async throws(StorageError) -> Value {
        let isAlwaysTaken = isContinuation || owner == .system
        let result = await withCheckedContinuation { continuation in
            enqueue(WriteJob(promises, job, continuation), of: owner, bytes: bytes, always: isAlwaysTaken)
        }
        return try result.get()
    }

    /// The number of jobs that wait for the next group.
    var waitingCount: Int { state.withLock { $0.queue.count } }

    /// Accepts no more jobs, and returns when all accepted jobs are done.
    func close() async {
        state.withLock { $0.isClosed = true }
        await withCheckedContinuation { continuation in
            pool.asyncWriteWithoutTransaction { _ in continuation.resume() }
        }
    }

    private func enqueue(_ job: any PendingWrite, of owner: WriteOwner, bytes: Int, always: Bool) {
        do throws(StorageError) {
            if try put(job, of: owner, bytes: bytes, always: always) {
                pool.asyncWriteWithoutTransaction { [self] db in drain(db) }
            }
        } catch {
            if case .crowded(let budget) = error { meter.refused(budget) }
            job.finish(error)
        }
    }

    /// Puts a job into the queue. True when the caller has to start emptying it.
    private func put(_ job: any PendingWrite, of owner: WriteOwner, bytes: Int, always: Bool) throws(StorageError)
        -> Bool
    {
        try state.withLock { state throws(StorageError) in
            if state.isClosed { throw .closed }
            do throws(Queue.Refusal) {
                try state.queue.append(
                    Waiting(job: job, owner: owner),
                    of: owner,
                    weight: max(bytes, Self.smallJob),
                    always: always
                )
            } catch {
                throw .crowded(error == .total ? .waitingBytes : .accountWaitingBytes)
            }
            meter.use(.waitingBytes, state.queue.weight)
            defer { state.isDraining = true }
            return !state.isDraining
        }
    }

    /// Commits groups until the queue is empty. Runs on the writer's thread.
    private func drain(_ db: Database) {
        while let first = first() {
            commit(startingWith: first, db)
            checkpointer.step(db)
        }
    }

    /// The first job of the next group. Nil when none waits, and then the queue counts as emptied.
    private func first() -> Waiting? {
        state.withLock { state in
            let job = state.queue.next()
            if job == nil { state.isDraining = false }
            meter.use(.waitingBytes, state.queue.weight)
            return job
        }
    }

    /// The next job for a group whose last job is `last`. Nil when none waits, or when its owner has used too much more
    /// than `least`, the virtual time of the group's owner that has used the least.
    private func next(after last: WriteOwner, least: inout Duration?) -> Waiting? {
        state.withLock { state in
            if let start = state.queue.start(of: last) { least = min(least ?? start, start) }
            guard let turn = state.queue.nextTurn() else { return nil }
            if turn.key != last, let least, turn.start - least > Self.lead { return nil }
            defer { meter.use(.waitingBytes, state.queue.weight) }
            return state.queue.next()
        }
    }

    /// Commits a job together with waiting jobs, as many as a transaction may take.
    private func commit(startingWith first: Waiting, _ db: Database) {
        var group = [first.job]
        do {
            var failures: [StorageError?] = []
            try transaction(db) { context in
                failures.append(try run(first, &context))
                var (last, least) = (first.owner, Duration?.none)
                while !context.meter.isUsedUp, let waiting = next(after: last, least: &least) {
                    group.append(waiting.job)
                    failures.append(try run(waiting, &context))
                    last = waiting.owner
                }
            }
            for (job, failure) in zip(group, failures) { job.finish(failure) }
        } catch {
            retry(group, db, after: StorageError(error))
        }
    }

    /// Runs one transaction, and then reports its changes. Throws when the transaction is lost.
    private func transaction(_ db: Database, _ work: (inout WriteContext) throws -> Void) throws {
        var movesReminders = false
        var moved: [AccountID: Int64?] = [:]
        var kept: LogState.Moment?
        var log: LogFrames.Log?
        defer { log?.commitEnded() }
        try db.inTransaction(.immediate) {
            let start = sessions.present
            var context = try WriteContext(db, TransactionMeter(budget))
            try work(&context)
            try context.saveClock()
            if !context.changesSessions { kept = start }
            (moved, movesReminders) = (context.moved, context.movesReminders)
            log = LogFrames.log(of: db)
            log?.commitBegan()
            return .commit
        }
        if let kept { sessions.follow(kept, cursors: moved) }
        for (account, cursor) in moved {
            if let cursor { feed.publish(cursor, of: account) } else { feed.end(account) }
        }
        if movesReminders { signal.raise() }
    }

    /// Runs a job and charges its owner for the time.
    private func run(_ waiting: Waiting, _ context: inout WriteContext) throws -> StorageError? {
        let start = budget.stopwatch()
        defer {
            let time = budget.stopwatch() - start
            waiting.cost?.add(time)
            state.withLock { $0.queue.charge(waiting.owner, for: time) }
        }
        return try run(waiting.job, &context)
    }

    private func run(_ job: any PendingWrite, _ context: inout WriteContext) throws -> StorageError? {
        let db = context.db
        context.meter.add(rows: 1)
        if !job.promises.contains(.keepsSessions) { context.noteSessions() }
        if job.promises.contains(.changesLast) { return try runLast(job, &context) }
        try db.cachedStatement(sql: "SAVEPOINT job").run()
        do {
            try job.perform(&context)
            try db.cachedStatement(sql: "RELEASE job").run()
            return nil
        } catch {
            // After a full disk or a failed read SQLite may have rolled back everything; then there is no savepoint to
            // return to.
            guard db.isInsideTransaction else { throw error }
            try db.cachedStatement(sql: "ROLLBACK TO job").run()
            try db.cachedStatement(sql: "RELEASE job").run()
            return StorageError(error)
        }
    }

    /// Runs a job that needs no savepoint.
    private func runLast(_ job: any PendingWrite, _ context: inout WriteContext) throws -> StorageError? {
        let (db, start) = (context.db, context.db.totalChangesCount)
        do {
            try job.perform(&context)
            return nil
        } catch {
            // After a change the transaction is lost, and its jobs are retried one by one.
            guard db.isInsideTransaction, db.totalChangesCount == start else { throw error }
            return StorageError(error)
        }
    }

    /// Retries the jobs of a lost group one by one, so that one large write on an almost full disk does not make small
    /// writes fail with it.
    private func retry(_ group: [any PendingWrite], _ db: Database, after error: StorageError) {
        guard group.count > 1 else {
            for job in group { job.finish(error) }
            return
        }
        for job in group {
            do {
                var failure: StorageError?
                try transaction(db) { failure = try run(job, &$0) }
                job.finish(failure)
            } catch {
                job.finish(StorageError(error))
            }
        }
    }
}
