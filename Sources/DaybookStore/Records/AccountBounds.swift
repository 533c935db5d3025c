/// The bounds of a record and an account, as the budgets in force say.
struct AccountBounds: Equatable, Sendable {
    var recordBytes: Int
    var recordFields: Int
    var accountRecords: Int
    var accountBytes: Int

    init(_ budgets: Budgets) {
        recordBytes = budgets[.recordBytes]
        recordFields = budgets[.recordFields]
        accountRecords = budgets[.accountRecords]
        accountBytes = budgets[.accountBytes]
    }
}

/// The part of a budget that a change lacks.
struct Shortage: Equatable, Sendable {
    let budget: Budget
    /// Records or bytes too many.
    let excess: Int
}
