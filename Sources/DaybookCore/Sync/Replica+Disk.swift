extension Replica {
    /// The replica of the disk with this tab's unwritten entries and its own stamps.
    ///
    /// Entries that only make sense at their place of the journal, ``Entry/refusedAhead``, wait until they
    /// stand there; `isAlone`: the disk takes none, so they are done now.
    func rebuilt(on disk: Replica, _ unwritten: [Entry], isAlone: Bool = false) -> Replica {
        var replica = disk
        replica.clock.use(device: clock.device)
        for entry in unwritten {
            if entry.isOrdered, !isAlone { continue }
            replica.apply(entry)
        }
        return replica
    }

    /// Takes over what another tab of this device packed into a snapshot: more than this one has read of the journal.
    ///
    /// All that this tab knows stands there too, but for what it wrote since. So the snapshot leads: what is missing in
    /// it went with a reset, and what it does not count as unsent was acknowledged. Of this tab's own there stays only what
    /// the snapshot has never seen and no server may have: unsent changes. What this tab itself read from the server
    /// is read once more, because the cursor is the snapshot's, even if that is smaller.
    mutating func absorb(_ other: Replica, _ unwritten: [Entry] = []) {
        let mine = self
        records = other.records
        outbox = other.outbox
        rejections = other.rejections
        clock.absorb(other.clock)
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

    /// Keeps what the snapshot lacks of a change. Of a record that went with a reset this is all, as at a reset's end.
    private mutating func keepUnsent(_ change: Record, of record: Record?) {
        guard let there = records[change.key] else {
            make(record ?? change)
            return
        }
        if let unseen = change.without(there.stamps) { make(unseen) }
    }
}
