import DaybookStore
import Synchronization

/// Bounds the number of calls of one kind that an account has in progress. Further calls get 429.
final class AccountGate: Sendable {
    private let places: Int
    private let budget: Budget
    private let meter: BudgetMeter
    private let detail: String
    private let inside = Mutex<[AccountID: Int]>([:])

    /// A gate for a budget. `detail` is the text of the refusal.
    init(_ budget: Budget, _ configuration: ServerConfiguration, detail: String) {
        self.budget = budget
        self.detail = detail
        places = configuration.budgets[budget]
        meter = configuration.meter
    }

    /// Takes a place, which is released with its last reference. Throws 429 when the account has no place left.
    func enter(_ account: AccountID) throws -> Place {
        let isIn = inside.withLock { inside in
            guard inside[account, default: 0] < places else { return false }
            inside[account, default: 0] += 1
            return true
        }
        guard !isIn else { return Place(gate: self, account: account) }
        meter.refused(budget)
        throw Problem.tooMany(detail, retryAfter: 10)
    }

    /// A place. It is released with its last reference.
    final class Place: Sendable {
        private let gate: AccountGate
        private let account: AccountID

        fileprivate init(gate: AccountGate, account: AccountID) {
            self.gate = gate
            self.account = account
        }

        deinit { gate.leave(account) }
    }

    private func leave(_ account: AccountID) {
        inside.withLock { inside in
            let left = inside[account, default: 1] - 1
            inside[account] = left > 0 ? left : nil
        }
    }
}
