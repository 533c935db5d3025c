import DaybookCore

/// A thing that the interface lists: a to-do or a note.
protocol ListItem: Listed where Order: RawRepresentable<String> & CaseIterable & Hashable {
    var uuid: UUID { get }

    /// The time that decides the place in an order before creation does; nil when the order has none.
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
    /// Where those stand that meet the criteria, in the order of the index. Nil when `goesOn`, which is asked every few
    /// milliseconds, has said no.
    func slots(_ criteria: Criteria, goesOn: () -> Bool) -> [Int32]?
    subscript(slot: Int32) -> Item { get }
    func item(_ id: UUID) -> Item?
    /// How many stand before an item, which need not be in the index.
    func rank(of item: Item) -> Int
}

/// What a list can be narrowed down by: each has a search, and may have more.
protocol ListCriteria: Hashable, Sendable {
    var search: String { get set }

    init()
    /// Reads a parameter of its own. False when there is none of that name, or its value is none of the possible.
    mutating func read(_ name: String, _ value: String) -> Bool
    /// What to give for a parameter of its own; nil when there is none of that name.
    static func hint(_ name: String) -> String?
}

extension ListCriteria {
    /// Whether they leave anything out, so that all things have to be looked at.
    var isNarrow: Bool { self != Self() }
}
