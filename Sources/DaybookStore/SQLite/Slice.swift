/// The bounds of one transaction of background work, so that no other write waits for long.
struct Slice: Sendable {
    /// The most rows.
    let rows: Int
    /// The most bytes of the rows' content. One row may be larger.
    let bytes: Int

    init(_ budgets: Budgets) {
        rows = budgets[.transactionRows]
        bytes = budgets[.transactionBytes]
    }

    /// Whether this many rows and bytes fill the slice.
    func isFull(rows: Int, bytes: Int) -> Bool { rows >= self.rows || bytes >= self.bytes }
}
