import DaybookCore

/// A record with the number of its latest change.
public struct StoredRecord: Equatable, Sendable {
    /// The record after all merges.
    public let record: Record
    /// The account's number of the record's latest change (S7).
    public let cursor: Int64

    /// A record and its number.
    public init(record: Record, cursor: Int64) {
        self.record = record
        self.cursor = cursor
    }
}
