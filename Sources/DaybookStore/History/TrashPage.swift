import DaybookCore

/// Some deleted records, the latest delete first.
public struct TrashPage: Equatable, Sendable {
    /// The records, complete: their fields are those they had when they were deleted.
    public var records: [StoredRecord]
    /// Whether records follow that were deleted earlier.
    public var more: Bool

    /// A page of these records.
    public init(records: [StoredRecord], more: Bool) {
        self.records = records
        self.more = more
    }

    /// The end of a page of the trash.
    public struct Mark: Equatable, Sendable {
        /// The stamp of the last record's delete.
        public let deleted: Stamp
        /// The key of the last record.
        public let key: Record.Key

        /// The place of a record that was deleted by a change.
        public init(deleted: Stamp, key: Record.Key) {
            self.deleted = deleted
            self.key = key
        }
    }
}

extension TrashPage.Mark {
    /// The place of a record; nil when it is alive, or has no fields that could be restored.
    init?(_ record: Record) {
        guard !record.isAlive, !record.fields.isEmpty, let deleted = record.deleted else { return nil }
        self.init(deleted: deleted, key: record.key)
    }

    /// Whether this place comes after another: deleted earlier or, when one change deleted both, with a smaller key.
    func follows(_ other: TrashPage.Mark) -> Bool {
        if deleted != other.deleted { return deleted < other.deleted }
        if key.kind != other.key.kind { return key.kind.name < other.key.kind.name }
        return key.id < other.key.id
    }
}
