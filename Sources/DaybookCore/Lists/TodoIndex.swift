/// All of one person's to-dos, kept in one order, found by id, searched as one types (L1 to L8).
///
/// To-dos stand in slots that never move; an order is an array of slots. So a change touches one slot and one place
/// in the array, a search reads one array of bytes, and nothing is copied that did not change.
public struct TodoIndex: Sendable {
    /// Where a to-do stands for as long as it exists.
    public typealias Slot = Int32

    private var entries: [Entry?] = []
    private var free: [Slot] = []
    private var slots: [Todo.ID: Slot] = [:]
    private var arrangement: [Slot] = []
    /// The order in which ``arrangement`` stands.
    public private(set) var order: Order
    /// How many to-dos are open.
    public private(set) var openCount = 0
    /// How often each tag is used, by its folded name.
    private var tagUses: [String: TagUse] = [:]

    /// A to-do with what sorting and searching need of it, computed once.
    struct Entry: Sendable {
        var todo: Todo
        /// The folded title.
        var title: [UInt8]
        /// Folded title, detail and tags with a byte between that stands in no text.
        var searchable: [UInt8]
    }

    private struct TagUse {
        var name: String
        var count: Int
    }

    /// An empty index.
    public init(order: Order = .created) {
        self.order = order
    }

    /// An index of these to-dos, whose ids are unique.
    public init(_ todos: some Sequence<Todo>, order: Order = .created) {
        self.order = order
        for todo in todos {
            let slot = Slot(entries.count)
            entries.append(Entry(todo))
            slots[todo.id] = slot
            arrangement.append(slot)
            count(todo, by: 1)
        }
        sort()
    }

    public var count: Int { arrangement.count }

    /// The to-do with an id.
    public subscript(id: Todo.ID) -> Todo? {
        slots[id].flatMap { entries[Int($0)]?.todo }
    }

    /// The to-do in a slot that came from this index and still stands.
    public subscript(slot: Slot) -> Todo {
        guard let entry = entries[Int(slot)] else { preconditionFailure("the slot's to-do is gone") }
        return entry.todo
    }

    /// All to-dos, in the current order.
    public var todos: [Todo] { arrangement.map { self[$0] } }

    /// Tags in use, in alphabetical order.
    public var tags: [String] {
        tagUses.sorted { $0.key < $1.key }.map { $0.value.name }
    }
}

extension TodoIndex.Entry {
    init(_ todo: Todo) {
        self.todo = todo
        title = Fold.bytes(todo.title)
        searchable = title
        if let detail = todo.detail {
            searchable.append(0xFF)
            Fold.append(detail, to: &searchable)
        }
        for tag in todo.tags {
            searchable.append(0xFF)
            Fold.append(tag, to: &searchable)
        }
    }
}

// MARK: - Changing

extension TodoIndex {
    /// Puts a new or changed to-do in its place, found by binary search (L2).
    public mutating func upsert(_ todo: Todo) {
        guard let slot = slots[todo.id], let old = entries[Int(slot)] else { return insert(todo) }
        let new = Entry(todo)
        count(old.todo, by: -1)
        count(todo, by: 1)
        if precedes(old, new) || precedes(new, old) {
            arrangement.remove(at: place(of: old))
            entries[Int(slot)] = new
            arrangement.insert(slot, at: place(of: new))
        } else {
            entries[Int(slot)] = new
        }
    }

    private mutating func insert(_ todo: Todo) {
        let entry = Entry(todo)
        // Found before the entry stands in its slot: the search sees only what is arranged.
        let place = place(of: entry)
        let slot: Slot
        if let reused = free.popLast() {
            slot = reused
            entries[Int(slot)] = entry
        } else {
            slot = Slot(entries.count)
            entries.append(entry)
        }
        slots[todo.id] = slot
        arrangement.insert(slot, at: place)
        count(todo, by: 1)
    }

    /// Takes a to-do out; nothing happens when it is not there.
    public mutating func remove(_ id: Todo.ID) {
        guard let slot = slots.removeValue(forKey: id), let entry = entries[Int(slot)] else { return }
        arrangement.remove(at: place(of: entry))
        entries[Int(slot)] = nil
        free.append(slot)
        count(entry.todo, by: -1)
    }

    /// Changes the order; the same order again costs nothing.
    public mutating func arrange(by order: Order) {
        guard order != self.order else { return }
        self.order = order
        sort()
    }

