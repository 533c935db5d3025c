import DaybookCore
import DaybookStore
import NIOCore
import Synchronization

/// One account's to-dos or notes in memory, in the orders that requests have asked for, with the latest pages.
///
/// It is a copy: each request brings the account's present cursor from the database, and before an answer the list
/// reads the changes up to it. So it is correct even when another process writes to the database.
///
/// A small list answers on the calling thread. Longer work uses a copy of the state, on one of the threads for long
/// computations, and no caller waits for a lock meanwhile.
final class AccountList<Index: ListIndex>: Sendable {
    /// A page of the list at one moment.
    private struct PageAt: Hashable {
        let page: ListPage<Index>
        let generation: Int
    }

    private struct State {
        var list = ListState<Index>()
        /// Whether a task is applying changes. That task owns the list meanwhile.
        var isChanging = false
        /// The number of tasks that use a copy.
        var copies = 0

        /// Whether the list is complete, at a number or later.
        func has(_ cursor: Int64) -> Bool { !isChanging && !list.isBehind && list.cursor >= cursor }
    }

    private enum Answer {
        case known(ByteBuffer)
        case written(ByteBuffer, bytes: Int)
        /// Changes must be read first. `isFar` says whether there are many of them.
        case stale(isFar: Bool)
        case long
    }

    private let account: AccountID
    private let storage: any Storage
    private let tasks: LongTasks
    private let bounds: ListBounds
    private let state = Mutex(State())
    private let refreshes = SharedWork<Bool, Void>()
    private let searches = SharedWork<PageAt, ByteBuffer>()

    init(account: AccountID, storage: any Storage, tasks: LongTasks, bounds: ListBounds) {
        self.account = account
        self.storage = storage
        self.tasks = tasks
        self.bounds = bounds
    }

    /// A page as JSON, of the list at `cursor` or later; with the memory of the list, roughly, when that has changed.
    ///
    /// `lifetime` runs long work, and cancels it when the client has disconnected.
    func page(
        _ page: ListPage<Index>,
        at cursor: Int64,
        within lifetime: RequestLifetime
    ) async throws -> (ByteBuffer, bytes: Int?) {
        while true {
            switch answer(page, at: cursor) {
            case .known(let answer): return (answer, nil)
            case .written(let answer, let bytes): return (answer, bytes)
            case .stale(isFar: false): try await refresh()
            case .stale(isFar: true): try await lifetime { try await self.refresh() }
            case .long:
                let answer = try await lifetime { try await self.search(page, at: cursor) }
                if let answer { return (answer, state.withLock { $0.list.bytes }) }
            }
        }
    }

    // MARK: - Answering

    private func answer(_ page: ListPage<Index>, at cursor: Int64) -> Answer {
        state.withLock { state in
            guard state.has(cursor) else { return .stale(isFar: state.list.isBehind) }
            if let known = state.list.known(page) { return .known(known) }
            guard isShort(page, state.list) else { return .long }
            let index = state.list.index(in: page.order)
            guard let writer = ListPageWriter(index: index, page: page),
                writer.textBytes(upTo: bounds.pageBytes) <= bounds.pageBytes
            else { return .long }
            let answer = writer.buffer
            state.list.keep(answer, for: page)
            return .written(answer, bytes: state.list.bytes)
        }
    }

    /// Whether finding a page takes at most a millisecond or two: in a small list, or when only the page itself is
    /// read.
    private func isShort(_ page: ListPage<Index>, _ list: ListState<Index>) -> Bool {
        if list.count <= bounds.items, list.textBytes <= bounds.textBytes { return true }
        return bounds.items > 0 && !page.criteria.isNarrow && list.indexes[page.order] != nil
    }

    /// Finds a page on a thread for long computations. Requests for the same page share one search. Nil when the list
    /// has changed before the search could begin.
    private func search(_ page: ListPage<Index>, at cursor: Int64) async throws -> ByteBuffer? {
        let copy = state.withLock { state -> ListState<Index>? in
            guard state.has(cursor) else { return nil }
            state.copies += 1
            return state.list
        }
        guard let copy else { return nil }
        defer { state.withLock { $0.copies -= 1 } }
        return try await searches.value(for: PageAt(page: page, generation: copy.generation)) { [self] in
            try await tasks.run(for: .account(account)) { flag in try self.find(page, in: copy, flag) }
        }
    }

    private func find(_ page: ListPage<Index>, in copy: ListState<Index>, _ flag: LongTaskFlag) throws -> ByteBuffer {
        var copy = copy
        let index = copy.index(in: page.order)
        guard let writer = ListPageWriter(index: index, page: page, goesOn: { flag.goesOn }) else {
            try flag.check()
            throw CancellationError()
        }
        let answer = writer.buffer
        state.withLock { state in
            guard !state.isChanging, state.list.generation == copy.generation else { return }
            state.list.keep(index, in: page.order)
            state.list.keep(answer, for: page)
        }
        return answer
    }

    // MARK: - Refreshing

    /// Reads the changes since the last read: a hundred requests that find the list stale read the database once.
    ///
    /// The first read is small, and its changes are applied here. If they are too many, the rest is read in turns.
    private func refresh() async throws {
        try await refreshes.value(for: true) { [self] in
            if state.withLock({ $0.list.isBehind }) { return try await catchUp() }
            let (start, changes) = try await changes(limit: PageLimit(records: max(1, bounds.changes), bytes: 1 << 20))
            if isFew(changes) { take(changes, after: start) } else { state.withLock { $0.list.isBehind = true } }
        }
    }

    /// Each turn has a bounded length. After it the thread serves another account.
    private func catchUp() async throws {
        while state.withLock({ $0.list.isBehind }) {
            try await tasks.turn(for: .account(account)) { turn in
                let (start, changes) = try await changes(limit: bounds.turn)
                try await turn.compute { _ in self.take(changes, after: start) }
            }
        }
    }

    private func changes(limit: PageLimit) async throws -> (start: Int64, ChangePage) {
        let start = state.withLock { $0.list.cursor }
        return (start, try await storage.changes(of: account, after: start, limit: limit))
    }

    private func isFew(_ changes: ChangePage) -> Bool {
        state.withLock { state in
            let isSmall = state.list.count <= bounds.items && state.list.textBytes <= bounds.textBytes
            // While a task uses a copy, a change copies each array that it touches.
            let bound = isSmall ? bounds.changes : state.copies > 0 ? 0 : bounds.changesOfLarge
            return changes.changes.count <= bound
        }
    }

    /// Applies the changes that were read after a number. The list is moved out meanwhile, so that it is changed in
    /// place.
    ///
    /// Does nothing when another refresh, whose callers have all been cancelled, has applied changes meanwhile.
    private func take(_ changes: ChangePage, after start: Int64) {
        let taken = state.withLock { state -> ListState<Index>? in
            guard !state.isChanging, state.list.cursor == start else { return nil }
            state.isChanging = true
            return exchange(&state.list, with: state.list.empty)
        }
        guard var list = taken else { return }
        list.take(changes)
        state.withLock { [list] state in
            state.list = list
            state.isChanging = false
        }
    }
}
