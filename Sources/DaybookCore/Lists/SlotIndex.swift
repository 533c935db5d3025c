/// The place of a thing in a ``SlotIndex`` for as long as the thing exists.
public typealias Slot = Int32

/// A thing that a ``SlotIndex`` holds.
public protocol Listed: Sendable {
    /// The id of the thing. It decides the order of otherwise equal things.
    associatedtype ID: Hashable & Comparable & Sendable
    /// The orders in which such things can stand.
    associatedtype Order: Equatable & Sendable

    var id: ID { get }
    var title: String { get }
    var created: Instant { get }

    /// The direction of an order by title; nil for an order by time.
    static func titleDirection(in order: Order) -> TitleDirection?
    /// Which of a thing's numbers an order by time goes by; equal for all things when creation alone decides.
    static func timeKey(_ times: SortTimes, in order: Order) -> UInt64
    /// The place of an order among all of them, from 0.
    static func place(of order: Order) -> Int
    /// The numbers that orders by time go by.
    var times: SortTimes { get }
    /// Appends the texts that a search reads besides the title, folded, each after a byte that no text contains.
    func appendSearchable(to text: inout [UInt8])
    /// What lists ask of all their things at once.
    var traits: Traits { get }
}

/// What lists ask of all their things whenever one has changed, a bit each, because reading a thing takes much longer
/// than reading a byte.
public struct Traits: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// The traits of these bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    static var isDone: Traits { Traits(rawValue: 1) }
    /// A deadline or a reminder.
    static var hasDate: Traits { Traits(rawValue: 2) }
    static var hasDetail: Traits { Traits(rawValue: 4) }
    static var hasPhotos: Traits { Traits(rawValue: 8) }
    static var isPinned: Traits { Traits(rawValue: 16) }
}

/// The moments by which lists are put in order, as numbers, smaller first. An index keeps them for the same reason.
public struct SortTimes: Equatable, Sendable {
    /// Newest first.
    var created: UInt64
    /// What else an order goes by.
    var first: UInt64
    /// What another order goes by.
    var second: UInt64
    /// What no order goes by, but lists by dates do.
    var reminder = Instant.noSortKey
}

/// Which way an order of titles runs.
public enum TitleDirection: Sendable {
    /// A to Z.
    case ascending
    /// Z to A.
    case descending
}

/// Things of one sort, kept in one order, found by id, searched as one types (L1 to L8).
///
/// Things stand in slots that never move; an order is an array of slots. So a change touches one slot and one place
/// in the array, a search reads one array of bytes, and nothing is copied that did not change.
struct SlotIndex<Item: Listed>: Sendable {
    private(set) var entries: [Item?] = []
    private var free: [Slot] = []
    private var slots: [Item.ID: Slot] = [:]
    /// The slots in use, in the current order.
    var arrangement: [Slot] = []
    /// The present order of ``arrangement``.
    private(set) var order: Item.Order
    /// Grows with every change of a thing.
    private(set) var contents = 0 {
        didSet { prepared = [] }
    }
    private var arrangements = 0
    /// What ``arrangement`` would be in each order, at the order's place; empty for an order that was not sorted since the last
    /// change of a thing.
    private var prepared: [[Slot]] = []
    /// The ``contents`` at the last change of a thing with a date, or that had one.
    private(set) var dated = 0
    /// The ``contents`` at the last change of what stands in each slot, and those at which all of them changed.
    private var versions: [Int] = []
    private var oldest = 0
    /// The traits of what stands in each slot.
    private(set) var traits: [Traits] = []
    /// The times of what stands in each slot.
    private(set) var times: [SortTimes] = []
    /// The folded texts of each slot, the title first, with a byte between them that no text contains.
    private(set) var searchText = SearchText()

    /// What the place of a thing depends on.
    struct Standing {
        var id: Item.ID
        var times: SortTimes
        /// The folded title.
        var title: [UInt8]

        init(_ item: Item) {
            (id, times, title) = (item.id, item.times, Fold.bytes(item.title))
        }

        init(id: Item.ID, times: SortTimes, title: [UInt8]) {
            (self.id, self.times, self.title) = (id, times, title)
        }
    }

    init(order: Item.Order) {
        self.order = order
    }

    /// An index of these things, whose ids are unique.
    init(_ items: some Sequence<Item>, order: Item.Order) {
        self.order = order
        for item in items {
            let slot = place(item)
            set(slot, to: item, Fold.bytes(item.title))
            arrangement.append(slot)
        }
        sort()
    }

    /// Grows with every change, also of the order.
    var revision: Int { contents + arrangements }

    /// Takes the place of another index, so values that were derived from the other index are out of date.
    mutating func succeed(revision other: Int) {
        contents = other + 1
        oldest = contents
        dated = contents
    }

    var count: Int { arrangement.count }

    subscript(id: Item.ID) -> Item? {
        slots[id].flatMap { entries[Int($0)] }
    }

    func slot(of id: Item.ID) -> Slot? { slots[id] }

