import DaybookCore

/// The work on one account's records inside one transaction, for every storage: decide, merge, check the bounds,
/// number, and collect the replaced values.
///
/// Pure: the caller reads and writes the records. The numbering of S7, the rule of S8, the history of S12 and the
/// budgets are written once, so no two implementations can differ in them.
struct AccountWriter {
    /// An account's numbers: of its latest change, and of its latest entry of history.
    struct Numbers: Equatable, Sendable {
        var cursor: Int64
        var entry: Int64
    }

    /// A number of records, and of the bytes of fields, which may be negative.
    struct RecordGrowth: Equatable, Sendable {
        var records = 0
        var bytes = 0
    }

    /// An existing record, with the bytes of its fields as they are stored.
    struct Held {
        let stored: StoredRecord
        let bytes: Int
        /// The fields as they are written, if the record is large and was read before the transaction.
        var written: WrittenFields?
    }

    /// The numbers after the steps so far.
    private(set) var numbers: Numbers
    /// The account's usage after the steps so far.
    private(set) var usage: AccountUsage
    /// What the steps so far have added to the account's records, or taken from them, without history.
    private(set) var growth = RecordGrowth()
    /// The installation's clock.
    private(set) var clock: Clock
    /// The greatest stamp among the records that changed here. The clock must exceed it after a restart.
    private(set) var latest: Stamp?
    private let start: Numbers
    private let bounds: AccountBounds
    /// Whether the account may have history to drop. While it may, a change without room is not refused but reports its
    /// shortage.
    private let mayMakeRoom: Bool

    /// The number of the account's latest change.
    var cursor: Int64 { numbers.cursor }

    /// Whether any record changed here.
    var hasMoved: Bool { numbers.cursor > start.cursor }

    /// Whether either number has grown and must be saved.
    var hasNumbered: Bool { numbers != start }

    init(_ numbers: Numbers, clock: Clock, usage: AccountUsage, bounds: AccountBounds, mayMakeRoom: Bool = false) {
        self.numbers = numbers
        self.clock = clock
        self.usage = usage
        self.bounds = bounds
        self.mayMakeRoom = mayMakeRoom
        start = numbers
    }

    /// The result for one record.
    struct Step<Refusal: Sendable> {
        /// The outcome, which tells whether there is something to write.
        let outcome: Outcome<Refusal>
        /// The fields of the record to write.
        var text = ""
        /// The entries to add to the record's history, unless they are there already or there is no room.
        var replaced: [Record.Field] = []
        /// The shortage that prevented a change.
        var shortage: Shortage?
    }

    /// Decides about one record.
    mutating func step<Refusal>(
        _ key: Record.Key,
        existing: Held?,
        decide: (Record?, inout Clock) -> Decision<Refusal>
    ) -> Step<Refusal> {
        // A change made here must win over the value that it replaces, whatever the wall clock shows (S2).
        if let stamp = existing?.stored.record.latest { clock.observe(stamp) }
        switch decide(existing?.stored.record, &clock) {
        case .keep: return Step(outcome: .unchanged(existing?.stored))
        case .refuse(let refusal): return Step(outcome: .refused(refusal))
        case .merge(let change):
            precondition(change.key == key, "a decision is about the record it was asked about")
            return merge(change, into: existing)
        }
    }

    /// Whether there is room for this many more bytes.
    func hasRoom(for bytes: Int) -> Bool { usage.bytes + bytes <= bounds.accountBytes }

    /// The number of the next entry of history.
    var nextEntry: Int64 { numbers.entry + 1 }

    /// The greatest number of an entry that has to go when the next one is added; 0 or less for none.
    var lastEntryToDrop: Int64 { nextEntry - Int64(bounds.accountEntries) }

    /// Counts an entry of history that was written.
    mutating func addEntry(bytes: Int) {
        numbers.entry += 1
        usage.bytes += bytes
    }

    /// Counts bytes of history that were dropped.
    mutating func dropEntries(bytes: Int) { usage.bytes -= bytes }

