import DaybookCore

extension MemoryStorage {
    func cursor(of account: AccountID) async throws(StorageError) -> Int64 {
        try with { (state) throws(StorageError) in
            guard let entry = state.accounts[account] else { throw .accountGone }
            return entry.cursor
        }
    }

    func changes(
        of account: AccountID,
        after cursor: Int64,
        limit: PageLimit
    ) async throws(StorageError) -> ChangePage {
        try with { (state) throws(StorageError) in
            guard let entry = state.accounts[account] else { throw .accountGone }
            let waiting = entry.records.values.filter { $0.cursor > cursor }.sorted { $0.cursor < $1.cursor }
            var page = ChangePage(
                changes: [],
                cursor: entry.cursor,
                more: false,
                forgotten: entry.forgotten
            )
            var bytes = 0
            for stored in waiting {
                bytes += StoredFields.text(of: stored.record).utf8.count
                if limit.isOver(records: page.changes.count, bytes: bytes) {
                    page.more = true
                    page.cursor = page.changes.last?.cursor ?? cursor
                    break
                }
                page.changes.append(stored)
            }
            return page
        }
    }

    func record(_ key: Record.Key, of account: AccountID) async throws(StorageError) -> StoredRecord? {
        try with { $0.accounts[account]?.records[key] }
    }

    func photoRecords(of account: AccountID, notes: [UUID]) async throws(StorageError) -> [StoredRecord] {
        try with { state in
            let photos = state.accounts[account]?.records.values.filter { $0.record.kind == .photo } ?? []
            return notes.flatMap { note in
                photos.filter { $0.record.noteOfPhoto == note }.sorted { $0.record.id < $1.record.id }
            }
        }
    }

    func update<Refusal: Sendable>(
        _ keys: [Record.Key],
        of account: AccountID,
        at moment: Instant,
        decide: @escaping @Sendable (Int, Record?, inout Clock) -> Decision<Refusal>
    ) async throws(StorageError) -> [Outcome<Refusal>] {
        let (outcomes, moved) = try with { (state) throws(StorageError) -> ([Outcome<Refusal>], Int64?) in
            guard var entry = state.accounts[account] else { throw .accountGone }
            let before = entry.cursor
            let outcomes = state.update(keys, &entry, at: moment, decide: decide)
            state.accounts[account] = entry
            return (outcomes, entry.cursor > before ? entry.cursor : nil)
        }
        if let moved {
            feed.tell(moved, of: account)
            signal.tell()
        }
        return outcomes
    }

    func beginLife(of account: AccountID, below number: Int64, at moment: Instant) async throws(StorageError) {
        let moved = try with { (state) throws(StorageError) -> Int64? in
            guard var entry = state.accounts[account] else { throw .accountGone }
            guard entry.cursor < number else { return nil }
            let life = max(ChangeNumber.life(of: number) + 1, ChangeNumber.life(at: moment))
            entry.cursor = ChangeNumber.number(entry.cursor, inLife: life)
            entry.records = entry.records.mapValues {
                StoredRecord(record: $0.record, cursor: ChangeNumber.number($0.cursor, inLife: life))
            }
            state.accounts[account] = entry
            return entry.cursor
        }
        if let moved { feed.tell(moved, of: account) }
    }

    func cursors(of account: AccountID) -> AsyncStream<Int64> {
        feed.listen(to: account) { try? with { $0.accounts[account]?.cursor } }
    }
}

extension MemoryStorage.State {
    /// Decides about some of an account's records and merges what is decided.
    mutating func update<Refusal: Sendable>(
        _ keys: [Record.Key],
        _ entry: inout MemoryStorage.AccountState,
        at moment: Instant,
        decide: (Int, Record?, inout Clock) -> Decision<Refusal>
    ) -> [Outcome<Refusal>] {
        var writer = AccountWriter(cursor: entry.cursor, entry: entry.entry, clock: clock)
        var outcomes: [Outcome<Refusal>] = []
        for (index, key) in keys.enumerated() {
            let step = writer.step(key, existing: entry.records[key]) { decide(index, $0, &$1) }
            if case .changed(let changed, _) = step.outcome {
                entry.reminders.follow(entry.records[key]?.record, changed.record, at: moment)
                entry.records[key] = changed
                entry.changed[key] = moment
            }
            for field in step.replaced { entry.add(field, to: key, at: moment, &writer) }
            outcomes.append(step.outcome)
        }
        entry.cursor = writer.cursor
        entry.entry = writer.entry
        clock = writer.clock
        return outcomes
    }
}
