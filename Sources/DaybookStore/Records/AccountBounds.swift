/// The bounds of a record and an account, from the budgets in force.
struct AccountBounds: Equatable, Sendable {
    var recordBytes: Int
    var recordFields: Int
    var accountRecords: Int
    var accountBytes: Int
    var accountEntries: Int

    init(_ budgets: Budgets) {
        recordBytes = budgets[.recordBytes]
        recordFields = budgets[.recordFields]
        accountRecords = budgets[.accountRecords]
        accountBytes = budgets[.accountBytes]
        accountEntries = budgets[.accountEntries]
    }
}

/// The budget that a change would exceed, and by how much.
struct Shortage: Equatable, Sendable {
    let budget: Budget
    /// The number of records or bytes beyond the budget.
    let excess: Int
}
