import GRDB
import Synchronization

/// Sees what other processes write to the database while somebody listens.
///
/// SQLite tells nobody of a commit, but `PRAGMA data_version` says for microseconds of work whether there was one since
/// it was last asked (https://sqlite.org/pragma.html#pragma_data_version). This process tells of its own commits at
/// once; the watch is for those of others.
final class ChangeWatch: Sendable {
    /// How often it looks: a device is to hear of a change within a second (S11).
    private static let interval = Duration.milliseconds(500)

    private struct State {
        var task: Task<Void, Never>?
        var queue: DatabaseQueue?
        var version: Int64?
        var isClosed = false
    }

    private let feed: CursorFeed
    private let open: @Sendable () throws -> DatabaseQueue
    private let cursor: @Sendable (AccountID, Database) throws -> Int64?
    private let state = Mutex(State())

    /// Tells a feed what `cursor` reads, on a connection of its own that `open` makes when somebody first listens.
    init(
        feed: CursorFeed,
        open: @escaping @Sendable () throws -> DatabaseQueue,
        cursor: @escaping @Sendable (AccountID, Database) throws -> Int64?
    ) {
        self.feed = feed
        self.open = open
        self.cursor = cursor
    }

    /// Looks from now on, until nobody listens.
    func start() {
        state.withLock { state in
            guard state.task == nil, !state.isClosed else { return }
            state.task = Task { [weak self] in
                while let self, await self.goesOn() { self.look() }
            }
        }
    }

    func close() {
        state.withLock { state in
            state.isClosed = true
            state.task?.cancel()
            try? state.queue?.close()
            state.queue = nil
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

    /// Tells what has moved. What cannot be read now is read the next time.
    private func look() {
        state.withLock { state in
            guard !state.isClosed, let queue = try? state.queue ?? open() else { return }
            state.queue = queue
            try? queue.unsafeRead { db in
                let version = try Int64.fetchOne(db.cachedStatement(sql: "PRAGMA data_version"))
                guard version != state.version else { return }
                // Asked for after the version: who begins to listen later has read a number of that version or newer.
                for account in feed.accounts {
                    if let cursor = try cursor(account, db) {
                        feed.tell(cursor, of: account)
                    } else {
                        feed.end(account)
                    }
                }
                state.version = version
            }
        }
    }
}
