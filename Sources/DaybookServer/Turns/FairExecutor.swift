import DaybookStore
import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// Runs the tasks of many callers on an event loop or a few threads, and gives each caller the same share of their time.
///
/// The threads of Swift's own executor take jobs in their order of arrival. A caller with forty calls in progress then
/// gets forty times the processor of a caller with one, and the one waits behind all forty. Here a job waits for the
/// running job, and then the caller that has used the least goes first (``FairQueue``).
///
/// A job runs from one suspension of its task to the next and is never interrupted, so work that takes longer than a
/// few milliseconds belongs on ``LongTasks``.
final class FairExecutor: Sendable {
    // Not generic: the code of a generic class looks up its types for each job.
    typealias Caller = Calls.Caller

    /// The time for which an event loop runs jobs before it looks for events again. A request that arrives meanwhile waits
    /// no longer than this and one job, and then its caller has a turn like all others.
    static var loopTime: Duration { .microseconds(250) }
    /// The longest time for which an event loop with waiting jobs looks for events. It ends with the first event that
    /// brings a job. NIO runs a task whose time has come before it looks, so at zero it would never look.
    private static var lookTime: TimeAmount { .microseconds(20) }

    private struct Work: Sendable {
        let job: UnownedJob
        let caller: Caller
        let lane: Lane
    }

    private enum Threads: Sendable {
        /// The loop of the connections whose tasks run here. Between the two there is no change of thread.
        case loop(any EventLoop)
        case pool(NIOThreadPool, isBackground: Bool)
    }

    /// The activity of an event loop.
    private enum Phase {
        /// No job waits.
        case idle
        /// It runs jobs, or is about to.
        case running
        /// Jobs wait, and it looks for events.
        case looking
    }

    private struct State: Sendable {
        var queue = FairQueue<Caller, Work>(bounds: .none)
        var phase = Phase.idle
    }

    private let threads: Threads
    private let state = Mutex(State())
    /// The answers of the event loop that leave together.
    private let answers: NIOLoopBound<AnswerGroup>?

    /// An executor on the thread of an event loop. When it has a group of answers, only that thread may make it.
    init(on loop: any EventLoop, answers: AnswerGroup? = nil) {
        threads = .loop(loop)
        self.answers = answers.map { NIOLoopBound($0, eventLoop: loop) }
    }

    /// An executor with this many threads, which have a lower priority when it is for the background.
    init(threads count: Int, isBackground: Bool = false) {
        let pool = NIOThreadPool(numberOfThreads: count)
        pool.start()
        threads = .pool(pool, isBackground: isBackground)
        answers = nil
    }

    deinit {
        if case .pool(let pool, _) = threads { pool.shutdownGracefully { _ in } }
    }

    /// The number of waiting jobs.
    var waitingCount: Int { state.withLock { $0.queue.count } }

    /// Runs tasks on this executor, at the cost of a caller, who may change while tasks run.
    final class Lane: TaskExecutor {
        let executor: FairExecutor
        private let present: Mutex<Caller>
        /// The time of its jobs.
        let cost: CallCost

        fileprivate init(_ executor: FairExecutor, _ caller: Caller, _ cost: CallCost) {
            self.executor = executor
            self.cost = cost
            present = Mutex(caller)
        }

        /// The caller that pays for the jobs that are queued from now on.
        var caller: Caller {
            get { present.withLock { $0 } }
            set { present.withLock { $0 = newValue } }
        }

        func enqueue(_ job: consuming ExecutorJob) {
            executor.enqueue(Work(job: UnownedJob(job), caller: caller, lane: self))
        }
    }

    /// The group of answers of the event loop; nil on any other thread.
    var answersHere: AnswerGroup? {
        guard let answers, case .loop(let loop) = threads, loop.inEventLoop else { return nil }
        return answers.value
    }

    /// Charges a caller for work that belongs to a job and was done later.
    func charge(_ caller: Caller, for time: Duration) { state.withLock { $0.queue.charge(caller, for: time) } }

    /// A lane of a caller, for `withTaskExecutorPreference`.
    func lane(of caller: Caller, cost: CallCost = CallCost()) -> Lane { Lane(self, caller, cost) }

    /// Runs work at once on the event loop that called, at the cost of a caller. Nil when jobs wait: then the work has to
    /// take its turn among them.
    func atOnce<Value>(for caller: Caller, _ work: () -> Value) -> Value? {
        guard state.withLock({ $0.phase == .idle }) else { return nil }
        let start = ContinuousClock.now
        let value = work()
        let time = ContinuousClock.now - start
        state.withLock { $0.queue.served(caller, for: time) }
        return value
    }

    private func enqueue(_ work: Work) {
        switch threads {
        case .loop(let loop):
            if put(work, isEvent: loop.inEventLoop) { loop.execute { self.drain(on: loop) } }
        case .pool(let pool, let isBackground):
            _ = put(work, isEvent: false)
            // Each job adds one turn of a thread, which runs the job that is due then.
            pool.submit { _ in self.runNext(isBackground) }
        }
    }

    /// Puts a job into the queue. True when an event loop has to begin running jobs.
    private func put(_ work: Work, isEvent: Bool) -> Bool {
        state.withLock { state in
            // Never refused: the bounds on connections and calls bound the waiting tasks.
            try? state.queue.append(work, of: work.caller, weight: 1, always: true)
            switch state.phase {
            case .running: return false
            case .looking where !isEvent: return false
            case .idle, .looking:
                state.phase = .running
                return true
            }
        }
    }

    private func runNext(_ isBackground: Bool) {
        guard let work = state.withLock({ $0.queue.next() }) else { return }
        if isBackground { ThreadPriority.lower() }
        let start = ContinuousClock.now
        run(work)
        let time = ContinuousClock.now - start
        work.lane.cost.add(time)
        state.withLock { $0.queue.charge(work.caller, for: time) }
    }

    /// Runs jobs on the thread of an event loop until none waits. Now and then the loop looks for events, so that a caller
    /// whose request has just arrived has its turn among the waiting ones.
    private func drain(on loop: any EventLoop) {
        let start = ContinuousClock.now
        var (now, ran) = (start, Charge?.none)
        while now - start < Self.loopTime {
            guard let work = next(after: ran) else { return }
            run(work)
            let end = ContinuousClock.now
            ran = Charge(caller: work.caller, time: end - now)
            work.lane.cost.add(end - now)
            now = end
            if let answers = answers?.value, answers.isFull {
                answers.end()
                now = ContinuousClock.now
            }
        }
        look(after: ran)
        loop.assumeIsolated().scheduleTask(in: Self.lookTime) { if self.hasLooked { self.drain(on: loop) } }
    }

    /// Charges for the last job. From now on the loop looks for events.
    private func look(after ran: Charge?) {
        state.withLock { state in
            if let ran { state.queue.charge(ran.caller, for: ran.time) }
            state.phase = .looking
        }
    }

    /// Whether the time for looking has ended without an event that has brought a job. Then the loop runs jobs.
    private var hasLooked: Bool {
        state.withLock { state in
            guard state.phase == .looking else { return false }
            state.phase = .running
            return true
        }
    }

    private struct Charge {
        let caller: Caller
        let time: Duration
    }

    /// Charges for the last job and takes the next. When there is none, the loop counts as idle.
    private func next(after ran: Charge?) -> Work? {
        state.withLock { state in
            if let ran { state.queue.charge(ran.caller, for: ran.time) }
            let work = state.queue.next()
            if work == nil { state.phase = .idle }
            return work
        }
    }

    private func run(_ work: Work) {
        work.job.runSynchronously(on: work.lane.asUnownedTaskExecutor())
    }
}
