import DaybookCore

extension MemoryStorage {
    func history(
        of account: AccountID,
        _ key: Record.Key,
        before number: Int64?,
        limit: PageLimit
    ) async throws(StorageError) -> HistoryPage {
        try with { state in
            let entries = (state.accounts[account]?.history[key] ?? []).reversed()
            var page = HistoryPage(entries: [], more: false)
            var bytes = 0
            for entry in entries where number.map({ entry.number < $0 }) ?? true {
                bytes += entry.field.value.encoded.count
                page.more = limit.isOver(records: page.entries.count, bytes: bytes)
                if page.more { break }
                page.entries.append(entry)
            }
            return page
        }
    }

    func historyEntry(
        _ number: Int64,
        of account: AccountID,
        _ key: Record.Key
    ) async throws(StorageError) -> HistoryEntry? {
        try with { $0.accounts[account]?.history[key]?.first { $0.number == number } }
    }

    func trash(
        of account: AccountID,
        since: Instant,
        after mark: TrashPage.Mark?,
        limit: PageLimit
    ) async throws(StorageError) -> TrashPage {
        try with { state in
            var dead: [(mark: TrashPage.Mark, record: StoredRecord)] = []
            for stored in state.accounts[account]?.records.values ?? [:].values {
                guard let place = TrashPage.Mark(stored.record), place.deleted.wall >= since,
                    stored.record.kind != .photo
                else { continue }
                if mark.map({ place.follows($0) }) ?? true { dead.append((place, stored)) }
            }
            var page = TrashPage(records: [], more: false)
            var bytes = 0
            for (_, stored) in dead.sorted(by: { $1.mark.follows($0.mark) }) {
                bytes += StoredFields.text(of: stored.record).utf8.count
                page.more = limit.isOver(records: page.records.count, bytes: bytes)
                if page.more { break }
                page.records.append(stored)
            }
            return page
        }
    }

    func collectGarbage(at now: Instant) async throws(StorageError) -> Garbage {
        let (garbage, moved) = try with { state in
            var garbage = Garbage()
            var moved: [AccountID: Int64] = [:]
            for account in state.accounts.keys {
                let orphans = state.deleteOrphans(of: account, at: now)
                if orphans > 0 { moved[account] = state.accounts[account]?.cursor }
                garbage.orphans += orphans
                state.accounts[account]?.collect(at: now, &garbage)
            }
            return (garbage, moved)
        }
        for (account, cursor) in moved { feed.tell(cursor, of: account) }
        return garbage
    }
}

// MARK: - Inside a step

extension MemoryStorage.State {
    /// Deletes the records of photos whose notes are gone for good. Returns how many.
    fileprivate mutating func deleteOrphans(of account: AccountID, at now: Instant) -> Int {
        guard var entry = accounts[account] else { return 0 }
        let orphans = entry.records.values.filter { stored in
            PhotoOrphanage(at: now).takes(
                stored.record,
                changed: entry.changed[stored.record.key] ?? now,
                note: stored.record.noteOfPhoto.flatMap { entry.records[Record.Key(kind: .note, id: $0)]?.record }
            )
        }
        let keys = orphans.map(\.record.key).sorted { $0.id < $1.id }
        let outcomes: [Outcome<Never>] = update(keys, &entry, at: now) { index, _, clock in
            .merge(Record(kind: .photo, id: keys[index].id, deleted: clock.next(now: now)))
        }
        accounts[account] = entry
        return outcomes.count
    }
}

extension MemoryStorage.AccountState {
    mutating func add(_ field: Record.Field, to key: Record.Key, at moment: Instant, _ writer: inout AccountWriter) {
        let isKnown = history[key]?.contains { $0.field.name == field.name && $0.field.stamp == field.stamp } ?? false
        if isKnown { return }
        let entry = HistoryEntry(number: writer.numberEntry(), field: field, replacedAt: moment)
        history[key, default: []].append(entry)
    }

    fileprivate mutating func collect(at now: Instant, _ garbage: inout Garbage) {
        let oldest = now.advanced(by: -Rules.historyLifetime)
        for (key, entries) in history {
            let kept = entries.filter { $0.replacedAt > oldest }
            garbage.entries += entries.count - kept.count
            history[key] = kept.isEmpty ? nil : kept
        }
        let earliest = now.advanced(by: -Rules.tombstoneLifetime)
        for (key, stored) in records where stored.record.deleted != nil && !stored.record.isAlive {
            guard let arrived = changed[key], arrived <= earliest else { continue }
            forgotten = max(forgotten, stored.cursor)
            records[key] = nil
            changed[key] = nil
            garbage.entries += history.removeValue(forKey: key)?.count ?? 0
            garbage.records += 1
        }
        let before = devices.count
        devices = devices.filter { $0.value.lastSeenAt > now.advanced(by: -StoredDevice.lifetime) }
        garbage.devices += before - devices.count
        garbage.photos += collectPhotos(at: now)
    }
}