    private mutating func merge<Refusal>(_ change: Record, into existing: Held?) -> Step<Refusal> {
        var merged = existing?.stored.record ?? Record(kind: change.kind, id: change.id)
        let hasChanged = merged.merge(change)
        let replaced = existing.map { Self.replaced(in: $0.stored.record, by: change, merged) } ?? []
        let written = hasChanged ? existing.flatMap { $0.text(of: merged, by: change) } : nil
        let bytes = hasChanged ? written?.utf8.count ?? merged.fieldsBytes : existing?.bytes ?? 0
        let growth = bytes - (existing?.bytes ?? 0)
        if hasChanged, let excess = excess(of: change, merged, bytes: bytes, existing) {
            return Step(outcome: .overBudget(excess.budget), shortage: excess)
        }
        if let excess = shortage(growth: growth, isNew: existing == nil && hasChanged, replaced) {
            return Step(outcome: .overBudget(excess.budget), shortage: excess)
        }
        if let stamp = change.latest { clock.observe(stamp) }
        guard hasChanged else { return Step(outcome: .unchanged(existing?.stored), replaced: replaced) }
        numbers.cursor += 1
        count(RecordGrowth(records: existing == nil ? 1 : 0, bytes: growth))
        latest = [latest, merged.latest].compactMap { $0 }.max()
        let stored = StoredRecord(record: merged, cursor: cursor)
        let text = written ?? StoredFields.text(of: merged)
        return Step(outcome: .changed(stored, previous: existing?.stored.cursor), text: text, replaced: replaced)
    }

    private mutating func count(_ more: RecordGrowth) {
        growth.records += more.records
        growth.bytes += more.bytes
        usage.records += more.records
        usage.bytes += more.bytes
    }

    /// How far a record exceeds its bounds. A change that does not enlarge the record is never refused, and neither is
    /// a mark.
    private func excess(of change: Record, _ merged: Record, bytes: Int, _ existing: Held?) -> Shortage? {
        if change.fields.isEmpty || Rules.isMarking(change) { return nil }
        let fields = merged.fields.count
        if fields > bounds.recordFields, fields > existing?.stored.record.fields.count ?? 0 {
            return Shortage(budget: .recordFields, excess: fields - bounds.recordFields)
        }
        if bytes > bounds.recordBytes, bytes > existing?.bytes ?? 0 {
            return Shortage(budget: .recordBytes, excess: bytes - bounds.recordBytes)
        }
        return nil
    }

    /// How far the account exceeds its bounds. When no room can be made, a change that adds no bytes of fields is
    /// accepted without its history.
    private func shortage(growth: Int, isNew: Bool, _ replaced: [Record.Field]) -> Shortage? {
        if isNew, usage.records >= bounds.accountRecords {
            return Shortage(budget: .accountRecords, excess: usage.records + 1 - bounds.accountRecords)
        }
        let history = mayMakeRoom ? replaced.reduce(0) { $0 + $1.value.encodedCount } : 0
        let excess = usage.bytes + max(growth, 0) + history - bounds.accountBytes
        guard excess > 0, growth > 0 || history > 0 else { return nil }
        return Shortage(budget: .accountBytes, excess: excess)
    }

    /// The losing value of each field that both versions set differently (S12). Usually it is the existing value. When
    /// the change arrived too late, it is the new value, because the person who wrote it has not seen it lose.
    private static func replaced(in existing: Record, by change: Record, _ merged: Record) -> [Record.Field] {
        var replaced: [Record.Field] = []
        for field in change.fields {
            guard let there = existing.field(field.name), there.value != field.value else { continue }
            // The field holds no text of a person, and the photos that it is about have histories of their own.
            if existing.kind == .note, field.name.isSame(as: Note.Field.photosChanged) { continue }
            replaced.append(merged.field(field.name) == field ? there : field)
        }
        return replaced
    }
}

extension AccountWriter.Held {
    /// The text of the record after a change; nil when its fields were not written before.
    fileprivate func text(of merged: Record, by change: Record) -> String? {
        written?.text(of: merged, from: stored.record, by: change)
    }
}
