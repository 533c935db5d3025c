import DaybookCore

/// A row that could not be read and was set aside, so that it stops no other work.
///
/// It names the row's place and its fault, never its content, because it goes to the operator's log.
public struct QuarantinedRow: Equatable, Sendable {
    /// Identifies it among all rows that were set aside; later rows have greater numbers.
    public let number: Int64
    /// The account.
    public let account: AccountID
    /// The table: `records` or `history`.
    public let table: String
    /// The key of the record, or of the record whose history entry it was.
    public let key: Record.Key
    /// The fault of the row.
    public let why: String
    /// When it was set aside.
    public let at: Instant
}
