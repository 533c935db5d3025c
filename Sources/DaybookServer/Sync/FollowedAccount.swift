import DaybookStore
import Synchronization

/// An account with its listeners.
///
/// It has a lock of its own: what an account does, however often and before however many listeners, holds up nobody
/// else's.
final class FollowedAccount: Sendable {
    /// A listener.
    struct Listener {
        let session: SessionID
        let continuation: AsyncStream<Int64>.Continuation
    }

    /// A look at whether a session is open, shared by all of its listeners that one telling has woken.
    private struct Check {
        let round: Int
        let task: Task<Bool, Never>
    }

    private struct State {
        var latest: Int64?
        var listeners: [Int: Listener] = [:]
        /// Grows whenever listeners are woken.
        var round = 0
        var checks: [TokenHash: Check] = [:]
        var task: Task<Void, Never>?
        var hasEnded = false
    }

    /// A browser listens once for all of its tabs. A further stream ends the oldest one.
    private static let placesOfOneSession = 100
    /// The same for all sessions of an account.
    private static let placesOfOneAccount = 500

    let account: AccountID
    private let state = Mutex(State())

    init(_ account: AccountID) {
        self.account = account
    }

    /// The number of listeners.
    var count: Int { state.withLock { $0.listeners.count } }

    /// The pause after a report, so that a flood of changes becomes few reports. It grows with the listeners, and stays
    /// well below a second (S11).
    var pause: Duration { .milliseconds(min(50 + count, 500)) }

    /// Keeps the task that follows the account, until the end.
    func keep(_ task: Task<Void, Never>) {
        let hasEnded = state.withLock { state in
            state.task = task
            return state.hasEnded
        }
        if hasEnded { task.cancel() }
    }

    /// Adds a listener and tells it the present number when that is known. False when all listeners have left: the account
    /// is to be followed again.
    func add(_ listener: Listener, number: Int) -> Bool {
        var displaced: Listener?
        let isIn = state.withLock { state in
            if state.hasEnded { return false }
            let others = state.listeners.filter { $0.value.session == listener.session }.keys
            if others.count >= Self.placesOfOneSession, let first = others.min() {
                displaced = state.listeners.removeValue(forKey: first)
            } else if state.listeners.count >= Self.placesOfOneAccount, let first = state.listeners.keys.min() {
                displaced = state.listeners.removeValue(forKey: first)
            }
            state.listeners[number] = listener
            if let latest = state.latest { listener.continuation.yield(latest) }
            return true
        }
        displaced?.continuation.finish()
        return isIn
    }

    /// Ends a listener's stream. True when it was the last one: the account is not followed any more.
    func remove(_ number: Int) -> Bool {
        let (left, isLast) = state.withLock { state in
            let left = state.listeners.removeValue(forKey: number)
            let isLast = left != nil && state.listeners.isEmpty
            if isLast { state.hasEnded = true }
            return (left, isLast)
        }
        left?.continuation.finish()
        if isLast { end() }
        return isLast
    }

    /// Tells a number that is greater than all before.
    func tell(_ cursor: Int64) {
        // Within the lock, so that no reminder comes late with a smaller number. Yielding runs none of our code.
        state.withLock { state in
            guard state.latest.map({ $0 < cursor }) ?? true else { return }
            state.latest = cursor
            state.round += 1
            for listener in state.listeners.values { listener.continuation.yield(cursor) }
        }
    }

    /// Tells the present number again to one of so many groups of listeners.
    func remind(_ group: Int, of groups: Int) {
        state.withLock { state in
            guard let latest = state.latest else { return }
            state.round += 1
            for (number, listener) in state.listeners where number % groups == group {
                listener.continuation.yield(latest)
            }
        }
    }

    /// Whether a session is open, by a look that was begun after the last telling.
    func isOpen(_ token: TokenHash, _ look: @escaping @Sendable () async -> Bool) async -> Bool {
        let task = state.withLock { state in
            if let check = state.checks[token], check.round == state.round { return check.task }
            state.checks = state.checks.filter { $0.value.round == state.round }
            let task = Task { await look() }
            state.checks[token] = Check(round: state.round, task: task)
            return task
        }
        return await task.value
    }

    /// Ends all streams, and follows no more.
    func end() {
        let (listeners, task) = state.withLock { state in
            state.hasEnded = true
            defer { (state.listeners, state.checks, state.task) = ([:], [:], nil) }
            return (state.listeners.values, state.task)
        }
        task?.cancel()
        for listener in listeners { listener.continuation.finish() }
    }
}
