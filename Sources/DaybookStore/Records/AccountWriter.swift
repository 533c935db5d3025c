import DaybookCore

/// What every storage does with one account's records inside one transaction: decide, merge, number.
///
/// Pure: where records are read from and written to is the caller's affair. It exists so that the numbering of S7 and
/// the silence of S8 are written once, and no two implementations can differ in them.
struct AccountWriter {
    /// The number of the account's latest change.
    private(set) var cursor: Int64
    /// The installation's clock.
    private(set) var clock: Clock
    /// The greatest stamp among the records that changed here, for the clock to exceed after a restart.
    private(set) var latest: Stamp?
    private let start: Int64

    /// Whether any record changed here.
    var hasMoved: Bool { cursor > start }

    init(cursor: Int64, clock: Clock) {
        self.cursor = cursor
        start = cursor
        self.clock = clock
    }

    /// Decides about one record; the outcome says whether there is something to write.
    mutating func step<Refusal>(
        _ key: Record.Key,
        existing: StoredRecord?,
        decide: (Record?, inout Clock) -> Decision<Refusal>
    ) -> Outcome<Refusal> {
        // A change made here must win over what it was made from, whatever the wall clock says (S2).
        if let stamp = existing?.record.latest { clock.observe(stamp) }
        switch decide(existing?.record, &clock) {
        case .keep: return .unchanged(existing)
        case .refuse(let refusal): return .refused(refusal)
        case .merge(let change):
            precondition(change.key == key, "a decision is about the record it was asked about")
            return merge(change, into: existing)
        }
    }

    private mutating func merge<Refusal>(_ change: Record, into existing: StoredRecord?) -> Outcome<Refusal> {
        if let stamp = change.latest { clock.observe(stamp) }
        var merged = existing?.record ?? Record(kind: change.kind, id: change.id)
        guard merged.merge(change) else { return .unchanged(existing) }
        cursor += 1
        latest = [latest, merged.latest].compactMap { $0 }.max()
        return .changed(StoredRecord(record: merged, cursor: cursor), previous: existing?.cursor)
    }
}
