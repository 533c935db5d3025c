/// All of one person's to-dos, kept in one order, found by id, searched as one types (L1 to L8), with the tags in use.
public struct TodoIndex: Sendable {
    private(set) var list: SlotIndex<Todo>
    /// The number of open to-dos.
    public private(set) var openCount = 0
    private(set) var tagUses = TagUses()
    private let countsTags: Bool

    /// An empty index. Without `countsTags` it does not know the tags in use.
    public init(order: Order = .created, countsTags: Bool = true) {
        self.countsTags = countsTags
        list = SlotIndex(order: order)
    }

    /// An index of these to-dos, whose ids are unique.
    public init(_ todos: some Sequence<Todo>, order: Order = .created) {
        countsTags = true
        list = SlotIndex(todos, order: order)
        for slot in list.arrangement { count(list[slot], by: 1) }
    }

    /// The number of to-dos.
    public var count: Int { list.count }

    /// The order in which they stand.
    public var order: Order { list.order }

    /// The version of the index. It grows with every change, so that a value derived from the index can be checked.
    public var revision: Int { list.revision }

    /// The version of the to-dos. It does not grow when only the order changes.
    public var contents: Int { list.contents }

    /// The version of the to-dos with dates. It does not grow when only others change.
    public var dates: Int { list.dated }

    /// The to-do with an id.
    public subscript(id: Todo.ID) -> Todo? { list[id] }

    /// The slot of a to-do, for as long as it exists.
    public func slot(of id: Todo.ID) -> Slot? { list.slot(of: id) }

    /// The to-do in a slot that this index returned and that is still in use.
    public subscript(slot: Slot) -> Todo { list[slot] }

    /// The version of the to-do in a slot, which grows with each of its changes.
    public func version(_ slot: Slot) -> Int { list.version(slot) }

    /// Whether the to-do in a slot has a detail, without reading more of it.
    public func hasDetail(_ slot: Slot) -> Bool { list.has(.hasDetail, slot) }

    /// The slots of the to-dos that belong to a note, in the current order.
    public func slots(of note: Note.ID) -> [Slot] {
        list.arrangement.filter { list.read($0) { $0.note == note } ?? false }
    }

    /// All to-dos, in the current order.
    public var todos: [Todo] { list.items }

    /// The tags of to-dos, in alphabetical order.
    public var tags: [String] { tagUses.names(with: TagUses()) }

    /// The tags in use that begin with a text, those with the most to-dos first, without those of `used`; at most
    /// `limit`.
    public func tags(beginning: String, besides used: [String], limit: Int) -> [String] {
        tagUses.names(beginning: beginning, besides: used, limit: limit)
    }

    /// The number of to-dos that come before a to-do in the order, for paging. The to-do need not be in the index.
    public func rank(of todo: Todo) -> Int { list.rank(of: todo) }
}

// MARK: - Changing

extension TodoIndex {
    /// Holds these to-dos instead of all that it held, in the same order.
    public mutating func replace(with todos: some Sequence<Todo>) {
        let before = revision
        self = TodoIndex(todos, order: order)
        list.succeed(revision: before)
    }

    /// Puts a new or changed to-do in its place (L2).
    public mutating func upsert(_ todo: Todo) {
        if let old = list.upsert(todo) { count(old, by: -1) }
        count(todo, by: 1)
    }

    /// Removes a to-do, if it is there.
    public mutating func remove(_ id: Todo.ID) {
        if let old = list.remove(id) { count(old, by: -1) }
    }

    /// Changes the order; the same order again costs nothing.
    public mutating func arrange(by order: Order) { list.arrange(by: order) }

    /// Sorts in advance by one of the other orders. False when all are ready.
    mutating func prepareOrder() -> Bool { Order.allCases.contains { list.prepare($0) } }

    private mutating func count(_ todo: Todo, by step: Int) {
        if !todo.isDone { openCount += step }
        if countsTags { tagUses.count(todo.tags, by: step) }
    }
}

extension TodoIndex: Equatable {
    /// Equal when they hold the same to-dos in the same order, whatever their slots.
    public static func == (left: TodoIndex, right: TodoIndex) -> Bool {
        left.order == right.order && left.todos == right.todos
    }
}

extension Todo: Listed {
    /// The place of an order in a menu.
    public static func place(of order: Order) -> Int { Order.allCases.firstIndex(of: order) ?? 0 }

    /// The title decides in orders of titles.
    public static func titleDirection(in order: Order) -> TitleDirection? {
        switch order {
        case .created, .deadline, .own: nil
        case .title: .ascending
        case .titleDescending: .descending
        }
    }

    /// The soonest deadline comes first, and to-dos without a deadline last; or the smallest position comes first.
    public var times: SortTimes {
        SortTimes(
            created: ~created.sortKey,
            first: deadline?.sortKey ?? Instant.noSortKey,
            second: Instant(milliseconds: position).sortKey,
            reminder: reminder?.sortKey ?? Instant.noSortKey
        )
    }

    /// The deadline or the position, if that decides.
    public static func timeKey(_ times: SortTimes, in order: Order) -> UInt64 {
        switch order {
        case .deadline: times.first
        case .own: times.second
        case .created, .title, .titleDescending: 0
        }
    }

    /// Whether it is done, and what it has besides a title.
    public var traits: Traits {
        var traits: Traits = isDone ? .isDone : []
        if deadline != nil || reminder != nil { traits.insert(.hasDate) }
        if detail != nil { traits.insert(.hasDetail) }
        return traits
    }

    /// A to-do is found by its detail and its tags too.
    public func appendSearchable(to text: inout [UInt8]) {
        if let detail {
            text.append(0xFF)
            Fold.append(detail, to: &text)
        }
        for tag in tags { Fold.append(tag: tag, to: &text) }
    }
}
