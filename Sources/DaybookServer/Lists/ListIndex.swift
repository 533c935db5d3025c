import DaybookCore

/// A thing that the interface lists: a to-do or a note.
protocol ListItem: Listed where Order: RawRepresentable<String> & CaseIterable & Hashable {
    var uuid: UUID { get }

    /// The time that decides the place in an order before creation does; nil when the order uses no other time.
    func moment(in order: Order) -> Instant?
    /// Bytes of its texts, roughly.
    var textBytes: Int { get }
    /// A thing that stands where a mark says.
    init(at mark: PageMark<Self>)
    /// Appends the shape of the interface.
    func write(to bytes: inout [UInt8])
}

/// All things of one sort that a person has, in one order.
protocol ListIndex: Sendable {
    associatedtype Item: ListItem
    associatedtype Criteria: ListCriteria

    /// The order of a list that is asked for without one.
    static var usualOrder: Item.Order { get }

    init(order: Item.Order)
    var count: Int { get }
    mutating func arrange(by order: Item.Order)
    /// Brings the index up to date with a record. Says how many more bytes of text it holds since.
    mutating func take(_ record: Record) -> Int
    /// The places of the items that meet the criteria, in the order of the index. Nil when `goesOn`, which is asked
    /// every few milliseconds, has said no.
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
    /// The values that a parameter of this list takes; nil when the name is unknown.
    static func hint(_ name: String) -> String?
}

extension ListCriteria {
    /// Whether the filters leave anything out, so that each item has to be checked.
    var isNarrow: Bool { self != Self() }
}
