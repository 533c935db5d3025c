extension Replica {
    /// The replica of the disk with this tab's unwritten entries and its own stamps.
    ///
    /// Entries that depend on their place in the journal, ``Entry/refusedAhead``, wait until they stand there.
    /// `isAlone`: the disk takes no entries, so they are applied now.
    func rebuilt(on disk: Replica, _ unwritten: [Entry], isAlone: Bool = false) -> Replica {
        var replica = disk
        replica.clock.use(device: clock.device)
        for entry in unwritten {
            if entry.isOrdered, !isAlone { continue }
            replica.apply(entry)
        }
        return replica
    }

    /// Takes over the snapshot of another tab of this device, which has read more of the journal than this tab.
    ///
    /// The snapshot contains everything that this tab knows, except for this tab's latest entries. So the snapshot
    /// decides: a record that it lacks was removed by a reset, and a change that it does not have as unsent was
    /// acknowledged. This tab keeps only unsent changes that the snapshot has never seen. Records that this tab read
    /// from the server are read once more, because the snapshot's cursor counts, even if it is smaller.
    mutating func merge(_ other: Replica, _ unwritten: [Entry] = []) {
        let mine = self
        records = other.records
        outbox = other.outbox
        rejections = other.rejections
        clock.merge(other.clock)
        for choice in other.preferences.choices { preferences[choice.name] = choice.value }
        for case .preferred(let name, let value) in unwritten { preferences[name] = value }
        for (key, change) in mine.outbox { keepUnsent(change, of: mine.records[key]) }
        for rejection in mine.rejections.values {
            keepUnsent(rejection.change, of: mine.records[rejection.change.key])
        }
        cursor = other.cursor
        confirmed = other.confirmed
        if mine.isReset {
            confirmed = []
            cursor = 0
        }
    }

    /// Keeps the part of a change that the snapshot lacks. If a reset removed the record, the whole record is kept, as
    /// at the end of a reset.
    private mutating func keepUnsent(_ change: Record, of record: Record?) {
        guard let there = records[change.key] else {
            make(record ?? change)
            return
        }
        if let unseen = change.without(there.stamps) { make(unseen) }
    }
}
