import DaybookStore
import Foundation
import NIOPosix

/// Threads for computations whose length depends on how much somebody has: one less than there are cores, at least one.
///
/// On the threads that serve everybody such a computation would hold up all who have little. Here it waits for a thread,
/// in a queue that is fair between those who ask and is bounded (``Budget/longTasks``). It runs at a lower priority than
/// the threads that serve, for a bounded time (``Budget/longTaskMilliseconds``), and ends when who asked has gone.
final class LongTasks: Sendable {
    /// Between whom the threads are shared fairly.
    enum Owner: Hashable, Sendable {
        case account(AccountID)
        /// Where a request came from, for work on an answer of which no more is known.
        case address(String)
    }

    /// One who has a thread to use, for the time of a turn.
    struct Turn: Sendable {
        /// What the work looks at now and then.
        let flag: LongTaskFlag
        fileprivate let threads: NIOThreadPool

        /// Works on the thread. Other work of the same turn waits meanwhile.
        func compute<Value: Sendable>(
            _ work: @escaping @Sendable (LongTaskFlag) throws -> Value
        ) async throws -> Value {
            try await threads.runIfActive { [flag] in
                ThreadPriority.lower()
                try flag.check()
                return try work(flag)
            }
        }
    }

    private let threads: NIOThreadPool
    private let turns: FairPlaces<TurnGate<Owner>>
    private let limit: Duration
    private let meter: BudgetMeter
    private let now: @Sendable () -> ContinuousClock.Instant

    /// Threads, and what may wait for them.
    init(
        threads: Int = max(1, ProcessInfo.processInfo.activeProcessorCount - 1),
        budgets: Budgets = Budgets(),
        meter: BudgetMeter = BudgetMeter(),
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.threads = NIOThreadPool(numberOfThreads: threads)
        // Eight who ask for all they may have still leave each other room.
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

    /// How many wait for a thread.
    var waitingCount: Int { turns.waitingCount }

    /// Does some work on a thread, when its owner has a turn.
    ///
    /// Throws 429 when too many wait, 503 when it takes too long, `CancellationError` when the calling task is cancelled:
    /// at once while it waits, and as soon as it looks at its flag while it works.
    func run<Value: Sendable>(
        for owner: Owner,
        _ work: @escaping @Sendable (LongTaskFlag) throws -> Value
    ) async throws -> Value {
        try await turn(for: owner) { turn in try await turn.compute(work) }
    }

    /// Does something for which a turn is needed, in the calling task: such as to read a lot and then compute with it.
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
    /// 429: more wait for a long computation than may.
    static let tooManyLongTasks = tooMany(
        "Daybook is searching a lot at the moment. Try again in some seconds.",
        retryAfter: 2
    )

    /// 503: a computation was ended because it took too long.
    static let tookTooLong = Problem(
        .serviceUnavailable,
        "This took too long and was ended. Ask for less at once, or try again later.",
        headers: [.retryAfter: "10"]
    )
}
