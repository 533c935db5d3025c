/// Some of an account's changes, in the order of their numbers.
public struct ChangePage: Equatable, Sendable {
    /// The records, as they are now.
    public var changes: [StoredRecord]
    /// The cursor of the next page: the number of the last record here when there are more, else the account's latest
    /// number.
    public var cursor: Int64
    /// Whether another page follows.
    public var more: Bool
    /// The greatest number of a change that was deleted for good; 0 before the first (S10).
    public var forgotten: Int64

    /// A page of these changes.
    public init(changes: [StoredRecord], cursor: Int64, more: Bool, forgotten: Int64 = 0) {
        self.changes = changes
        self.cursor = cursor
        self.more = more
        self.forgotten = forgotten
    }
}
