import DaybookCore
import DaybookStore
import NIOCore

/// The state of ``AccountList``: the account's items at a number, in the orders that requests have asked for.
///
/// A value: a computation uses a copy of an index as long as it needs, while the list changes.
struct ListState<Index: ListIndex>: Sendable {
    /// The number of pages kept as bytes, because devices ask for the same pages repeatedly.
    private static var pagesKept: Int { 16 }
    /// The most bytes of a page that is kept: to write a larger one again costs little beside sending it.
    static var pageBytes: Int { 256 << 10 }
    /// The memory of an item in each order besides its texts, in bytes, roughly.
    private static var bytesPerItem: Int { 512 }
    /// The copies of a text in each order: the text, its form for sorting, its form for searching.
    private static var copiesOfText: Int { 3 }
    /// With more changes, it is cheaper to sort an order again, when it is next asked for, than to insert one by one.
    private static var changesWorthSorting: Int { 1_000 }

    /// All changes up to this number are applied.
    private(set) var cursor: Int64 = 0
    /// Increases with each change of the list.
    private(set) var generation = 0
    /// Whether further reads are needed before the list is complete.
    var isBehind = false
    /// The list need not see deletes up to this number: it was read from the start after their tombstones were dropped.
    private(set) var floor: Int64 = 0
    private(set) var indexes = [Index.usualOrder: Index.empty(in: Index.usualOrder)]
    private var pages: [ListPage<Index>: ByteBuffer] = [:]
    /// The bytes of all texts.
    private(set) var textBytes = 0

    /// The number of items.
    var count: Int { indexes[Index.usualOrder]?.count ?? 0 }

    /// Its memory, roughly.
    var bytes: Int {
        let items = count * Self.bytesPerItem + textBytes * Self.copiesOfText
        let others = indexes[Index.usualOrder]?.otherBytes ?? 0
        return 1_024 + (items + others) * indexes.count + pages.values.reduce(0) { $0 + $1.capacity }
    }

    // MARK: - Pages

    /// A recently requested page.
    func known(_ page: ListPage<Index>) -> ByteBuffer? { pages[page] }

    /// Keeps a page for the next request of the same page, if it is not too large.
    mutating func keep(_ answer: ByteBuffer, for page: ListPage<Index>) {
        if answer.readableBytes > Self.pageBytes { return }
        if pages.count >= Self.pagesKept { pages.removeAll(keepingCapacity: true) }
        pages[page] = answer
    }

    /// The items in an order. The order is kept for later requests.
    mutating func index(in order: Index.Item.Order) -> Index {
        if let index = indexes[order] { return index }
        var index = indexes[Index.usualOrder] ?? .empty(in: Index.usualOrder)
        index.arrange(by: order)
        indexes[order] = index
        return index
    }

    /// Keeps an index in a new order, if the list has at most `limit` bytes then. Other orders make room for it.
    mutating func keep(_ index: Index, in order: Index.Item.Order, within limit: Int) {
        indexes[order] = index
        if bytes > limit { keepOrders([Index.usualOrder, order]) }
        if bytes > limit { keepOrders([Index.usualOrder]) }
    }

    private mutating func keepOrders(_ kept: Set<Index.Item.Order>) {
        for order in Array(indexes.keys) where !kept.contains(order) { indexes[order] = nil }
    }

    // MARK: - Changes

    /// Applies changes that were read after ``cursor``.
    ///
    /// When tombstones were dropped that the list has not read, it holds deleted items and cannot know which: then it
    /// is empty afterwards, and has to read everything from the start (S10).
    ///
    /// Only the usual order is kept when the list would have more than `limit` bytes otherwise.
    mutating func take(_ changes: ChangePage, within limit: Int) {
        generation += 1
        if cursor == 0 { floor = changes.forgotten }
        if changes.forgotten > max(cursor, floor) {
            self = ListState(generation: generation, isBehind: true)
            return
        }
        cursor = changes.cursor
        isBehind = changes.more
        if changes.changes.isEmpty { return }
        pages.removeAll(keepingCapacity: true)
        if changes.changes.count > Self.changesWorthSorting {
            for order in Array(indexes.keys) where order != Index.usualOrder { indexes[order] = nil }
        }
        for order in Array(indexes.keys) {
            // Removed from the dictionary, so that it is changed in place and not copied.
            guard var index = indexes.removeValue(forKey: order) else { continue }
            var added = 0
            for stored in changes.changes { added += index.take(stored.record) }
            if order == Index.usualOrder { textBytes += added }
            indexes[order] = index
        }
        if bytes > limit { keepOrders([Index.usualOrder]) }
    }

    /// An empty list at the same cursor.
    var empty: ListState {
        var empty = ListState(generation: generation, isBehind: isBehind)
        empty.cursor = cursor
        return empty
    }

    /// An empty list that must be read from the start. It has a later generation, so that no search of this list is
    /// taken for a search of the list that is read again.
    var emptied: ListState { ListState(generation: generation + 1, isBehind: false) }

    /// An empty list.
    init() {}

    private init(generation: Int, isBehind: Bool) {
        self.generation = generation
        self.isBehind = isBehind
    }
}
