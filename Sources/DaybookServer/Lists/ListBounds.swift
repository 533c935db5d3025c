import DaybookStore

/// The work that the calling thread does for a list. More work goes to the threads for long computations.
///
/// Each bound is a millisecond or two of work.
struct ListBounds: Sendable {
    /// Things that a search goes through.
    var items = 5_000
    /// Bytes of texts that it goes through.
    var textBytes = 2 << 20
    /// Bytes of texts that are written as a page.
    var pageBytes = 256 << 10
    /// Changes that are put into a list with fewer things than ``items``.
    var changes = 256
    /// Changes that are put into one with more.
    var changesOfLarge = 16
    /// The records of a long list that one turn on a thread for long computations reads.
    var turn = PageLimit(records: 2_000, bytes: 2 << 20)

    /// Everything goes to the threads for long computations.
    static let none = ListBounds(
        items: 0,
        textBytes: 0,
        pageBytes: 0,
        changes: 0,
        changesOfLarge: 0,
        turn: PageLimit(records: 3, bytes: 1 << 20)
    )
}
