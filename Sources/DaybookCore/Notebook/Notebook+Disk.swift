// The tabs of a device share one disk (S13): a journal that each appends to and all read. One of them, the leader, talks
// to the server for all; should two do so, nothing is lost, since a call sent twice does the same as one (S8).

extension Notebook {
    /// Writes an entry to the device's disk, and now and then a snapshot of everything.
    @inline(never)
    mutating func journal(_ entry: Entry) -> [Effect] {
        guard disk.place == .sealed else { return [] }
        disk.sequence += 1
        disk.unwritten.append(Disk.Unwritten(sequence: disk.sequence, entry: entry))
        let isLong = disk.journalBytes > Disk.journalBytesMaximum
        // After a failed write the journal has a gap, which only a snapshot closes.
        if disk.failure != nil || connection.leads && isLong && !disk.mustReadAll { return [snapshot()] }
        let bytes = ReplicaDisk.encode(entry)
        disk.journalBytes += bytes.count
        return [.append(sequence: disk.sequence, bytes)]
    }

    private mutating func snapshot() -> Effect {
        disk.journalBytes = 0
        return .pack(sequence: disk.sequence, through: disk.through, ReplicaDisk.encode(replica))
    }

    /// Puts what could be read in place of what could not, and says so; the rest is asked of the server.
    mutating func mendDisk() -> [Effect] {
        disk.sequence += 1
        return [snapshot(), .tell(Texts.diskDamaged)]
    }

    /// The disk has everything up to a number.
    public mutating func stored(_ sequence: Int) -> [Effect] {
        disk.storedThrough = max(disk.storedThrough, sequence)
        if disk.storedThrough >= disk.sequence { disk.failure = nil }
        let isToBeRead = disk.unwritten.contains { $0.sequence <= sequence && $0.entry.isOrdered }
        disk.unwritten.removeAll { $0.sequence <= sequence }
        let effects: [Effect] = isToBeRead ? [.readDisk] : []
        return effects + (replica.isReset && !isResetUnstored ? sync() : [])
    }

    /// Everything is to be read again, and the disk does not know yet. Were the server told and this process killed now,
    /// the server would take its next call for one that has read what it has not.
    var isResetUnstored: Bool {
        replica.isReset && replica.cursor == 0 && disk.takesEntries && disk.storedThrough < disk.sequence
    }

    /// The disk did not take what was written.
    public mutating func storeFailed(_ failure: Disk.Failure) -> [Effect] {
        disk.failure = failure
        // The disk takes no entry now; the snapshot that closes the gap holds what this one comes to.
        for unwritten in disk.unwritten where unwritten.entry.isOrdered && disk.mustReadAll {
            replica.apply(unwritten.entry)
        }
        disk.mustReadAll = false
        return syncDue()
    }

    /// Another tab has packed the journal further than this one's snapshot, which was not written, had read; that is
    /// absorbed by now.
    public mutating func storeOvertaken() -> [Effect] {
        disk.place == .sealed ? [snapshot()] : []
    }

    /// Makes the call that waited until the disk was read.
    private mutating func syncDue() -> [Effect] {
        guard disk.isSyncDue else { return [] }
        disk.isSyncDue = false
        return sync()
    }

    // MARK: - Tabs

    /// This notebook talks to the server for all that share its disk, or stops doing so.
    public mutating func leadsChanged(_ leads: Bool) -> [Effect] {
        guard disk.place == .sealed, connection.leads != leads else { return [] }
        connection.leads = leads
        if leads { return sync() + [.listPhotos] }
        let wasOpen = connection.events.state != .closed
        connection.events.state = .closed
        return wasOpen ? [.cancel(.listenAgain), .stopListening] : []
    }

    /// Other tabs appended to the journal, which has been read up to `through`.
    public mutating func shared(_ entries: [[UInt8]], through: Int) -> [Effect] {
        disk.through = through
        // All of the disk is on its way, and this with it.
        if disk.mustReadAll { return [] }
        var changed: [Record.Key] = []
        var isWanted = false
        var hasReset = false
        for bytes in entries {
            disk.journalBytes += bytes.count
            // One that cannot be read was damaged on its way to the disk; the tab that wrote it has it, and sends it.
            guard let entry = ReplicaDisk.entry(of: bytes) else { continue }
            if entry.isOrdered { return merged(changed) + readAll() }
            if case .changed = entry { isWanted = true }
            if case .resetEnded = entry { hasReset = true }
            if case .preferred(Preference.dismissed, let value) = entry { dismissedElsewhere(value) }
            changed += replica.apply(entry).changed
        }
        // What was changed here as the other tab ended the reset waits for the whole of its record in this one alone.
        if hasReset, replica.unsentCount > 0 {
            return merged(changed) + journal(.changed(Array(replica.outbox.values))) + sync()
        }
        return merged(changed) + (isWanted && connection.leads ? sync() : [])
    }

    private mutating func merged(_ changed: [Record.Key]) -> [Effect] {
        refresh(changed)
        let effects: [Effect] = changed.isEmpty ? [] : [.changed(changed)]
        guard changed.contains(where: { $0.kind != .todo }) else { return effects }
        holdDrafts()
        // Another tab may have stored photos that this one sends.
        return effects + (connection.leads ? [.listPhotos] : [])
    }

    /// What comes of an entry depends on those before it, and this tab has applied its own before it read others': it
    /// takes what the disk says in its order instead.
    private mutating func readAll() -> [Effect] {
        disk.mustReadAll = true
        return [.readDisk]
    }

    /// All of the disk was read: another tab packed the journal before this one had read it, or this one asked.
    ///
    /// What it says leads, and what this tab has not written yet comes on top. A damaged disk does not lead.
    public mutating func absorb(_ vault: DiskContent) -> [Effect] {
        disk.through = vault.through
        let content = ReplicaDisk.decode(snapshot: vault.snapshot, journal: vault.journal, freshDevice: replica.device)
        let unwritten = disk.unwritten.map { $0.entry }
        if content.damaged > 0 {
            replica.absorb(content.replica, unwritten)
        } else {
            replica = replica.rebuilt(on: content.replica, unwritten, isAlone: disk.failure != nil)
        }
        disk.mustReadAll = disk.failure == nil && unwritten.contains { $0.isOrdered }
        todos.replace(with: replica.records.values.compactMap { Todo($0) })
        notes.replace(with: replica.records.values)
        reminders.schedule = ReminderSchedule(todos.todos)
        dismissedElsewhere(replica.preferences[Preference.dismissed] ?? "")
        holdDrafts()
        let effects = [.changed(Array(replica.records.keys))] + (disk.mustReadAll ? [] : syncDue())
        return content.damaged > 0 ? effects + mendDisk() : effects
    }
}
