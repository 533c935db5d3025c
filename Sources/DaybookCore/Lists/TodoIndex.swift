/// All of one person's to-dos, kept in one order, found by id, searched as one types (L1 to L8).
///
/// To-dos stand in slots that never move; an order is an array of slots. So a change touches one slot and one place
/// in the array, a search reads one array of bytes, and nothing is copied that did not change.
public struct TodoIndex: Sendable {
    /// Where a to-do stands for as long as it exists.
    public typealias Slot = Int32

    var entries: [Entry?] = []
    private var free: [Slot] = []
    private var slots: [Todo.ID: Slot] = [:]
    var arrangement: [Slot] = []
    /// The order in which ``arrangement`` stands.
    public private(set) var order: Order
    /// Grows with every change, so that whoever derived something from this index can tell whether it still holds.
    public private(set) var revision = 0
    /// How many to-dos are open.
    public private(set) var openCount = 0
    /// How often each tag is used, in order of their folded names.
    private var tagUses: [TagUse] = []
    /// Folded title, detail and tags of each slot, with a byte between that stands in no text.
    var searchText = SearchText()

    /// A to-do with what sorting needs of it, computed once.
    struct Entry: Sendable {
        var todo: Todo
        /// The folded title.
        var title: [UInt8]

        init(_ todo: Todo) {
            self.todo = todo
            title = Fold.bytes(todo.title)
        }

        var searchable: [UInt8] {
            var text = title
            if let detail = todo.detail {
                text.append(0xFF)
                Fold.append(detail, to: &text)
            }
            for tag in todo.tags {
                text.append(0xFF)
                Fold.append(tag, to: &text)
            }
            return text
        }
    }

    private struct TagUse {
        var folded: [UInt8]
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
            let entry = Entry(todo)
            searchText.set(Int(slot), to: entry.searchable)
            entries.append(entry)
            slots[todo.id] = slot
            arrangement.append(slot)
            count(todo, by: 1)
        }
        sort()
    }

    /// How many to-dos there are.
    public var count: Int { arrangement.count }

    /// The to-do with an id.
    public subscript(id: Todo.ID) -> Todo? {
        slots[id].flatMap { entries[Int($0)]?.todo }
    }

    /// The slot of a to-do, for as long as it exists.
    public func slot(of id: Todo.ID) -> Slot? { slots[id] }

    /// The to-do in a slot that came from this index and still stands.
    public subscript(slot: Slot) -> Todo {
        guard let entry = entries[Int(slot)] else { preconditionFailure("the slot's to-do is gone") }
        return entry.todo
    }

    /// Whether the to-do in a slot has a detail, without reading more of it.
    public func hasDetail(_ slot: Slot) -> Bool {
        entries[Int(slot)]?.todo.detail != nil
    }

    /// All to-dos, in the current order.
    public var todos: [Todo] { arrangement.map { self[$0] } }

    /// Tags in use, in alphabetical order.
    public var tags: [String] {
        tagUses.map { $0.name }
    }
}

// MARK: - Changing

extension TodoIndex {
    /// Puts a new or changed to-do in its place, found by binary search (L2).
    public mutating func upsert(_ todo: Todo) {
        revision += 1
        guard let slot = slots[todo.id], let old = entries[Int(slot)] else { return insert(todo) }
        let new = Entry(todo)
        count(old.todo, by: -1)
        count(todo, by: 1)
        searchText.set(Int(slot), to: new.searchable)
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
        searchText.set(Int(slot), to: entry.searchable)
        arrangement.insert(slot, at: place)
        count(todo, by: 1)
    }

    /// Takes a to-do out; nothing happens when it is not there.
    public mutating func remove(_ id: Todo.ID) {
        guard let slot = slots.removeValue(forKey: id), let entry = entries[Int(slot)] else { return }
        revision += 1
        arrangement.remove(at: place(of: entry))
        entries[Int(slot)] = nil
        free.append(slot)
        count(entry.todo, by: -1)
    }

    /// Changes the order; the same order again costs nothing.
    public mutating func arrange(by order: Order) {
        guard order != self.order else { return }
        self.order = order
        revision += 1
        sort()
    }

    private mutating func count(_ todo: Todo, by step: Int) {
        if !todo.isDone { openCount += step }
        for tag in todo.tags {
            let folded = Fold.bytes(tag)
            var low = 0
            var high = tagUses.count
            while low < high {
                let middle = (low + high) / 2
                if TodoIndex.compare(tagUses[middle].folded, folded) < 0 { low = middle + 1 } else { high = middle }
            }
            if low == tagUses.count || tagUses[low].folded != folded {
                tagUses.insert(TagUse(folded: folded, name: tag, count: 0), at: low)
            }
            tagUses[low].count += step
            if tagUses[low].count <= 0 { tagUses.remove(at: low) }
        }
    }
}

extension TodoIndex: Equatable {
    /// Equal when they hold the same to-dos in the same order, whatever their slots.
    public static func == (left: TodoIndex, right: TodoIndex) -> Bool {
        left.order == right.order && left.todos == right.todos
    }
}
