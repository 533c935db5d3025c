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
/// computations, and no caller waits for a lock meanwhile. The list is emptied when others need its memory, and read
/// again when it is next asked for.
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
        /// The greatest number at which the list was found to have too many bytes.
        var tooLargeAt: Int64 = -1
        /// Whether the list was emptied while a task changed it.
        var isEmptied = false

        /// Whether the list is complete, at a number or later.
        func has(_ cursor: Int64) -> Bool { !isChanging && !list.isBehind && list.cursor >= cursor }
    }

    private enum Answer {
        case known(ByteBuffer)
        /// Changes must be read first. `isFar`: whether there are many of them.
        case stale(isFar: Bool)
        case long
        case tooLarge
    }

    /// The list has more bytes than it may have, at this number. Nothing is known about the list at a later number.
    private struct TooLarge: Error {
        let cursor: Int64
    }

    private let account: AccountID
    private let storage: any Storage
    private let memory: ListMemory
    private let tasks: LongTasks
    private let bounds: ListBounds
    private let meter: BudgetMeter
    private let whenEmptied: @Sendable (AccountList<Index>) -> Void
    private let state = Mutex(State())
    /// The key includes whether the list is refreshed in a turn of its account.
    private let refreshes = SharedWork<Bool, Void>()
    private let searches = SharedWork<PageAt, ByteBuffer>()

    /// A list that is empty. It is read when it is first asked for. `whenEmptied` receives the list when it is emptied
    /// again.
    init(
        account: AccountID,
        storage: any Storage,
        memory: ListMemory,
        tasks: LongTasks,
        bounds: ListBounds,
        meter: BudgetMeter,
        whenEmptied: @escaping @Sendable (AccountList<Index>) -> Void
    ) {
        self.account = account
        self.storage = storage
        self.memory = memory
        self.tasks = tasks
        self.bounds = bounds
        self.meter = meter
        self.whenEmptied = whenEmptied
    }

    deinit { memory.remove(ObjectIdentifier(self)) }

    /// The number of requests that wait until changes are read.
    var refreshingCount: Int { refreshes.waitingCount(for: false) + refreshes.waitingCount(for: true) }

    /// A page as JSON, of the list at `cursor` or later.
    ///
    /// `lifetime` runs long work, and cancels it when the client has disconnected. Throws 507 when the list has more
    /// bytes than it may have.
    func page(_ page: ListPage<Index>, at cursor: Int64, within lifetime: RequestLifetime) async throws -> ByteBuffer {
        while true {
            do {
                if let bytes = try await answerOrWork(page, at: cursor, within: lifetime) { return bytes }
            } catch let error as TooLarge {
                state.withLock { $0.tooLargeAt = max($0.tooLargeAt, error.cursor) }
                // A refresh that began for an earlier request may have read less than this request asks for.
                if error.cursor < cursor { continue }
                meter.refused(.listBytes)
                throw Problem.listTooLarge
            }
        }
    }

    /// Answers, or does a part of the work that an answer needs. Nil when more is to be done.
    private func answerOrWork(
        _ page: ListPage<Index>,
        at cursor: Int64,
        within lifetime: RequestLifetime
    ) async throws -> ByteBuffer? {
        let answer = self.answer(page, at: cursor)
        if case .known(let bytes) = answer { return bytes }
        if case .stale(isFar: false) = answer {
            try await refresh(to: cursor)
            return nil
        }
        return try await lifetime { try await self.answerAtLength(answer, page, at: cursor) }
    }

    /// Does the long work for an answer: in a turn of the account when the list is long. Nil when the list has changed
    /// meanwhile.
    private func answerAtLength(
        _ answer: Answer,
        _ page: ListPage<Index>,
        at cursor: Int64
    ) async throws -> ByteBuffer? {
        guard isLong else { return try await work(towards: answer, page, at: cursor, inTurn: false) }
        return try await memory.inTurn(of: account, with: self, empty: emptying) {
            while true {
                let answer = self.answer(page, at: cursor)
                if let bytes = try await work(towards: answer, page, at: cursor, inTurn: true) { return bytes }
            }
        }
    }

    private func work(
        towards answer: Answer,
        _ page: ListPage<Index>,
        at cursor: Int64,
        inTurn: Bool
    ) async throws -> ByteBuffer? {
        switch answer {
        case .known(let bytes): return bytes
        case .tooLarge: throw TooLarge(cursor: cursor)
        case .long: return try await search(page, at: cursor)
        case .stale:
            try await refresh(to: cursor, inTurn: inTurn)
            return nil
        }
    }

    private var isLong: Bool { state.withLock { $0.list.bytes > bounds.longBytes } }

    /// Empties the list. A task that is changing it empties it when it is done.
    private func empty() {
        state.withLock { state in
            if state.isChanging { state.isEmptied = true } else { state.list = state.list.emptied }
        }
        whenEmptied(self)
    }

    private var emptying: @Sendable () -> Void { { [weak self] in self?.empty() } }

    private func note(_ bytes: Int) { memory.set(bytes, of: self, empty: emptying) }

    // MARK: - Answering

    private func answer(_ page: ListPage<Index>, at cursor: Int64) -> Answer {
        let (answer, bytes) = state.withLock { state -> (Answer, bytes: Int?) in
            if cursor <= state.tooLargeAt { return (.tooLarge, nil) }
            guard state.has(cursor) else { return (.stale(isFar: state.list.isBehind), nil) }
            // A known page is a use of the list too: the memory empties the lists that were used least recently.
            if let known = state.list.known(page) { return (.known(known), state.list.bytes) }
            guard isShort(page, state.list) else { return (.long, nil) }
            let index = state.list.index(in: page.order)
            guard let writer = ListPageWriter(index: index, page: page),
                writer.textBytes(upTo: bounds.pageBytes) <= bounds.pageBytes
            else { return (.long, nil) }
            let answer = writer.buffer
            state.list.keep(answer, for: page)
            return (.known(answer), state.list.bytes)
        }
        if let bytes { note(bytes) }
        return answer
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
        let bytes = state.withLock { state -> Int? in
            guard !state.isChanging, state.list.generation == copy.generation else { return nil }
            state.list.keep(index, in: page.order, within: bounds.bytes)
            state.list.keep(answer, for: page)
            return state.list.bytes
        }
        if let bytes { note(bytes) }
        return answer
    }

    // MARK: - Refreshing

    /// Reads the changes since the last read: a hundred requests that find the list stale read the database once.
    ///
    /// The first read is small, and its changes are applied here, at the cost of the account: on the lane of the connection
    /// that asks first. If they are too many, the rest is read in turns.
    ///
    /// `cursor` is a number that the account has reached. A caller that joins a refresh may have a later number.
    private func refresh(to cursor: Int64, inTurn: Bool = false) async throws {
        try await refreshes.value(for: inTurn, on: ConnectionLane.current) { [self] in
            if state.withLock({ $0.list.isBehind }) { return try await catchUp(to: cursor, inTurn: inTurn) }
            let limit = PageLimit(records: max(1, bounds.changes), bytes: max(1, bounds.changeBytes))
            let (start, changes) = try await changes(limit: limit)
            if isFew(changes) {
                try take(changes, after: start, to: cursor)
            } else {
                state.withLock { $0.list.isBehind = true }
            }
        }
    }

    /// Each turn on a thread has a bounded length. After it the thread serves another account. A list that becomes long
    /// is read on in a turn of its account. A read of a turn takes too long for an event loop.
    private func catchUp(to cursor: Int64, inTurn: Bool) async throws {
        try await withTaskExecutorPreference(globalConcurrentExecutor) {
            while state.withLock({ $0.list.isBehind }), inTurn || !isLong {
                try await tasks.turn(for: .account(account)) { turn in
                    let (start, changes) = try await changes(limit: bounds.turn)
                    try await turn.compute { _ in try self.take(changes, after: start, to: cursor) }
                }
            }
        }
    }

    private func changes(limit: PageLimit) async throws -> (start: Int64, ChangePage) {
        let start = state.withLock { $0.list.cursor }
        return (start, try await storage.changes(of: account, after: start, limit: limit))
    }

    private func isFew(_ changes: ChangePage) -> Bool {
        let bytes = changes.changes.reduce(0) { $0 + $1.record.fieldsBytes }
        return state.withLock { state in
            let isSmall = state.list.count <= bounds.items && state.list.textBytes <= bounds.textBytes
            // While a task uses a copy, a change copies each array that it touches.
            let bound = isSmall ? bounds.changes : state.copies > 0 ? 0 : bounds.changesOfLarge
            return changes.changes.count <= bound && bytes * state.list.indexes.count <= bounds.changeBytes
        }
    }

    /// Applies the changes that were read after a number. The list is moved out meanwhile, so that it is changed in
    /// place.
    ///
    /// Does nothing when another refresh, whose callers have all been cancelled, has applied changes meanwhile. Throws
    /// when the list has too many bytes then, and empties it. The error has the number of the last change that was
    /// applied, or `cursor` if that is greater: the account had reached it before the read.
    private func take(_ changes: ChangePage, after start: Int64, to cursor: Int64) throws {
        let taken = state.withLock { state -> ListState<Index>? in
            guard !state.isChanging, state.list.cursor == start else { return nil }
            state.isChanging = true
            return exchange(&state.list, with: state.list.empty)
        }
        guard var list = taken else { return }
        list.take(changes, within: bounds.bytes)
        let isTooLarge = list.bytes > bounds.bytes
        let bytes = state.withLock { [list] state in
            state.list = state.isEmptied || isTooLarge ? list.emptied : list
            (state.isChanging, state.isEmptied) = (false, false)
            return state.list.bytes
        }
        note(bytes)
        if isTooLarge { throw TooLarge(cursor: max(cursor, list.cursor)) }
    }
}
