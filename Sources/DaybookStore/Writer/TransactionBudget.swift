/// The bounds of one transaction. Every other write waits while it runs.
struct TransactionBudget: Sendable {
    /// Reads a monotonic clock.
    typealias Stopwatch = @Sendable () -> Duration

    /// The number of records read or written.
    let rows: Int
    /// The number of bytes read and written.
    let bytes: Int
    /// The time after which it takes no more work.
    let time: Duration
    let stopwatch: Stopwatch

    /// The bounds of the budgets in force.
    init(_ budgets: Budgets, stopwatch: @escaping Stopwatch = Self.continuous) {
        rows = budgets[.transactionRows]
        bytes = budgets[.transactionBytes]
        time = .milliseconds(budgets[.transactionMilliseconds])
        self.stopwatch = stopwatch
    }

    /// The time since this clock was first read.
    static let continuous: Stopwatch = { [start = ContinuousClock.now] in ContinuousClock.now - start }
}

/// The work that a transaction has done so far, against its bounds.
struct TransactionMeter: Sendable {
    private let budget: TransactionBudget
    private let start: Duration
    private var rows = 0
    private var bytes = 0

    /// A meter that starts now.
    init(_ budget: TransactionBudget) {
        self.budget = budget
        start = budget.stopwatch()
    }

    /// Counts work.
    mutating func add(rows: Int, bytes: Int = 0) {
        self.rows += rows
        self.bytes += bytes
    }

    /// Whether the transaction should take no more work. Work in progress continues.
    var isUsedUp: Bool { isUsedUp(after: budget.time) }

    /// Whether background work, for which nobody waits, should leave the rest to another transaction: after a quarter of
    /// the time.
    var isUsedUpForBackground: Bool { isUsedUp(after: budget.time / 4) }

    private func isUsedUp(after time: Duration) -> Bool {
        rows >= budget.rows || bytes >= budget.bytes || budget.stopwatch() - start >= time
    }
}
