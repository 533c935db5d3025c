import DaybookCore

/// The bounds of a page of changes. A page always holds at least one record, so that a reader makes progress.
public struct PageLimit: Equatable, Sendable {
    /// The most records.
    public var records: Int
    /// The most bytes of the records as JSON.
    public var bytes: Int

    /// Limits, both above zero.
    public init(records: Int, bytes: Int) {
        precondition(records > 0 && bytes > 0, "a page that may hold nothing would never end")
        self.records = records
        self.bytes = bytes
    }

    /// Whether a page with `records` records is full, when one more record would make it `bytes` bytes.
    func isOver(records: Int, bytes: Int) -> Bool {
        records == self.records || (bytes > self.bytes && records > 0)
    }

    /// The most bytes of a record as JSON without those of its fields: its kind, which may be all escapes, its id, the
    /// stamp of its delete, and the names of these members.
    static func around(_ record: Record) -> Int { 120 + 6 * record.kind.name.utf8.count }

    /// The limits of a sync: 1,000 records, and 1 MiB with the rest of the answer.
    public static let sync = PageLimit(records: 1_000, bytes: SyncAnswer.pageBytes)
}
