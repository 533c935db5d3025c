import DaybookStore
import Foundation
import NIOPosix
import Synchronization

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

    private typealias Waiting = CheckedContinuation<Void, any Error>

    private struct State {
        var queue: LongTaskQueue<Owner, Waiting>
        var free: Int
        var number = 0
    }

    private enum Arrival {
        case turn, waits, cancelled, refused
    }

    private let threads: NIOThreadPool
    private let state: Mutex<State>
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
        let places = budgets[.longTasks]
        // Eight who ask for all they may have still leave each other room.
        let queue = LongTaskQueue<Owner, Waiting>(limit: places, share: max(1, places / 8))
        state = Mutex(State(queue: queue, free: threads))
        limit = .milliseconds(budgets[.longTaskMilliseconds])
        self.meter = meter
        self.now = now
        self.threads.start()
    }

    deinit {
        threads.shutdownGracefully { _ in }
    }

    /// How many wait for a thread.
    var waitingCount: Int { state.withLock { $0.queue.count } }

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
        try await takeTurn(owner)
        defer { endTurn() }
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

    // MARK: - Turns

    private func takeTurn(_ owner: Owner) async throws {
        let number = state.withLock { state in
            state.number += 1
            return state.number
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                switch arrive(continuation, number, owner) {
                case .waits: break
                case .turn: continuation.resume()
                case .cancelled: continuation.resume(throwing: CancellationError())
                case .refused:
                    meter.refused(.longTasks)
                    continuation.resume(throwing: Problem.tooManyLongTasks)
                }
            }
        } onCancel: {
            leave(number, of: owner)?.resume(throwing: CancellationError())
        }
    }

    private func arrive(_ waiting: Waiting, _ number: Int, _ owner: Owner) -> Arrival {
        state.withLock { state in
            // Within the lock: a task that is cancelled after this is found in the queue by its handler.
            if Task.isCancelled { return .cancelled }
            if state.free > 0 {
                state.free -= 1
                return .turn
            }
            guard state.queue.add(waiting, number: number, of: owner) == nil else { return .refused }
            meter.use(.longTasks, state.queue.count)
            return .waits
        }
    }

    /// Who is cancelled waits no longer; nil when it has had its turn already.
    private func leave(_ number: Int, of owner: Owner) -> Waiting? {
        state.withLock { state in
            let left = state.queue.remove(number, of: owner)
            if left != nil { meter.use(.longTasks, state.queue.count) }
            return left
        }
    }

    /// Hands the thread on to who is next.
    private func endTurn() {
        let next = state.withLock { state in
            let next = state.queue.next()
            if next == nil { state.free += 1 } else { meter.use(.longTasks, state.queue.count) }
            return next
        }
        next?.resume()
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
