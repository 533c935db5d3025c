import DaybookStore
import Synchronization

/// The bytes of large answers that clients have not taken yet, by caller.
///
/// A call has its place only until its answer begins, so that slow readers keep nobody else waiting. Without a bound, one
/// caller with many connections could leave a large answer unread on each. A caller with too many such bytes gets no
/// further answer until it has read some of them.
final class UnsentAnswers: Sendable {
    /// A smaller answer is not counted, in bytes: it takes little more room than the connection itself.
    static let small = 64 << 10

    private let limit: Int
    private let limitOfEach: Int
    private let meter: BudgetMeter
    private let total = Atomic<Int>(0)
    private let ofCallers = Mutex<[Calls.Caller: Int]>([:])

    /// No answers, with the bounds of the budgets.
    init(_ budgets: Budgets, meter: BudgetMeter) {
        limit = budgets[.unsentBytes]
        limitOfEach = budgets[.accountUnsentBytes]
        self.meter = meter
    }

    /// Throws 429 when the caller has too many unread bytes, 503 when all callers together have and some are this one's.
    func check(_ caller: Calls.Caller) throws(Problem) {
        let all = total.load(ordering: .relaxed)
        // Nearly always. Then no caller has too many either.
        guard all > min(limit, limitOfEach) else { return }
        let own = ofCallers.withLock { $0[caller] ?? 0 }
        if own > limitOfEach {
            meter.refused(.accountUnsentBytes)
            throw .unreadAnswers
        }
        if all > limit, own > 0 {
            meter.refused(.unsentBytes)
            throw .tooManyCallsOfAll
        }
    }

    /// Counts an answer that begins to be sent.
    func add(_ bytes: Int, of caller: Calls.Caller) { change(by: bytes, of: caller) }

    /// Counts that an answer was sent, or will never be.
    func remove(_ bytes: Int, of caller: Calls.Caller) { change(by: -bytes, of: caller) }

    private func change(by bytes: Int, of caller: Calls.Caller) {
        let all = ofCallers.withLock { ofCallers in
            let own = ofCallers[caller, default: 0] + bytes
            ofCallers[caller] = own > 0 ? own : nil
            return total.wrappingAdd(bytes, ordering: .relaxed).newValue
        }
        meter.use(.unsentBytes, all)
    }
}

extension Problem {
    /// 429: the caller has answers that it does not read.
    fileprivate static let unreadAnswers = Problem.tooMany(
        "Answers to your earlier requests wait to be read. Read them, then try again.",
        retryAfter: 1
    )
}
