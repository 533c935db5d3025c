import GRDB
import Synchronization

/// Turns many small writes into few durable ones.
///
/// A commit costs a disk sync, which takes longer than all the work of a small write. While one commit is under way the
/// jobs that arrive wait; they then share one transaction, and so one sync. Each job runs in a savepoint of its own, so
/// that one which fails is undone alone, and each is acknowledged after COMMIT has returned and not before (S6).
///
/// A single writer gains nothing and loses nothing; sixty-four pay for one sync together. PostgreSQL calls the same
/// thing group commit.
final class GroupCommitter: Sendable {
    /// The most jobs in one transaction, so that the first to arrive does not wait for a crowd.
    private static let groupSize = 256

    private struct Queue {
        var waiting: [any PendingWrite] = []
        var isDraining = false
        var isClosed = false
    }

    private let pool: DatabasePool
    private let feed: CursorFeed
    private let signal: ReminderSignal
    private let queue = Mutex(Queue())

    /// Commits to a pool, and tells a feed how far accounts have come by it, and a signal that reminders have moved.
    init(pool: DatabasePool, feed: CursorFeed, signal: ReminderSignal) {
        self.pool = pool
        self.feed = feed
        self.signal = signal
    }

    /// Runs a job in some transaction and returns its result once that is on disk.
    ///
    /// The job may run more than once: when a whole transaction is lost, its jobs are tried again one by one. It must
    /// do nothing but use its context.
    func write<Value: Sendable>(
        _ job: @escaping @Sendable (inout WriteContext) throws -> Value
    ) async throws(StorageError) -> Value {
        let result = await withCheckedContinuation { continuation in
            enqueue(WriteJob(job, continuation))
        }
        return try result.get()
    }

    /// How many jobs wait for the next group.
    var waitingCount: Int { queue.withLock { $0.waiting.count } }

    /// Takes no more jobs, and returns after all that were taken are done.
    func close() async {
        queue.withLock { $0.isClosed = true }
        await withCheckedContinuation { continuation in
            pool.asyncWriteWithoutTransaction { _ in continuation.resume() }
        }
    }

    private func enqueue(_ job: any PendingWrite) {
        let (isClosed, mustStart) = queue.withLock { queue in
            if queue.isClosed { return (true, false) }
            queue.waiting.append(job)
            defer { queue.isDraining = true }
            return (false, !queue.isDraining)
        }
        if isClosed { return job.finish(.closed) }
        if mustStart {
            pool.asyncWriteWithoutTransaction { [self] db in drain(db) }
        }
    }

    /// Commits groups until nobody waits. Runs on the writer's own thread.
    private func drain(_ db: Database) {
        while let group = nextGroup() { commit(group, db) }
    }

    private func nextGroup() -> [any PendingWrite]? {
        queue.withLock { queue in
            if queue.waiting.isEmpty {
                queue.isDraining = false
                return nil
            }
            let group = Array(queue.waiting.prefix(Self.groupSize))
            queue.waiting.removeFirst(group.count)
            return group
        }
    }

    private func commit(_ group: [any PendingWrite], _ db: Database) {
        do {
            let failures = try run(group, db)
            for (job, failure) in zip(group, failures) { job.finish(failure) }
        } catch {
            retry(group, db, after: StorageError(error))
        }
    }

    /// One transaction for all; an element is what its job failed with. Throws when the transaction is lost.
    private func run(_ group: [any PendingWrite], _ db: Database) throws -> [StorageError?] {
        var failures: [StorageError?] = []
        var movesReminders = false
        var moved: [AccountID: Int64?] = [:]
        try db.inTransaction(.immediate) {
            var context = try WriteContext(db)
            for job in group { failures.append(try run(job, &context)) }
            try context.saveClock()
            (moved, movesReminders) = (context.moved, context.movesReminders)
            return .commit
        }
        for (account, cursor) in moved {
            if let cursor { feed.tell(cursor, of: account) } else { feed.end(account) }
        }
        if movesReminders { signal.tell() }
        return failures
    }

    private func run(_ job: any PendingWrite, _ context: inout WriteContext) throws -> StorageError? {
        let db = context.db
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
        for job in group { commit([job], db) }
    }
}
