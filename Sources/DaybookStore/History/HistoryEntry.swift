import DaybookCore

/// A value that a merge replaced, or that arrived too late to win, and that can be restored (S12).
public struct HistoryEntry: Equatable, Sendable {
    /// Identifies it among the account's entries; later entries have greater numbers.
    public let number: Int64
    /// The field as it was set, with its stamp.
    public let field: Record.Field
    /// When the server received the change, by the server's clock. The entry is kept for ``Rules/historyLifetime``
    /// after it.
    public let replacedAt: Instant

    /// An entry of these parts.
    public init(number: Int64, field: Record.Field, replacedAt: Instant) {
        self.number = number
        self.field = field
        self.replacedAt = replacedAt
    }
}

/// Some entries of a record's history, the newest first.
public struct HistoryPage: Equatable, Sendable {
    /// The entries.
    public var entries: [HistoryEntry]
    /// Whether older entries follow.
    public var more: Bool

    /// A page of these entries.
    public init(entries: [HistoryEntry], more: Bool) {
        self.entries = entries
        self.more = more
    }
}
