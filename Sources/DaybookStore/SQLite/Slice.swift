/// The bounds of one transaction of background work, so that no other write waits for long.
struct Slice: Sendable {
    /// The most rows.
    let rows: Int
    /// The most bytes of what the rows hold. One row may be larger.
    let bytes: Int

    init(_ budgets: Budgets) {
        rows = budgets[.transactionRows]
        bytes = budgets[.transactionBytes]
    }

    /// Whether so many rows of so many bytes fill it.
    func isFull(rows: Int, bytes: Int) -> Bool { rows >= self.rows || bytes >= self.bytes }
}
