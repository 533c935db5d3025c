import DaybookCore

/// Some deleted records, the one deleted last first.
public struct TrashPage: Equatable, Sendable {
    /// The records, whole: their fields are those they had when they were deleted.
    public var records: [StoredRecord]
    /// Whether others follow that were deleted earlier.
    public var more: Bool

    /// A page of these records.
    public init(records: [StoredRecord], more: Bool) {
        self.records = records
        self.more = more
    }

    /// The end of a page of the trash.
    public struct Mark: Equatable, Sendable {
        /// The delete of the last record.
        public let deleted: Stamp
        /// The last record.
        public let key: Record.Key

        /// The place of a record that was deleted by a change.
        public init(deleted: Stamp, key: Record.Key) {
            self.deleted = deleted
            self.key = key
        }
    }
}

extension TrashPage.Mark {
    /// The place of a record; nil when it is alive, or holds nothing that could come back.
    init?(_ record: Record) {
        guard !record.isAlive, !record.fields.isEmpty, let deleted = record.deleted else { return nil }
        self.init(deleted: deleted, key: record.key)
    }

    /// Whether this place comes after another: deleted earlier or, by one change, with a smaller name.
    func follows(_ other: TrashPage.Mark) -> Bool {
        if deleted != other.deleted { return deleted < other.deleted }
        if key.kind != other.key.kind { return key.kind.name < other.key.kind.name }
        return key.id < other.key.id
    }
}
