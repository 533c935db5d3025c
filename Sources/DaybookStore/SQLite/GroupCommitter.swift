import GRDB
import Synchronization

/// Turns many small writes into few durable ones.
///
/// A commit costs a disk sync, which takes longer than all the work of a small write. While one commit is under way the
/// jobs that arrive wait; they then share one transaction, and so one sync. Each job runs in a savepoint of its own, so
/// that one which fails is undone alone, and each is acknowledged after COMMIT has returned and not before (S6).
///
/// Accounts share the writer's time (``FairQueue``), and a group ends when its transaction has done so much that others
/// have waited long enough (``TransactionBudget``). The waiting jobs are bounded in bytes; a job
/// beyond the bound is refused.
///
/// A single writer gains nothing and loses nothing; sixty-four pay for one sync together. PostgreSQL calls the same
/// thing group commit.
final class GroupCommitter: Sendable {
    /// The bytes that a small job counts while it waits: the job and its caller.
    static let smallJob = 1 << 10

    private struct Waiting {
        let job: any PendingWrite
        let owner: WriteOwner
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
    private let budget: TransactionBudget
    private let meter: BudgetMeter
    private let state: Mutex<State>

    /// Commits to a pool, and tells a feed how far accounts have come by it, and a signal that reminders have moved.
    init(
        pool: DatabasePool,
        checkpointer: Checkpointer,
        feed: CursorFeed,
        signal: ReminderSignal,
        budgets: Budgets = Budgets(),
        meter: BudgetMeter = BudgetMeter(),
        stopwatch: @escaping TransactionBudget.Stopwatch = TransactionBudget.continuous
    ) {
        self.pool = pool
        self.checkpointer = checkpointer
        self.feed = feed
        self.signal = signal
        self.meter = meter
        budget = TransactionBudget(budgets, stopwatch: stopwatch)
        let bounds = Queue.Bounds(
            total: budgets[.waitingBytes],
            each: budgets[.accountWaitingBytes]
        )
        state = Mutex(State(queue: Queue(bounds: bounds)))
    }

    /// Runs a job in some transaction and returns its result once that is on disk.
    ///
    /// The job may run more than once: when a whole transaction is lost, its jobs are tried again one by one. It must
    /// do nothing but use its context. `bytes` is about what it holds while it waits. A job that goes on with what another
    /// has begun is not refused.
    ///
    /// Throws ``StorageError/crowded(_:)`` when too much waits already.
    func write<Value: Sendable>(
        for owner: WriteOwner = .system,
        bytes: Int = GroupCommitter.smallJob,
        isContinuation: Bool = false,
        _ job: @escaping @Sendable (inout WriteContext) throws -> Value
    ) async throws(StorageError) -> Value {
        let isAlwaysTaken = isContinuation || owner == .system
        let result = await withCheckedContinuation { continuation in
            enqueue(WriteJob(job, continuation), of: owner, bytes: bytes, always: isAlwaysTaken)
        }
        return try result.get()
    }

    /// The number of jobs that wait for the next group.
    var waitingCount: Int { state.withLock { $0.queue.count } }

    /// Takes no more jobs, and returns after all that were taken are done.
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

    /// Puts a job into the queue. True when somebody has to start to empty it.
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

    /// Commits groups until nobody waits. Runs on the writer's own thread.
    private func drain(_ db: Database) {
        while let first = next(endsDraining: true) {
            commit(startingWith: first, db)
            checkpointer.step(db)
        }
    }

    /// The job whose turn it is.
    private func next(endsDraining: Bool) -> Waiting? {
        state.withLock { state in
            let job = state.queue.next()
            if job == nil, endsDraining { state.isDraining = false }
            meter.use(.waitingBytes, state.queue.weight)
            return job
        }
    }

    /// Commits a job together with those that wait, as many as a transaction may take.
    private func commit(startingWith first: Waiting, _ db: Database) {
        var group = [first.job]
        do {
            var failures: [StorageError?] = []
            try transaction(db) { context in
                failures.append(try run(first, &context))
                while !context.meter.isUsedUp, let waiting = next(endsDraining: false) {
                    group.append(waiting.job)
                    failures.append(try run(waiting, &context))
                }
            }
            for (job, failure) in zip(group, failures) { job.finish(failure) }
        } catch {
            retry(group, db, after: StorageError(error))
        }
    }

    /// One transaction, and after it what others are told. Throws when it is lost.
    private func transaction(_ db: Database, _ work: (inout WriteContext) throws -> Void) throws {
        var movesReminders = false
        var moved: [AccountID: Int64?] = [:]
        try db.inTransaction(.immediate) {
            var context = try WriteContext(db, TransactionMeter(budget))
            try work(&context)
            try context.saveClock()
            (moved, movesReminders) = (context.moved, context.movesReminders)
            return .commit
        }
        for (account, cursor) in moved {
            if let cursor { feed.tell(cursor, of: account) } else { feed.end(account) }
        }
        if movesReminders { signal.tell() }
    }

    /// Runs a job and charges its owner for the time.
    private func run(_ waiting: Waiting, _ context: inout WriteContext) throws -> StorageError? {
        let start = budget.stopwatch()
        defer {
            let time = budget.stopwatch() - start
            state.withLock { $0.queue.charge(waiting.owner, for: time) }
        }
        return try run(waiting.job, &context)
    }

    private func run(_ job: any PendingWrite, _ context: inout WriteContext) throws -> StorageError? {
        let db = context.db
        context.meter.add(rows: 1)
        try db.cachedStatement(sql: "SAVEPOINT job").execute()
        do {
            try job.perform(&context)
            try db.cachedStatement(sql: "RELEASE job").execute()
            return nil
        } catch {
            // After a full disk or a failed read SQLite may have rolled back everything; then nothing is left to save.
            guard db.isInsideTransaction else { throw error }
            try db.cachedStatement(sql: "ROLLBACK TO job").execute()
            try db.cachedStatement(sql: "RELEASE job").execute()
            return StorageError(error)
        }
    }

    /// A group that was lost as a whole is tried again job by job, so that one large write on an almost full disk does
    /// not take small ones down with it.
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
