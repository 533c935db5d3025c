import DaybookStore
import Foundation
import NIOPosix
import Synchronization

/// Runs the tasks of many callers on a few threads, and gives each caller the same share of the threads' time.
///
/// The threads of Swift's own executor take jobs in their order of arrival. A caller with forty calls in progress then
/// gets forty times the processor of a caller with one, and the one waits behind all forty. Here a job waits for the
/// running job, and then the caller that has used the least goes first (``FairQueue``).
///
/// A job runs from one suspension of its task to the next and is never interrupted, so work that takes longer than a
/// few milliseconds belongs on ``LongTasks``.
final class FairExecutor<Caller: Hashable & Sendable>: Sendable {
    /// As many as cores: more threads would compete for the cores and make each job take longer.
    static var standardThreads: Int { max(2, ProcessInfo.processInfo.activeProcessorCount) }

    private struct Work: Sendable {
        let job: UnownedJob
        let caller: Caller
        let lane: Lane
    }

    private let threads: NIOThreadPool
    private let isBackground: Bool
    private let queue = Mutex(FairQueue<Caller, Work>(bounds: .none))

    /// An executor with this many threads, which have a lower priority when it is for the background.
    init(threads: Int = FairExecutor.standardThreads, isBackground: Bool = false) {
        self.isBackground = isBackground
        self.threads = NIOThreadPool(numberOfThreads: threads)
        self.threads.start()
    }

    deinit {
        threads.shutdownGracefully { _ in }
    }

    /// The number of waiting jobs.
    var waitingCount: Int { queue.withLock { $0.count } }

    /// Runs tasks on this executor, at the cost of a caller, who may change while tasks run.
    final class Lane: TaskExecutor {
        private let executor: FairExecutor
        private let present: Mutex<Caller>

        fileprivate init(_ executor: FairExecutor, _ caller: Caller) {
            self.executor = executor
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

    /// A lane of a caller, for `withTaskExecutorPreference`.
    func lane(of caller: Caller) -> Lane { Lane(self, caller) }

    private func enqueue(_ work: Work) {
        // Never refused: the bounds on connections and calls bound the waiting tasks.
        queue.withLock { try? $0.append(work, of: work.caller, weight: 1, always: true) }
        // Each job adds one turn of a thread, which runs the job that is due then.
        threads.submit { _ in self.runNext() }
    }

    private func runNext() {
        guard let work = queue.withLock({ $0.next() }) else { return }
        if isBackground { ThreadPriority.lower() }
        let start = ContinuousClock.now
        work.job.runSynchronously(on: work.lane.asUnownedTaskExecutor())
        let time = ContinuousClock.now - start
        queue.withLock { $0.charge(work.caller, for: time) }
    }
}
