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
    /// The number by which an order by time sorts the thing, smaller first; equal for all things when creation alone
    /// decides.
    func timeKey(in order: Order) -> UInt64
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
    private(set) var entries: [Entry?] = []
    private var free: [Slot] = []
    private var slots: [Item.ID: Slot] = [:]
    /// The slots in use, in the current order.
    var arrangement: [Slot] = []
    /// The present order of ``arrangement``.
    private(set) var order: Item.Order
    /// Grows with every change.
    private(set) var revision = 0
    /// The traits of what stands in each slot.
    private(set) var traits: [Traits] = []
    /// The folded texts of each slot, with a byte between them that no text contains.
    private var searchText = SearchText()

    /// A thing with what sorting needs of it, computed once.
    struct Entry: Sendable {
        var item: Item
        /// The folded title.
        var title: [UInt8]

        init(_ item: Item) {
            self.item = item
            title = Fold.bytes(item.title)
        }

        var searchable: [UInt8] {
            var text = title
            item.appendSearchable(to: &text)
            return text
        }
    }

    init(order: Item.Order) {
        self.order = order
    }

    /// An index of these things, whose ids are unique.
    init(_ items: some Sequence<Item>, order: Item.Order) {
        self.order = order
        for item in items {
            let slot = Slot(entries.count)
            let entry = Entry(item)
            searchText.set(Int(slot), to: entry.searchable)
            entries.append(entry)
            traits.append(item.traits)
            slots[item.id] = slot
            arrangement.append(slot)
        }
        sort()
    }

    /// Takes the place of another index, so values that were derived from the other index are out of date.
    mutating func succeed(revision other: Int) { revision = other + 1 }

    var count: Int { arrangement.count }

    subscript(id: Item.ID) -> Item? {
        slots[id].flatMap { entries[Int($0)]?.item }
    }

    func slot(of id: Item.ID) -> Slot? { slots[id] }

    /// The thing in a slot that this index returned and that is still in use.
    subscript(slot: Slot) -> Item {
        guard let entry = entries[Int(slot)] else { preconditionFailure("what stood in the slot is gone") }
        return entry.item
    }

    /// Whether what stands in a slot that is in use has all of these traits.
    func has(_ wanted: Traits, _ slot: Slot) -> Bool { traits[Int(slot)].isSuperset(of: wanted) }

    /// The result of `read` for the thing in a slot, which is not copied; nil for an empty slot.
    func read<Value>(_ slot: Slot, _ read: (Item) -> Value) -> Value? {
        entries[Int(slot)].map { read($0.item) }
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
        revision += 1
        let new = Entry(item)
        guard let slot = slots[item.id], let old = entries[Int(slot)] else {
            insert(new)
            return nil
        }
        searchText.set(Int(slot), to: new.searchable)
        traits[Int(slot)] = item.traits
        if precedes(old, new) || precedes(new, old) {
            arrangement.remove(at: place(of: old))
            entries[Int(slot)] = new
            arrangement.insert(slot, at: place(of: new))
        } else {
            entries[Int(slot)] = new
        }
        return old.item
    }

    private mutating func insert(_ entry: Entry) {
        // The place is found before the entry is in its slot: the search sees arranged entries only.
        let place = place(of: entry)
        let slot: Slot
        if let reused = free.popLast() {
            slot = reused
            entries[Int(slot)] = entry
            traits[Int(slot)] = entry.item.traits
        } else {
            slot = Slot(entries.count)
            entries.append(entry)
            traits.append(entry.item.traits)
        }
        slots[entry.item.id] = slot
        searchText.set(Int(slot), to: entry.searchable)
        arrangement.insert(slot, at: place)
    }

    /// Removes and returns a thing, if it is there.
    @discardableResult
    mutating func remove(_ id: Item.ID) -> Item? {
        guard let slot = slots.removeValue(forKey: id), let entry = entries[Int(slot)] else { return nil }
        revision += 1
        arrangement.remove(at: place(of: entry))
        entries[Int(slot)] = nil
        free.append(slot)
        return entry.item
    }

    /// Changes a part of a thing that no order and no search reads.
    mutating func amend(_ id: Item.ID, _ change: (inout Item) -> Void) {
        guard let slot = slots[id], var entry = entries[Int(slot)].take() else { return }
        revision += 1
        change(&entry.item)
        traits[Int(slot)] = entry.item.traits
        entries[Int(slot)] = entry
    }

    /// Changes the order; the same order again costs nothing.
    mutating func arrange(by order: Item.Order) {
        guard order != self.order else { return }
        self.order = order
        revision += 1
        sort()
    }
}
