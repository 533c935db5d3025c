import DaybookCore

/// A row that could not be read and was set aside, so that nothing else stops at it.
///
/// It says where the row was and what is wrong with it, never what stood in it: it goes to the operator's log.
public struct QuarantinedRow: Equatable, Sendable {
    /// Names it among all that were set aside; later ones have greater numbers.
    public let number: Int64
    /// The account.
    public let account: AccountID
    /// The table: `records` or `history`.
    public let table: String
    /// The record that it was, or was an entry of.
    public let key: Record.Key
    /// The fault of the file.
    public let why: String
    /// When it was set aside.
    public let at: Instant
}
