import DaybookStore
import Synchronization

/// Everybody who listens for changes, each told of their own account's.
///
/// One look at the storage serves all listeners of an account, and one clock all comments, so that a listener costs no
/// task or timer of its own. A listener who reads slowly gets the newest number alone: nothing piles up.
final class EventHub: Sendable {
    /// One listener, until it leaves.
    struct Place: Hashable, Sendable {
        fileprivate let account: AccountID
        fileprivate let number: Int
    }

    private struct Listener {
        let session: SessionID
        let continuation: AsyncStream<Int64>.Continuation
    }

    /// An account that somebody listens to.
    private struct Followed {
        /// Tells one time of following an account from another.
        let number: Int
        var latest: Int64?
        var listeners: [Int: Listener] = [:]
        var task: Task<Void, Never>?
    }

    private struct State {
        var accounts: [AccountID: Followed] = [:]
        var number = 0
        var clock: Task<Void, Never>?
        var isClosed = false
    }

    /// A browser listens once, whatever its tabs. Who opens more loses the one opened first.
    private static let placesOfOneSession = 100
    /// The listeners are told in so many groups, one after another, that there is still something.
    private static let groups = 20

    private let storage: any Storage
    private let silence: Duration
    private let state = Mutex(State())

    /// No listener goes without a word for much longer than `silence`.
    init(storage: any Storage, silence: Duration) {
        self.storage = storage
        self.silence = silence
    }

    /// How many listen.
    var count: Int { state.withLock { $0.accounts.values.reduce(0) { $0 + $1.listeners.count } } }

    /// The account's present number at once, then each newer one, and now and then the same again so that the listener
    /// looks whether all is well. Ends when the account does and at ``close()``.
    func listen(to account: AccountID, session: SessionID) -> (Place, AsyncStream<Int64>) {
        let (stream, continuation) = AsyncStream.makeStream(of: Int64.self, bufferingPolicy: .bufferingNewest(1))
        var displaced: Listener?
        let place = state.withLock { state in
            state.number += 1
            let place = Place(account: account, number: state.number)
            guard !state.isClosed else { return place }
            var followed = state.accounts[account] ?? follow(account, state.number)
            let others = followed.listeners.filter { $0.value.session == session }.keys
            if others.count >= Self.placesOfOneSession, let first = others.min() {
                displaced = followed.listeners.removeValue(forKey: first)
            }
            followed.listeners[place.number] = Listener(session: session, continuation: continuation)
            if let latest = followed.latest { continuation.yield(latest) }
            state.accounts[account] = followed
            if state.clock == nil { state.clock = clock() }
            return place
        }
        displaced?.continuation.finish()
        if state.withLock({ $0.isClosed }) { continuation.finish() }
        return (place, stream)
    }

    /// Ends a listener's stream. Once is enough; more does nothing.
    func leave(_ place: Place) {
        let left = state.withLock { state -> Listener? in
            guard let left = state.accounts[place.account]?.listeners.removeValue(forKey: place.number) else {
                return nil
            }
            if state.accounts[place.account]?.listeners.isEmpty == true {
                state.accounts.removeValue(forKey: place.account)?.task?.cancel()
            }
            return left
        }
        left?.continuation.finish()
    }

    /// Ends all streams, and those to come at once.
    func close() {
        let places = state.withLock { state in
            state.isClosed = true
            return state.accounts.flatMap { account, followed in
                followed.listeners.keys.map { Place(account: account, number: $0) }
            }
        }
        for place in places { leave(place) }
    }

    private func follow(_ account: AccountID, _ number: Int) -> Followed {
        var followed = Followed(number: number)
        followed.task = Task { [weak self, storage] in
            // Asked for before the present number, so that no change falls between the two.
            let cursors = storage.cursors(of: account)
            if let present = try? await storage.cursor(of: account) { self?.tell(present, of: account, number) }
            for await cursor in cursors { self?.tell(cursor, of: account, number) }
            self?.end(account, number)
        }
        return followed
    }

    private func tell(_ cursor: Int64, of account: AccountID, _ number: Int) {
        // Within the lock, so that no thread comes late with a smaller number. Yielding runs none of our code.
        state.withLock { state in
            guard let followed = state.accounts[account], followed.number == number,
                followed.latest.map({ $0 < cursor }) ?? true
            else { return }
            state.accounts[account]?.latest = cursor
            for listener in followed.listeners.values { listener.continuation.yield(cursor) }
        }
    }

    /// The storage has nothing more to tell of an account: it is deleted, or the storage closed.
    private func end(_ account: AccountID, _ number: Int) {
        let ended = state.withLock { state -> Followed? in
            guard state.accounts[account]?.number == number else { return nil }
            return state.accounts.removeValue(forKey: account)
        }
        for listener in ended?.listeners.values ?? [:].values { listener.continuation.finish() }
    }

    private func clock() -> Task<Void, Never> {
        let step = silence / Self.groups
        return Task { [weak self] in
            var group = 0
            while (try? await Task.sleep(for: step)) != nil, let self, self.remind(group) {
                group = (group + 1) % Self.groups
            }
        }
    }

    /// Wakes a group of listeners. False when nobody listens, and the clock with that stopped.
    private func remind(_ group: Int) -> Bool {
        state.withLock { state in
            if state.accounts.isEmpty {
                state.clock = nil
                return false
            }
            for followed in state.accounts.values {
                guard let latest = followed.latest else { continue }
                for (number, listener) in followed.listeners where number % Self.groups == group {
                    listener.continuation.yield(latest)
                }
            }
            return true
        }
    }
}
