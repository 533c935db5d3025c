import DaybookCore
import DaybookStore
import NIOCore
import Synchronization

/// The lists of the most recently active accounts, within a bound on memory.
final class AccountLists<Index: ListIndex>: Sendable {
    private struct Entry {
        let list: AccountList<Index>
        var bytes: Int
        var used: UInt64
    }

    private struct State {
        var entries: [AccountID: Entry] = [:]
        var total = 0
        /// Counts uses; an entry's number says when it was last used.
        var uses: UInt64 = 0
    }

    private let storage: any Storage
    private let limit: Int
    private let tasks: LongTasks
    private let bounds: ListBounds
    private let state = Mutex(State())

    init(
        storage: any Storage,
        limit: Int,
        tasks: LongTasks,
        bounds: ListBounds = ListBounds()
    ) {
        self.storage = storage
        self.limit = limit
        self.tasks = tasks
        self.bounds = bounds
    }

    /// A page of an account's list as JSON, at `cursor` or later.
    ///
    /// Long work ends with `lifetime`.
    func page(
        _ page: ListPage<Index>,
        of account: AccountID,
        at cursor: Int64,
        _ lifetime: RequestLifetime = .unbounded
    ) async throws -> ByteBuffer {
        let list = list(of: account)
        let (answer, bytes) = try await list.page(page, at: cursor, within: lifetime)
        if let bytes { note(account, takes: bytes) }
        return answer
    }

    private func list(of account: AccountID) -> AccountList<Index> {
        state.withLock { state in
            state.uses += 1
            if let known = state.entries[account] {
                state.entries[account]?.used = state.uses
                return known.list
            }
            let list = AccountList<Index>(account: account, storage: storage, tasks: tasks, bounds: bounds)
            state.entries[account] = Entry(list: list, bytes: 0, used: state.uses)
            return list
        }
    }

    /// Records a list's memory, and drops the least recently used lists until all fit.
    private func note(_ account: AccountID, takes bytes: Int) {
        state.withLock { state in
            guard let entry = state.entries[account], entry.bytes != bytes else { return }
            state.total += bytes - entry.bytes
            state.entries[account]?.bytes = bytes
            while state.total > limit, state.entries.count > 1 {
                guard let oldest = state.entries.min(by: { $0.value.used < $1.value.used }) else { return }
                state.total -= oldest.value.bytes
                state.entries[oldest.key] = nil
            }
        }
    }
}
