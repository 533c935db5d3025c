import DaybookStore
import Foundation
import NIOPosix

/// Threads for computations whose length depends on the size of an account: one less than there are cores, at least
/// one.
///
/// On the threads that serve requests, such a computation would delay all other accounts. Here it waits for a thread in
/// a bounded queue in which owners take turns (``Budget/longTasks``). It runs at a lower priority than the threads that
/// serve requests, for a bounded time (``Budget/longTaskMilliseconds``), and ends when the client has disconnected.
final class LongTasks: Sendable {
    /// The owners between which the threads are shared fairly.
    enum Owner: Hashable, Sendable {
        case account(AccountID)
        /// The address of a request, for work of a call without a session.
        case address(String)
    }

    /// A turn, with a thread to use.
    struct Turn: Sendable {
        /// The flag that the work checks regularly.
        let flag: LongTaskFlag
        fileprivate let threads: NIOThreadPool

        /// Runs work on the thread. Other work of the same turn waits meanwhile.
        func compute<Value: Sendable>(
            _ work: @escaping @Sendable (LongTaskFlag) throws -> Value
        ) async throws -> Value {
            let cost = CallCost.current
            return try await threads.runIfActive { [flag] in
                ThreadPriority.lower()
                try flag.check()
                let start = ContinuousClock.now
                defer { cost?.add(ContinuousClock.now - start) }
                return try work(flag)
            }
        }
    }

    private let threads: NIOThreadPool
    private let turns: FairPlaces<TurnGate<Owner>>
    private let limit: Duration
    private let meter: BudgetMeter
    private let now: @Sendable () -> ContinuousClock.Instant

    /// Threads, and the bounds of the tasks that wait for them.
    init(
        threads: Int = max(1, ProcessInfo.processInfo.activeProcessorCount - 1),
        budgets: Budgets = Budgets(),
        meter: BudgetMeter = BudgetMeter(),
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.threads = NIOThreadPool(numberOfThreads: threads)
        // An owner may use an eighth of the queue.
        let waiting = budgets[.longTasks]
        let bounds = FairQueue<Owner, UInt64>.Bounds(total: waiting, each: max(1, waiting / 8))
        turns = FairPlaces(TurnGate(places: threads, waiting: bounds)) { gate in
            meter.use(.longTasks, gate.waitingCount)
        } refusal: { _, _ in
            meter.refused(.longTasks)
            return Problem.tooManyLongTasks
        }
        limit = .milliseconds(budgets[.longTaskMilliseconds])
        self.meter = meter
        self.now = now
        self.threads.start()
    }

    deinit {
        threads.shutdownGracefully { _ in }
    }

    /// The number of tasks that wait for a thread.
    var waitingCount: Int { turns.waitingCount }

    /// Runs work on a thread, when its owner has a turn.
    ///
    /// Throws 429 when too many tasks wait, 503 when the work takes too long, `CancellationError` when the calling task
    /// is cancelled: at once while it waits, and at the next check of its flag while it works.
    func run<Value: Sendable>(
        for owner: Owner,
        _ work: @escaping @Sendable (LongTaskFlag) throws -> Value
    ) async throws -> Value {
        try await turn(for: owner) { turn in try await turn.compute(work) }
    }

    /// Runs `body` in a turn, in the calling task: for example to read much data and then compute with it.
    func turn<Value: Sendable>(for owner: Owner, _ body: (Turn) async throws -> Value) async throws -> Value {
        try await turns.inside(owner) {
            let flag = LongTaskFlag(until: now().advanced(by: limit), now: now)
            do {
                return try await withTaskCancellationHandler {
                    try await body(Turn(flag: flag, threads: threads))
                } onCancel: {
                    flag.cancel()
                }
            } catch is LongTaskFlag.Overrun {
                meter.refused(.longTaskMilliseconds)
                throw Problem.tookTooLong
            }
        }
    }
}

extension Problem {
    /// 429: too many long computations wait.
    static let tooManyLongTasks = tooMany(
        "Too many searches are waiting. Try again in a few seconds.",
        retryAfter: 2
    )

    /// 503: a computation was ended because it took too long.
    static let tookTooLong = Problem(
        .serviceUnavailable,
        "The search took too long and was stopped. Search for something more specific, or try again later.",
        headers: [.retryAfter: "10"]
    )
}
