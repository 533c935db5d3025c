import DaybookCore

/// What every storage does with one account's records inside one transaction: decide, merge, number, and tell what was
/// replaced.
///
/// Pure: where records are read from and written to is the caller's affair. It exists so that the numbering of S7, the
/// silence of S8 and the history of S12 are written once, and no two implementations can differ in them.
struct AccountWriter {
    /// The number of the account's latest change.
    private(set) var cursor: Int64
    /// The number of the account's latest entry of history.
    private(set) var entry: Int64
    /// The installation's clock.
    private(set) var clock: Clock
    /// The greatest stamp among the records that changed here, for the clock to exceed after a restart.
    private(set) var latest: Stamp?
    private let start: (cursor: Int64, entry: Int64)

    /// Whether any record changed here.
    var hasMoved: Bool { cursor > start.cursor }

    /// Whether either number has grown and must be written down.
    var hasNumbered: Bool { hasMoved || entry > start.entry }

    init(cursor: Int64, entry: Int64, clock: Clock) {
        self.cursor = cursor
        self.entry = entry
        self.clock = clock
        start = (cursor, entry)
    }

    /// What became of one record.
    struct Step<Refusal: Sendable> {
        /// Says whether there is something to write.
        let outcome: Outcome<Refusal>
        /// What belongs into the record's history, if it is not there already.
        var replaced: [Record.Field] = []
    }

    /// Decides about one record.
    mutating func step<Refusal>(
        _ key: Record.Key,
        existing: StoredRecord?,
        decide: (Record?, inout Clock) -> Decision<Refusal>
    ) -> Step<Refusal> {
        // A change made here must win over what it was made from, whatever the wall clock says (S2).
        if let stamp = existing?.record.latest { clock.observe(stamp) }
        switch decide(existing?.record, &clock) {
        case .keep: return Step(outcome: .unchanged(existing))
        case .refuse(let refusal): return Step(outcome: .refused(refusal))
        case .merge(let change):
            precondition(change.key == key, "a decision is about the record it was asked about")
            return merge(change, into: existing)
        }
    }

    /// The number of one more entry.
    mutating func numberEntry() -> Int64 {
        entry += 1
        return entry
    }

    private mutating func merge<Refusal>(_ change: Record, into existing: StoredRecord?) -> Step<Refusal> {
        if let stamp = change.latest { clock.observe(stamp) }
        var merged = existing?.record ?? Record(kind: change.kind, id: change.id)
        let hasChanged = merged.merge(change)
        let replaced = existing.map { Self.replaced(in: $0.record, by: change, merged) } ?? []
        guard hasChanged else { return Step(outcome: .unchanged(existing), replaced: replaced) }
        cursor += 1
        latest = [latest, merged.latest].compactMap { $0 }.max()
        let stored = StoredRecord(record: merged, cursor: cursor)
        return Step(outcome: .changed(stored, previous: existing?.cursor), replaced: replaced)
    }

    /// The loser of each field that both versions set to something else (S12): mostly what stood there, and what was
    /// brought when it came too late, for the person who wrote that has not seen it lose.
    private static func replaced(in existing: Record, by change: Record, _ merged: Record) -> [Record.Field] {
        var replaced: [Record.Field] = []
        for field in change.fields {
            guard let there = existing.field(field.name), there.value != field.value else { continue }
            // Says nothing that a person has written; the photos that it is about have histories of their own.
            if existing.kind == .note, field.name == Note.Field.photosChanged { continue }
            replaced.append(merged.field(field.name) == field ? there : field)
        }
        return replaced
    }
}
