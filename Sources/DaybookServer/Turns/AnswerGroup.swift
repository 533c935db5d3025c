import DaybookStore
import Logging
import NIOCore

/// Sends the answers of an event loop in small groups, each behind the lines of log of its requests.
///
/// A system call for each line, in which the event loops wait for each other, was a quarter of what a file cost. Here the lines
/// of a group are written with one call, and its answers leave after it. So the log has the line of every answer that a
/// client has seen, however the process ends.
///
/// A group ends when the loop has handled the events that it found, or earlier with ``most`` answers. Only for the thread of
/// its loop.
final class AnswerGroup {
    /// The most answers that leave together. At 20 µs for each, the first waits no longer for them than for a job.
    static let most = 8
    /// The most bytes of lines that are written together. A pipe takes as many without mixing them with others (pipe(7)).
    private static let mostBytes = 3 << 10
    /// The time after which a busy loop is looked at again.
    private static let lookAfter = TimeAmount.milliseconds(50)

    /// The caller that pays for sending an answer.
    struct Payer {
        let executor: FairExecutor
        let caller: Calls.Caller
        /// The time of its calls; nil for an answer that is no call.
        let cost: CallCost?

        fileprivate func charge(_ time: Duration) {
            executor.charge(caller, for: time)
            cost?.add(time)
        }
    }

    private let loop: any EventLoop
    private var answers: [(sender: PaceHandler, payer: Payer?)] = []
    private var lines: [UInt8] = []
    private var log: (any LineLog)?
    private var isScheduled = false
    private var load = LoopLoad(at: .now)
    private var willLook = false

    init(on loop: any EventLoop) {
        self.loop = loop
    }

    /// Whether the group has as many answers as it may. Its owner ends it between two jobs, at nobody's cost but the payers'.
    var isFull: Bool { answers.count >= Self.most }

    /// Adds the line of an entry.
    func log(_ level: Logger.Level, _ message: String, _ pairs: [(String, String)], to log: any LineLog) {
        log.append(level, message, pairs, to: &lines)
        self.log = log
        if lines.count > Self.mostBytes { writeLines() }
        schedule()
    }

    /// Sends what a connection has written, with the group.
    func flush(_ sender: PaceHandler, _ payer: Payer?) {
        answers.append((sender, payer))
        schedule()
    }

    /// Writes all lines, then sends all answers.
    func end() {
        writeLines()
        guard !answers.isEmpty else { return }
        var ending: [(sender: PaceHandler, payer: Payer?)] = []
        swap(&ending, &answers)
        var start = ContinuousClock.now
        for (sender, payer) in ending {
            sender.sendNow()
            let end = ContinuousClock.now
            payer?.charge(end - start)
            start = end
        }
        count(ending.count, at: start)
    }

    /// Counts answers. While the loop is busy, its thread wakes in turn.
    private func count(_ answers: Int, at now: ContinuousClock.Instant) {
        if load.answered(answers, at: now) {
            ThreadPriority.wake(inTurn: load.isBusy)
        }
        if load.isBusy { lookLater() }
    }

    /// Ends a busy time also when no answer comes anymore.
    private func lookLater() {
        guard !willLook else { return }
        willLook = true
        loop.assumeIsolated().scheduleTask(in: Self.lookAfter) { [self] in
            willLook = false
            count(0, at: .now)
        }
    }

    private func writeLines() {
        guard !lines.isEmpty else { return }
        log?.write(lines)
        lines.removeAll(keepingCapacity: true)
    }

    private func schedule() {
        guard !isScheduled else { return }
        isScheduled = true
        loop.assumeIsolated().execute { [self] in
            isScheduled = false
            end()
        }
    }
}
