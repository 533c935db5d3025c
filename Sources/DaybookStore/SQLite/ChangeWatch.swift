import Synchronization

/// Detects what other processes write to the database, while there are listeners.
///
/// SQLite does not report commits, but `PRAGMA data_version` shows, within microseconds, whether another connection has
/// committed since the last query (https://sqlite.org/pragma.html#pragma_data_version). The query runs on the writer's
/// connection: all commits of this process are its own and do not change the value, and this process reports those at
/// once. On any other connection they would count, and under load each look would read the cursors of all accounts
/// again.
final class ChangeWatch: Sendable {
    /// The time between two looks: a device gets a change within a second (S11).
    private static let interval = Duration.milliseconds(500)
    /// The number of accounts in one query.
    static let accountsAtOnce = 256

    private struct State {
        var task: Task<Void, Never>?
        /// The version up to which all changes were reported.
        var version: Int64?
        var isClosed = false
    }

    private let feed: CursorFeed
    private let version: @Sendable () async throws -> Int64
    private let cursors: @Sendable ([AccountID]) async throws -> [AccountID: Int64]
    private let state = Mutex(State())

    /// Sends a feed the numbers that `cursors` reads of some accounts, whenever `version` has changed.
    ///
    /// `version` changes with the commits of other processes and not with those of this one. `cursors` leaves out an
    /// account that does not exist.
    init(
        feed: CursorFeed,
        version: @escaping @Sendable () async throws -> Int64,
        cursors: @escaping @Sendable ([AccountID]) async throws -> [AccountID: Int64]
    ) {
        self.feed = feed
        self.version = version
        self.cursors = cursors
    }

    /// Looks from now on, until there are no listeners.
    func start() {
        state.withLock { state in
            guard state.task == nil, !state.isClosed else { return }
            state.task = Task { [weak self] in
                while let self, await self.goesOn() { await self.look() }
            }
        }
    }

    func close() {
        let task = state.withLock { state in
            state.isClosed = true
            return state.task
        }
        task?.cancel()
    }

    /// Waits for the next look. False when there are no listeners or the watch is closed.
    private func goesOn() async -> Bool {
        try? await Task.sleep(for: Self.interval)
        return state.withLock { state in
            if !state.isClosed && !feed.isEmpty { return true }
            state.task = nil
            return false
        }
    }

    /// Reports the changes of other processes. An account that cannot be read now is read the next time.
    ///
    /// Holds no lock while it reads the database, so a new listener does not wait.
    func look() async {
        guard let present = try? await version(), present != state.withLock({ $0.version }) else { return }
        // Read after the version, so a later listener has a number of that version or a newer one.
        var rest = feed.accounts[...]
        while !rest.isEmpty {
            let some = Array(rest.prefix(Self.accountsAtOnce))
            rest = rest.dropFirst(some.count)
            guard !state.withLock({ $0.isClosed }), let found = try? await cursors(some) else { return }
            for account in some {
                if let cursor = found[account] { feed.publish(cursor, of: account) } else { feed.end(account) }
            }
        }
        state.withLock { $0.version = present }
    }
}
