import DaybookStore
import Synchronization

/// All listeners for changes. Each hears of the changes of its own account.
///
/// One look at the storage serves all listeners of an account, and one clock all comments, so that a listener costs no
/// task or timer of its own. A listener who reads slowly gets the newest number alone: nothing piles up. The first of
/// many changes is told at once, those that follow as one after a pause: an account that writes without end wakes its
/// listeners some times in a second.
final class EventHub: Sendable {
    /// One listener, until it leaves.
    struct Place: Sendable {
        fileprivate let followed: FollowedAccount?
        fileprivate let number: Int
    }

    private struct State {
        var accounts: [AccountID: FollowedAccount] = [:]
        var number = 0
        var clock: Task<Void, Never>?
        var isClosed = false
    }

    /// The listeners are told in so many groups, one after another, that there is still something.
    private static let groups = 20

    private let storage: any Storage
    private let silence: Duration
    private let pause: @Sendable (Duration) async -> Void
    private let state = Mutex(State())

    /// No listener goes without a word for much longer than `silence`. `pause` waits between tellings of one account.
    init(
        storage: any Storage,
        silence: Duration,
        pause: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
    ) {
        self.storage = storage
        self.silence = silence
        self.pause = pause
    }

    /// The number of listeners.
    var count: Int { followed.reduce(0) { $0 + $1.count } }

    private var followed: [FollowedAccount] { state.withLock { Array($0.accounts.values) } }

    /// The account's present number at once, then each newer one, and now and then the same again so that the listener
    /// looks whether all is well. Ends when the account does and at ``close()``.
    func listen(to account: AccountID, session: SessionID) -> (Place, AsyncStream<Int64>) {
        let (stream, continuation) = AsyncStream.makeStream(of: Int64.self, bufferingPolicy: .bufferingNewest(1))
        let listener = FollowedAccount.Listener(session: session, continuation: continuation)
        while let (followed, number) = follow(account) {
            if followed.add(listener, number: number) { return (Place(followed: followed, number: number), stream) }
            // Its last listener has left in between.
            forget(followed)
        }
        continuation.finish()
        return (Place(followed: nil, number: 0), stream)
    }

    /// Ends a listener's stream. Once is enough; more does nothing.
    func leave(_ place: Place) {
        guard let followed = place.followed, followed.remove(place.number) else { return }
        forget(followed)
    }

    /// Whether the session of a token is open still. All listeners of one session that a change has woken share one
    /// `look`, which begins after the change.
    func isOpen(_ token: TokenHash, at place: Place, _ look: @escaping @Sendable () async -> Bool) async -> Bool {
        await place.followed?.isOpen(token, look) ?? false
    }

    /// Ends all streams, and those to come at once.
    func close() {
        let all = state.withLock { state in
            state.isClosed = true
            defer { state.accounts = [:] }
            return Array(state.accounts.values)
        }
        for followed in all { followed.end() }
    }

    // MARK: - Following

    /// An account that is followed, from now on if it was not, and a number for a listener; nil when the hub is closed.
    private func follow(_ account: AccountID) -> (FollowedAccount, Int)? {
        state.withLock { state in
            if state.isClosed { return nil }
            state.number += 1
            if state.clock == nil { state.clock = clock() }
            if let known = state.accounts[account] { return (known, state.number) }
            let followed = FollowedAccount(account)
            state.accounts[account] = followed
            followed.keep(
                Task { [weak self, storage, pause] in
                    // Asked for before the present number, so that no change falls between the two.
                    let cursors = storage.cursors(of: account)
                    if let present = try? await storage.cursor(of: account) { followed.tell(present) }
                    for await cursor in cursors {
                        followed.tell(cursor)
                        await pause(followed.pause)
                    }
                    // The storage has nothing more to tell: the account is deleted, or the storage closed.
                    followed.end()
                    self?.forget(followed)
                }
            )
            return (followed, state.number)
        }
    }

    private func forget(_ followed: FollowedAccount) {
        state.withLock { state in
            if state.accounts[followed.account] === followed { state.accounts[followed.account] = nil }
        }
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
        let all = state.withLock { state -> [FollowedAccount]? in
            if state.accounts.isEmpty {
                state.clock = nil
                return nil
            }
            return Array(state.accounts.values)
        }
        guard let all else { return false }
        for followed in all { followed.remind(group, of: Self.groups) }
        return true
    }
}
