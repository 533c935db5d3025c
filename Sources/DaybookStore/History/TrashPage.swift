import DaybookCore

/// Some deleted records, the latest delete first.
public struct TrashPage: Equatable, Sendable {
    /// The records, complete: their fields are those they had when they were deleted.
    public var records: [StoredRecord]
    /// The place from which the next page continues; nil when no records follow that were deleted earlier.
    public var next: End?

    /// A page of these records.
    public init(records: [StoredRecord], next: End?) {
        self.records = records
        self.next = next
    }

    /// A page of the first records of this one.
    public func first(_ count: Int) -> TrashPage {
        let first = Array(records.prefix(count))
        let end = first.last.flatMap { last in last.record.deleted.map { End(deleted: $0, key: last.record.key) } }
        return TrashPage(records: first, next: end ?? next)
    }

    /// The end of a page of the trash.
    public struct End: Equatable, Sendable {
        /// The stamp of the delete of the last record that was looked at.
        public let deleted: Stamp
        /// The key of that record.
        public let key: Record.Key

        /// The place of a record that was deleted by a change.
        public init(deleted: Stamp, key: Record.Key) {
            self.deleted = deleted
            self.key = key
        }
    }
}
