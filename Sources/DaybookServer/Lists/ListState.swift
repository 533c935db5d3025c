import DaybookCore
import DaybookStore
import NIOCore

/// The state of ``AccountList``: the account's items at some number, in the orders that requests have asked for.
///
/// A value: a computation works on a copy of an index for as long as it takes, while the list changes.
struct ListState<Index: ListIndex>: Sendable {
    /// Pages kept as bytes: what a few devices ask for again and again.
    private static var pagesKept: Int { 16 }
    /// The memory of an item in each order beside its texts, in bytes, roughly.
    private static var bytesPerItem: Int { 512 }
    /// The copies of a text in each order: the text, its form for sorting, its form for searching.
    private static var copiesOfText: Int { 3 }
    /// So many changes make it cheaper to sort an order again, when it is next asked for, than to insert one by one.
    private static var changesWorthSorting: Int { 1_000 }

    /// Everything up to here is in it.
    private(set) var cursor: Int64 = 0
    /// Another one after each change of what is in it.
    private(set) var generation = 0
    /// Whether the list needs further reads before it is whole.
    var isBehind = false
    /// Deletes up to here need not be heard of: everything was read from the start after they were forgotten.
    private(set) var floor: Int64 = 0
    private(set) var indexes = [Index.usualOrder: Index(order: Index.usualOrder)]
    private var pages: [ListPage<Index>: ByteBuffer] = [:]
    /// Bytes of all texts.
    private(set) var textBytes = 0

    /// The number of items.
    var count: Int { indexes[Index.usualOrder]?.count ?? 0 }

    /// The memory it takes, roughly.
    var bytes: Int {
        let items = count * Self.bytesPerItem + textBytes * Self.copiesOfText
        return 1_024 + items * indexes.count + pages.values.reduce(0) { $0 + $1.capacity }
    }

    // MARK: - Pages

    /// A page that was asked for lately.
    func known(_ page: ListPage<Index>) -> ByteBuffer? { pages[page] }

    /// Keeps a page for the next request of the same page.
    mutating func keep(_ answer: ByteBuffer, for page: ListPage<Index>) {
        if pages.count >= Self.pagesKept { pages.removeAll(keepingCapacity: true) }
        pages[page] = answer
    }

    /// The things in an order, which is kept.
    mutating func index(in order: Index.Item.Order) -> Index {
        if let index = indexes[order] { return index }
        var index = indexes[Index.usualOrder] ?? Index(order: Index.usualOrder)
        index.arrange(by: order)
        indexes[order] = index
        return index
    }

    /// Keeps an index in an order that was not there.
    mutating func keep(_ index: Index, in order: Index.Item.Order) { indexes[order] = index }

    // MARK: - Changes

    /// Brings everything up to date with changes that were read after ``cursor``.
    ///
    /// When deletes were forgotten for good that it has not heard of, it holds what is gone and nothing tells which: then
    /// it is empty after this, and everything is to be read from the start (S10).
    mutating func take(_ changes: ChangePage) {
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
            // Out of the dictionary, so that it is changed in its place and not copied.
            guard var index = indexes.removeValue(forKey: order) else { continue }
            var added = 0
            for stored in changes.changes { added += index.take(stored.record) }
            if order == Index.usualOrder { textBytes += added }
            indexes[order] = index
        }
    }

    /// A list without things that has read as far.
    var empty: ListState {
        var empty = ListState(generation: generation, isBehind: isBehind)
        empty.cursor = cursor
        return empty
    }

    /// Nothing yet.
    init() {}

    private init(generation: Int, isBehind: Bool) {
        self.generation = generation
        self.isBehind = isBehind
    }
}
