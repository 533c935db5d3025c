/// The bounds of one transaction. Every other write waits while it runs.
struct TransactionBudget: Sendable {
    /// Reads a clock that only goes forward.
    typealias Stopwatch = @Sendable () -> Duration

    /// Records read or written.
    let rows: Int
    /// Bytes read and written.
    let bytes: Int
    /// The time for which it takes more work.
    let time: Duration
    let stopwatch: Stopwatch

    /// The bounds of the budgets in force.
    init(_ budgets: Budgets, stopwatch: @escaping Stopwatch = Self.continuous) {
        rows = budgets[.transactionRows]
        bytes = budgets[.transactionBytes]
        time = .milliseconds(budgets[.transactionMilliseconds])
        self.stopwatch = stopwatch
    }

    /// The time since the process began, or so.
    static let continuous: Stopwatch = { [start = ContinuousClock.now] in ContinuousClock.now - start }
}

/// The work that a transaction has done so far, against its bounds.
struct TransactionMeter: Sendable {
    private let budget: TransactionBudget
    private let start: Duration
    private var rows = 0
    private var bytes = 0

    /// Begins to count.
    init(_ budget: TransactionBudget) {
        self.budget = budget
        start = budget.stopwatch()
    }

    /// Counts work.
    mutating func add(rows: Int, bytes: Int = 0) {
        self.rows += rows
        self.bytes += bytes
    }

    /// Whether the transaction should take no more work. What is under way goes on.
    var isUsedUp: Bool {
        rows >= budget.rows || bytes >= budget.bytes || budget.stopwatch() - start >= budget.time
    }
}
