import DaybookCore

/// An item of the interface's lists: a to-do or a note.
protocol ListItem: Listed where Order: RawRepresentable<String> & CaseIterable & Hashable {
    var uuid: UUID { get }

    /// The number that an order compares before the creation, as a time; nil when the order compares no other.
    func moment(in order: Order) -> Instant?
    /// The bytes of its texts, roughly.
    var textBytes: Int { get }
    /// An item with the values of a end.
    init(after end: PageEnd<Self>)
    /// Appends the item in the shape of the interface.
    func write(to bytes: inout [UInt8])
}

/// All to-dos or all notes of a person, in one order.
protocol ListIndex: Sendable {
    associatedtype Item: ListItem
    associatedtype Criteria: ListCriteria

    /// The order of a list when a request names no order.
    static var usualOrder: Item.Order { get }

    /// An index without items.
    static func empty(in order: Item.Order) -> Self
    var count: Int { get }
    /// The memory of what the index holds besides its items, in bytes, roughly.
    var otherBytes: Int { get }
    mutating func arrange(by order: Item.Order)
    /// Applies a record to the index. Returns by how many bytes of text it has grown.
    mutating func take(_ record: Record) -> Int
    /// The places of the items that meet the criteria, in the order of the index. Nil when `goesOn`, which is called
    /// every few milliseconds, has returned false.
    func slots(_ criteria: Criteria, goesOn: () -> Bool) -> [Int32]?
    subscript(slot: Int32) -> Item { get }
    func item(_ id: UUID) -> Item?
    /// The number of items before an item, which need not be in the index.
    func rank(of item: Item) -> Int
}

/// The filters of a list. Each list has a search and may have more filters.
protocol ListCriteria: Hashable, Sendable {
    var search: String { get set }

    init()
    /// Reads a parameter of this list. False when the name is unknown or the value is not allowed.
    mutating func read(_ name: String, _ value: String) -> Bool
    /// The values that a parameter of this list accepts; nil when the name is unknown.
    static func hint(_ name: String) -> String?
}

extension ListCriteria {
    /// Whether the filters exclude any item, so that each item has to be checked.
    var isNarrow: Bool { self != Self() }
}
