/// Some of an account's changes, in the order of their numbers.
public struct ChangePage: Equatable, Sendable {
    /// The records, as they are now.
    public var changes: [StoredRecord]
    /// Where to go on: the number of the last one here when there are more, else the account's latest.
    public var cursor: Int64
    /// Whether another page follows.
    public var more: Bool

    /// A page of these changes.
    public init(changes: [StoredRecord], cursor: Int64, more: Bool) {
        self.changes = changes
        self.cursor = cursor
        self.more = more
    }
}
