import Synchronization

/// Sees what other processes write to the database while somebody listens.
///
/// SQLite tells nobody of a commit, but `PRAGMA data_version` says for microseconds of work whether another connection
/// has committed since it was last asked (https://sqlite.org/pragma.html#pragma_data_version). The writer's connection
/// is the one to ask: every commit of this process is its own and leaves its number as it is, and this process tells of
/// those at once. Any other connection would count them, and each look under load would read everybody's cursor again.
final class ChangeWatch: Sendable {
    /// The time between two looks: a device hears of a change within a second (S11).
    private static let interval = Duration.milliseconds(500)
    /// The number of accounts that one statement asks for.
    static let accountsAtOnce = 256

    private struct State {
        var task: Task<Void, Never>?
        /// The version up to which everything is told.
        var version: Int64?
        var isClosed = false
    }

    private let feed: CursorFeed
    private let version: @Sendable () async throws -> Int64
    private let cursors: @Sendable ([AccountID]) async throws -> [AccountID: Int64]
    private let state = Mutex(State())

    /// Tells a feed what `cursors` reads of some accounts, whenever `version` has become another.
    ///
    /// `version` changes with the commits of other processes and not with those of this one. `cursors` leaves out an
    /// account that is not there.
    init(
        feed: CursorFeed,
        version: @escaping @Sendable () async throws -> Int64,
        cursors: @escaping @Sendable ([AccountID]) async throws -> [AccountID: Int64]
    ) {
        self.feed = feed
        self.version = version
        self.cursors = cursors
    }

    /// Looks from now on, until nobody listens.
    func start() {
        state.withLock { state in
            guard state.task == nil, !state.isClosed else { return }
            state.task = Task { [weak self] in
                while let self, await self.goesOn() { await self.look() }
            }
        }
    }

    func close() {
        state.withLock { state in
            state.isClosed = true
            state.task?.cancel()
        }
    }

    /// Waits for the next look. False when there is nothing left to do.
    private func goesOn() async -> Bool {
        try? await Task.sleep(for: Self.interval)
        return state.withLock { state in
            if !state.isClosed && !feed.isEmpty { return true }
            state.task = nil
            return false
        }
    }

    /// Tells what others have moved. What cannot be read now is read the next time.
    ///
    /// Nothing is locked while the database is read, so a new listener does not wait.
    func look() async {
        guard let present = try? await version(), present != state.withLock({ $0.version }) else { return }
        // Read after the version, so a later listener has read a number of that version or a newer one.
        var rest = feed.accounts[...]
        while !rest.isEmpty {
            let some = Array(rest.prefix(Self.accountsAtOnce))
            rest = rest.dropFirst(some.count)
            guard !state.withLock({ $0.isClosed }), let found = try? await cursors(some) else { return }
            for account in some {
                if let cursor = found[account] { feed.tell(cursor, of: account) } else { feed.end(account) }
            }
        }
        state.withLock { $0.version = present }
    }
}
