import DaybookCore
import DaybookStore
import NIOCore
import Synchronization

/// One account's to-dos or notes in memory, in the orders that were asked for, with the pages last asked for.
///
/// It is a copy, never the truth: each request brings the account's cursor as it stands in the database, and before an
/// answer the list reads what changed up to there. So it is right also when another process writes to the database.
final class AccountList<Index: ListIndex>: Sendable {
    private struct State {
        var cursor: Int64 = 0
        var indexes = [Index.usualOrder: Index(order: Index.usualOrder)]
        var pages: [ListPage<Index>: ByteBuffer] = [:]
        /// Bytes of all texts.
        var textBytes = 0
        var refresh: Task<Void, any Error>?
    }

    /// Pages kept as bytes: what a few devices ask for again and again.
    private static var pagesKept: Int { 16 }
    private static var readAtOnce: PageLimit { PageLimit(records: 5_000, bytes: 8 << 20) }
    /// What a thing takes in memory in each order beside its texts, roughly.
    private static var bytesPerItem: Int { 512 }
    /// How often a text stands in memory in each order: as it is, folded to sort by, folded to search in.
    private static var copiesOfText: Int { 3 }

    private let account: AccountID
    private let storage: any Storage
    private let state = Mutex(State())

    init(account: AccountID, storage: any Storage) {
        self.account = account
        self.storage = storage
    }

    /// A page as JSON, of the list as it is at `cursor` or later; with the memory the list takes, roughly, when that
    /// has changed.
    func page(_ page: ListPage<Index>, at cursor: Int64) async throws -> (ByteBuffer, bytes: Int?) {
        while true {
            let answer = state.withLock { state -> (ByteBuffer, Int?)? in
                guard state.cursor >= cursor else { return nil }
                if let known = state.pages[page] { return (known, nil) }
                return (Self.write(page, &state), Self.bytes(state))
            }
            if let answer { return answer }
            try await refreshTask().value
        }
    }

    private static func bytes(_ state: State) -> Int {
        let items = (state.indexes[Index.usualOrder]?.count ?? 0) * bytesPerItem + state.textBytes * copiesOfText
        return 1_024 + items * state.indexes.count + state.pages.values.reduce(0) { $0 + $1.capacity }
    }

    // MARK: - Answering

    private static func write(_ page: ListPage<Index>, _ state: inout State) -> ByteBuffer {
        let answer = ListPageWriter(index: index(in: page.order, &state), page: page).buffer
        if state.pages.count >= pagesKept { state.pages.removeAll(keepingCapacity: true) }
        state.pages[page] = answer
        return answer
    }

    private static func index(in order: Index.Item.Order, _ state: inout State) -> Index {
        if let index = state.indexes[order] { return index }
        var index = state.indexes[Index.usualOrder] ?? Index(order: Index.usualOrder)
        index.arrange(by: order)
        state.indexes[order] = index
        return index
    }

    // MARK: - Refreshing

    /// The refresh under way, or a new one: a hundred requests that find the list stale read the database once.
    private func refreshTask() -> Task<Void, any Error> {
        state.withLock { state in
            if let task = state.refresh { return task }
            let task = Task { try await self.refresh() }
            state.refresh = task
            return task
        }
    }

    private func refresh() async throws {
        defer { state.withLock { $0.refresh = nil } }
        var hasMore = true
        while hasMore {
            let start = state.withLock { $0.cursor }
            let changes = try await storage.changes(of: account, after: start, limit: Self.readAtOnce)
            state.withLock { Self.take(changes, &$0) }
            hasMore = changes.more
        }
    }

    private static func take(_ changes: ChangePage, _ state: inout State) {
        state.cursor = changes.cursor
        if changes.changes.isEmpty { return }
        state.pages.removeAll(keepingCapacity: true)
        if changes.changes.count > 1_000 {
            // Cheaper to sort an order again when it is next asked for than to insert one by one.
            for order in Array(state.indexes.keys) where order != Index.usualOrder { state.indexes[order] = nil }
        }
        for order in Array(state.indexes.keys) {
            guard var index = state.indexes.removeValue(forKey: order) else { continue }
            var added = 0
            for stored in changes.changes { added += index.take(stored.record) }
            if order == Index.usualOrder { state.textBytes += added }
            state.indexes[order] = index
        }
    }
}
