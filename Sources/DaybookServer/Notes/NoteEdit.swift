import DaybookCore
import DaybookStore

/// One change of a note and of its photos, all or nothing.
struct NoteEdit: Sendable {
    let key: Record.Key
    let arrangement: PhotoArrangement
    let now: Instant
    /// The decision about the note's own record, made inside the transaction that reads all of the records.
    let decide: @Sendable (Record?, Stamp) -> Step

    /// A decision about a note's record.
    enum Step {
        /// Set these fields. An empty list leaves the record as it is.
        case merge([Record.Field])
        case refuse(RecordResource.Refusal)
    }

    init(
        key: Record.Key,
        arrangement: PhotoArrangement,
        now: Instant,
        decide: @escaping @Sendable (Record?, Stamp) -> Step
    ) {
        self.key = key
        self.arrangement = arrangement
        self.now = now
        self.decide = decide
    }

    /// Makes the change and returns the note's record afterwards. Throws `RecordResource.Refusal`, with no change.
    func run(in storage: any Storage, of account: AccountID) async throws -> StoredRecord? {
        let isRefused = Flag()
        let outcomes = try await storage.update([key] + arrangement.keys, of: account, at: now) {
            index,
            existing,
            clock in
            // The note comes first, and its decision holds for its photos. A transaction that has to be repeated begins
            // with the note again.
            if index == 0 { return decision(existing, &clock, isRefused) }
            if isRefused.isUp { return .keep }
            return .merge(arrangement.change(index - 1, at: clock.next(now: now)))
        }
        return try outcomes.first?.get()
    }

    private func decision(
        _ existing: Record?,
        _ clock: inout Clock,
        _ isRefused: Flag
    ) -> Decision<RecordResource.Refusal> {
        let step = decide(existing, clock.next(now: now))
        switch step {
        case .refuse(let refusal):
            isRefused.isUp = true
            return .refuse(refusal)
        case .merge(let fields):
            isRefused.isUp = false
            return fields.isEmpty ? .keep : .merge(Record(kind: key.kind, id: key.id, fields: fields))
        }
    }
}
