import DaybookStore

/// The work that the calling thread does for a list, and the memory of a list. More work goes to the threads for long
/// computations.
///
/// Each bound of work is a millisecond or two.
struct ListBounds: Sendable {
    /// The most items that a search reads.
    var items = 5_000
    /// The most bytes of texts that a search reads.
    var textBytes = 2 << 20
    /// The most bytes of texts in a page.
    var pageBytes = 256 << 10
    /// The most changes applied to a list with at most ``items`` items.
    var changes = 256
    /// The most changes applied to a longer list.
    var changesOfLarge = 16
    /// The most bytes of records in changes, multiplied by the number of orders that they change.
    var changeBytes = 64 << 10
    /// The most records of a long list that one turn on a thread for long computations reads.
    var turn = PageLimit(records: 2_000, bytes: 1 << 20)
    /// The memory from which on a list is read and searched in a turn of its account (``ListMemory``).
    var longBytes = 4 << 20
    /// The most memory of a list.
    var bytes = Budget.listBytes.entry.standard

    /// All work goes to the threads for long computations.
    static let none = ListBounds(
        items: 0,
        textBytes: 0,
        pageBytes: 0,
        changes: 0,
        changesOfLarge: 0,
        changeBytes: 0,
        turn: PageLimit(records: 3, bytes: 1 << 20)
    )
}
