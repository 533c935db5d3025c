import Synchronization

/// Counts the refusals of each budget, and how much of some budgets is used, for `GET /metrics`.
public final class BudgetMeter: Sendable {
    private struct State {
        var refusals: [Budget: UInt64] = [:]
        var used: [Budget: Int] = [:]
    }

    private let state = Mutex(State())

    /// A meter whose counts are all zero.
    public init() {}

    /// Records a refusal by a budget.
    public func refused(_ budget: Budget) {
        state.withLock { $0.refusals[budget, default: 0] += 1 }
    }

    /// Records how much of a budget is used now.
    public func use(_ budget: Budget, _ amount: Int) {
        state.withLock { $0.used[budget] = amount }
    }

    /// The number of times that a budget refused something.
    public func refusals(of budget: Budget) -> UInt64 {
        state.withLock { $0.refusals[budget] ?? 0 }
    }

    /// The used part of a budget; nil when it was never recorded.
    public func used(of budget: Budget) -> Int? {
        state.withLock { $0.used[budget] }
    }
}