    /// The thing in a slot that this index returned and that is still in use.
    subscript(slot: Slot) -> Item {
        guard let item = entries[Int(slot)] else { preconditionFailure("what stood in the slot is gone") }
        return item
    }

    /// The version of the thing in a slot that is in use. No other thing, and no other state of this one, ever has it there.
    func version(_ slot: Slot) -> Int { max(versions[Int(slot)], oldest) }

    /// Whether what stands in a slot that is in use has all of these traits.
    func has(_ wanted: Traits, _ slot: Slot) -> Bool { traits[Int(slot)].isSuperset(of: wanted) }

    /// The result of `read` for the thing in a slot, which is not copied; nil for an empty slot.
    func read<Value>(_ slot: Slot, _ read: (Item) -> Value) -> Value? {
        entries[Int(slot)].map { read($0) }
    }

    /// All things, in the current order.
    var items: [Item] { arrangement.map { self[$0] } }

    /// The slots in whose texts all words stand, in the current order.
    func slots(containing words: [[UInt8]]) -> [Slot] {
        var found = arrangement
        for word in words { found = searchText.filter(found, containing: word) }
        return found
    }

    /// ``matches(_:)`` for a list of any length. Nil when `goesOn`, which is asked every few milliseconds, returns
    /// false.
    func slots(containing words: [[UInt8]], goesOn: () -> Bool) -> [Slot]? {
        var found = arrangement
        for word in words {
            guard let rest = searchText.filter(found, containing: word, goesOn: goesOn) else { return nil }
            found = rest
        }
        return found
    }
}

// MARK: - Changing

extension SlotIndex {
    /// Puts a new or changed thing in its place, found by binary search (L2). Returns the thing that was there before.
    @discardableResult
    mutating func upsert(_ item: Item) -> Item? {
        contents += 1
        let new = Standing(item)
        guard let slot = slots[item.id] else {
            // The place is found before the thing has a slot: the search sees arranged things only.
            let index = place(of: new)
            let slot = place(item)
            set(slot, to: item, new.title)
            arrangement.insert(slot, at: index)
            return nil
        }
        let before = standing(slot)
        let stays = before.times == new.times && before.title == new.title
        if !stays { arrangement.remove(at: place(of: before)) }
        let old = entries[Int(slot)].take()
        set(slot, to: item, new.title)
        if !stays { arrangement.insert(slot, at: place(of: new)) }
        return old
    }

    /// A slot for a new thing.
    private mutating func place(_ item: Item) -> Slot {
        let slot = free.popLast() ?? Slot(entries.count)
        if slot == entries.count {
            entries.append(nil)
            traits.append([])
            times.append(SortTimes(created: 0, first: 0, second: 0))
            versions.append(0)
        }
        slots[item.id] = slot
        return slot
    }

    /// Writes a thing with its folded title, and beside it what lists and orders ask of it.
    @inline(never)
    private mutating func set(_ slot: Slot, to item: Item, _ title: [UInt8]) {
        var text = title
        item.appendSearchable(to: &text)
        searchText.set(Int(slot), to: text)
        setTraits(slot, item.traits)
        times[Int(slot)] = item.times
        versions[Int(slot)] = contents
        entries[Int(slot)] = item
    }

    private mutating func setTraits(_ slot: Slot, _ new: Traits) {
        if traits[Int(slot)].union(new).contains(.hasDate) { dated = contents }
        traits[Int(slot)] = new
    }

    /// Removes and returns a thing, if it is there.
    @discardableResult
    mutating func remove(_ id: Item.ID) -> Item? {
        guard let slot = slots[id] else { return nil }
        contents += 1
        setTraits(slot, [])
        arrangement.remove(at: place(of: standing(slot)))
        slots[id] = nil
        free.append(slot)
        return entries[Int(slot)].take()
    }

    /// Changes a part of a thing that no order and no search reads.
    mutating func amend(_ id: Item.ID, _ change: (inout Item) -> Void) {
        guard let slot = slots[id], var item = entries[Int(slot)].take() else { return }
        contents += 1
        change(&item)
        setTraits(slot, item.traits)
        versions[Int(slot)] = contents
        entries[Int(slot)] = item
    }

    /// Changes the order; the same order again costs nothing.
    mutating func arrange(by order: Item.Order) {
        guard order != self.order else { return }
        self.order = order
        arrangements += 1
        let place = Item.place(of: order)
        if place < prepared.count, !prepared[place].isEmpty { arrangement = prepared[place] } else { sort() }
        prepared = []
    }

    /// Sorts by another order in advance, so that ``arrange(by:)`` need not if nothing changes before. False when there is
    /// nothing to sort.
    mutating func prepare(_ order: Item.Order) -> Bool {
        let place = Item.place(of: order)
        while prepared.count <= place { prepared.append([]) }
        if order == self.order || arrangement.isEmpty || !prepared[place].isEmpty { return false }
        let present = (self.order, arrangement)
        self.order = order
        sort()
        prepared[place] = arrangement
        (self.order, arrangement) = present
        return true
    }
}
