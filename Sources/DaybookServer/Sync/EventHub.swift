import DaybookStore
import Synchronization

/// All listeners for changes. Each receives the changes of its own account.
///
/// One stream of the storage serves all listeners of an account, and one clock serves all comments, so that a listener
/// needs no task or timer. A slow listener gets only the newest number, so no queue builds up. The first of many
/// changes is reported at once, the following ones together after a pause: an account that writes continuously wakes
/// its listeners a few times a second.
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

    /// Reminders go to the listeners in this many groups, one group at a time.
    private static let groups = 20

    private let storage: any Storage
    private let heartbeat: Duration
    private let pause: @Sendable (Duration) async -> Void
    private let state = Mutex(State())

    /// No listener waits much longer than `heartbeat` for an event. `pause` waits between two reports to one account.
    init(
        storage: any Storage,
        heartbeat: Duration,
        pause: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
    ) {
        self.storage = storage
        self.heartbeat = heartbeat
        self.pause = pause
    }

    /// The number of listeners.
    var count: Int { followed.reduce(0) { $0 + $1.count } }

    private var followed: [FollowedAccount] { state.withLock { Array($0.accounts.values) } }

    /// The account's present number at once, then each newer number, and regularly the same number again so that the
    /// listener checks its session. Ends when the account is deleted and at ``close()``.
    func listen(to account: AccountID, session: SessionID) -> (Place, AsyncStream<Int64>) {
        let (stream, continuation) = AsyncStream.makeStream(of: Int64.self, bufferingPolicy: .bufferingNewest(1))
        let listener = FollowedAccount.Listener(session: session, continuation: continuation)
        while let (followed, number) = follow(account) {
            if followed.add(listener, number: number) { return (Place(followed: followed, number: number), stream) }
            // Its last listener has left meanwhile.
            forget(followed)
        }
        continuation.finish()
        return (Place(followed: nil, number: 0), stream)
    }

    /// Ends a listener's stream. A second call does nothing.
    func leave(_ place: Place) {
        guard let followed = place.followed, followed.remove(place.number) else { return }
        forget(followed)
    }

    /// Whether the session of a token is still open. All listeners of one session that a change has woken share one
    /// `look`, which begins after the change.
    func isOpen(_ token: TokenHash, at place: Place, _ look: @escaping @Sendable () async -> Bool) async -> Bool {
        await place.followed?.isOpen(token, look) ?? false
    }

    /// Ends all streams, and all later ones at once.
    func close() {
        let all = state.withLock { state in
            state.isClosed = true
            defer { state.accounts = [:] }
            return Array(state.accounts.values)
        }
        for followed in all { followed.end() }
    }

    // MARK: - Following

    /// The followed account, which may be new, and a number for a listener; nil when the hub is closed.
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
                    // Opened before the present number is read, so that no change between the two is lost.
                    let cursors = storage.cursors(of: account)
                    if let present = try? await storage.cursor(of: account) { followed.publish(present) }
                    for await cursor in cursors {
                        followed.publish(cursor)
                        await pause(followed.pause)
                    }
                    // The storage has ended the stream: the account is deleted, or the storage closed.
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
        let step = heartbeat / Self.groups
        return Task { [weak self] in
            var group = 0
            while (try? await Task.sleep(for: step)) != nil, let self, self.remind(group) {
                group = (group + 1) % Self.groups
            }
        }
    }

    /// Wakes a group of listeners. False when there are no listeners, and the clock has stopped.
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