    private mutating func count(_ todo: Todo, by step: Int) {
        if !todo.isDone { openCount += step }
        for tag in todo.tags {
            let key = String(decoding: Fold.bytes(tag), as: UTF8.self)
            let uses = (tagUses[key]?.count ?? 0) + step
            tagUses[key] = uses > 0 ? TagUse(name: tagUses[key]?.name ?? tag, count: uses) : nil
        }
    }
}

// MARK: - Order

extension TodoIndex {
    private mutating func sort() {
        // Sorting slots by a key of one machine word first: the entries stay where they are.
        arrangement.sort { left, right in
            guard let left = entries[Int(left)], let right = entries[Int(right)] else { return false }
            return precedes(left, right)
        }
    }

    /// The index in ``arrangement`` before which nothing comes after `entry`: its own, if it is arranged.
    private func place(of entry: Entry) -> Int {
        var low = 0
        var high = arrangement.count
        while low < high {
            let middle = (low + high) / 2
            if let other = entries[Int(arrangement[middle])], precedes(other, entry) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    /// A strict total order: the one chosen, then newest first, then by id (L1 to L3).
    private func precedes(_ left: Entry, _ right: Entry) -> Bool {
        switch order {
        case .created: break
        case .deadline:
            let (first, second) = (left.todo.deadline?.milliseconds ?? .max, right.todo.deadline?.milliseconds ?? .max)
            if first != second { return first < second }
        case .title:
            let comparison = TodoIndex.compare(left.title, right.title)
            if comparison != 0 { return comparison < 0 }
        case .titleDescending:
            let comparison = TodoIndex.compare(left.title, right.title)
            if comparison != 0 { return comparison > 0 }
        }
        if left.todo.created != right.todo.created { return left.todo.created > right.todo.created }
        return left.todo.id < right.todo.id
    }

    /// Negative, zero or positive as `left` comes before, with or after `right`, byte by byte.
    private static func compare(_ left: [UInt8], _ right: [UInt8]) -> Int {
        let shared = min(left.count, right.count)
        var index = 0
        while index < shared {
            if left[index] != right[index] { return left[index] < right[index] ? -1 : 1 }
            index += 1
        }
        return left.count - right.count
    }

    /// Whether the place of a to-do in the current order is before that of another. For paging.
    public func precedes(_ left: Todo, _ right: Todo) -> Bool {
        precedes(Entry(left), Entry(right))
    }

    /// How many arranged to-dos come before a to-do, which need not itself be in the index.
    public func rank(of todo: Todo) -> Int {
        place(of: Entry(todo))
    }
}

// MARK: - Search

extension TodoIndex {
    /// What a filter leaves, in the current order.
    public struct Selection: Equatable, Sendable {
        public var slots: [Slot]
        /// The search matched nothing, so ``slots`` is what the other filters leave (L4).
        public var isSearchEmpty: Bool

        public init(slots: [Slot] = [], isSearchEmpty: Bool = false) {
            self.slots = slots
            self.isSearchEmpty = isSearchEmpty
        }
    }

    /// The slots that a filter leaves; all of them, with a mark, when the search finds nothing (L4).
    public func select(_ filter: Filter) -> Selection {
        let needle = Fold.bytes(Text.trimmed(filter.search))
        if needle.isEmpty { return Selection(slots: slots(state: filter.state, tag: filter.tag, needle: nil)) }
        let found = slots(state: filter.state, tag: filter.tag, needle: needle)
        if !found.isEmpty { return Selection(slots: found) }
        return Selection(slots: slots(state: filter.state, tag: filter.tag, needle: nil), isSearchEmpty: true)
    }

    /// Only what matches, even if that is nothing: what a program that asks wants.
    public func matches(_ filter: Filter) -> [Slot] {
        let needle = Fold.bytes(Text.trimmed(filter.search))
        return slots(state: filter.state, tag: filter.tag, needle: needle.isEmpty ? nil : needle)
    }

    private func slots(state: Filter.State, tag: String?, needle: [UInt8]?) -> [Slot] {
        if state == .all, tag == nil, needle == nil { return arrangement }
        let tag = tag.map { Fold.bytes($0) }
        var found: [Slot] = []
        for slot in arrangement {
            guard let entry = entries[Int(slot)] else { continue }
            if state != .all, entry.todo.isDone != (state == .done) { continue }
            if let tag, !entry.todo.tags.contains(where: { Fold.bytes($0) == tag }) { continue }
            if let needle, !Fold.contains(entry.searchable, needle) { continue }
            found.append(slot)
        }
        return found
    }
}
