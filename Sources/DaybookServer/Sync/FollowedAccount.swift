import DaybookStore
import Synchronization

/// An account with its listeners.
///
/// Each account has a separate lock, so an account with many changes or listeners does not delay the others.
final class FollowedAccount: Sendable {
    /// A listener.
    struct Listener {
        let session: SessionID
        let continuation: AsyncStream<Int64>.Continuation
    }

    /// A check whether a session is open, shared by all of its listeners that one report has woken.
    private struct Check {
        let round: Int
        let task: Task<Bool, Never>
    }

    private struct State {
        var latest: Int64?
        var listeners: [Int: Listener] = [:]
        /// Increases whenever listeners are woken.
        var round = 0
        var checks: [TokenHash: Check] = [:]
        var task: Task<Void, Never>?
        var hasEnded = false
    }

    /// The most listeners of a session. A browser needs one for all of its tabs. A further one ends the oldest.
    private static let placesOfOneSession = 100
    /// The most listeners of an account, over all of its sessions.
    private static let placesOfOneAccount = 500

    let account: AccountID
    /// Held while numbers are sent, so that no thread sends a smaller number late.
    ///
    /// To wake a task waits for a lock of the task, under which the task is cancelled. So ``state`` must be free meanwhile.
    private let sending = Mutex(())
    private let state = Mutex(State())

    init(_ account: AccountID) {
        self.account = account
    }

    /// The number of listeners.
    var count: Int { state.withLock { $0.listeners.count } }

    /// The pause after a report, so that many changes become few reports. It grows with the number of listeners, and
    /// stays well below a second (S11).
    var pause: Duration { .milliseconds(min(50 + count, 500)) }

    /// Keeps the task that follows the account, until the end.
    func keep(_ task: Task<Void, Never>) {
        let hasEnded = state.withLock { state in
            state.task = task
            return state.hasEnded
        }
        if hasEnded { task.cancel() }
    }

    /// Adds a listener and sends it the present number if that is known. False when all listeners have left: the
    /// account must be followed again.
    func add(_ listener: Listener, number: Int) -> Bool {
        var displaced: Listener?
        let isIn = sending.withLock { _ in
            let (isIn, latest) = state.withLock { state -> (Bool, Int64?) in
                if state.hasEnded { return (false, nil) }
                let others = state.listeners.filter { $0.value.session == listener.session }.keys
                if others.count >= Self.placesOfOneSession, let first = others.min() {
                    displaced = state.listeners.removeValue(forKey: first)
                } else if state.listeners.count >= Self.placesOfOneAccount, let first = state.listeners.keys.min() {
                    displaced = state.listeners.removeValue(forKey: first)
                }
                state.listeners[number] = listener
                return (true, state.latest)
            }
            if let latest { listener.continuation.yield(latest) }
            return isIn
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

    /// Sends a number if it is greater than all earlier ones.
    func publish(_ cursor: Int64) {
        send { state in
            guard state.latest.map({ $0 < cursor }) ?? true else { return [] }
            state.latest = cursor
            return Array(state.listeners.values)
        }
    }

    /// Sends the present number again to one of the groups of listeners.
    func remind(_ group: Int, of groups: Int) {
        send { state in
            state.listeners.filter { $0.key % groups == group }.map(\.value)
        }
    }

    /// Sends the present number, if there is one, to the listeners that `choose` returns.
    private func send(to choose: (inout State) -> [Listener]) {
        sending.withLock { _ in
            let (chosen, latest) = state.withLock { state in
                let chosen = choose(&state)
                if state.latest != nil, !chosen.isEmpty { state.round += 1 }
                return (chosen, state.latest)
            }
            guard let latest else { return }
            for listener in chosen { listener.continuation.yield(latest) }
        }
    }

    /// Whether a session is open, by a look that began after the last report.
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

    /// Ends all streams, and stops following.
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
