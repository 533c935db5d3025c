import DaybookStore
import Synchronization

/// Lets few imports in at a time: each may hold as much memory as its limits allow.
final class ImportGate: Sendable {
    private static let places = 3

    private let inside = Mutex<Set<AccountID>>([])

    /// Takes a place. Throws 429 when the account has one already, or all are taken.
    func enter(_ account: AccountID) throws {
        let isIn = inside.withLock { inside in
            inside.count < Self.places && inside.insert(account).inserted
        }
        guard isIn else { throw Problem.tooMany("Other imports are under way. Try again soon.", retryAfter: 10) }
    }

    /// Gives the place back.
    func leave(_ account: AccountID) {
        _ = inside.withLock { $0.remove(account) }
    }
}
