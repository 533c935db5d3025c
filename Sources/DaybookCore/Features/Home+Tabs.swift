// Pages of one browser share one disk (S13): a journal that each appends to and all read. One of them, the leader, talks
// to the server for all; should two do so, nothing is lost, since a call sent twice does the same as one (S8).

extension Home {
    /// This page talks to the server for all of this browser, or stops doing so.
    mutating func leadsChanged(_ leads: Bool) -> [Effect] {
        guard disk.place == .sealed, self.leads != leads else { return [] }
        self.leads = leads
        if leads { return syncNow() + [.listPhotos] }
        let wasListening = hearing != .off
        hearing = .off
        return wasListening ? [.cancelTimer(.listenAgain), .stopListening] : []
    }

    /// Other pages appended to the journal, which has been read up to `through`.
    mutating func shared(_ entries: [[UInt8]], through: Int) -> [Effect] {
        disk.through = through
        // All of the disk is on its way, and this with it.
        if disk.mustReadAll { return [] }
        var changed: [Record.Key] = []
        var isWanted = false
        var hasReset = false
        for bytes in entries {
            disk.journalBytes += bytes.count
            // One that cannot be read was damaged on its way to the disk; whoever wrote it has it, and sends it.
            guard let entry = ReplicaDisk.entry(of: bytes) else { continue }
            if entry.isRefusedAhead { return mergeShared(changed) + readAll() }
            if case .changed = entry { isWanted = true }
            if case .resetEnded = entry { hasReset = true }
            if case .preferred(let name, let value) = entry { preferences[name] = value }
            changed += replica.replay(entry)
        }
        // What was changed here as the other page ended the reset waits for the whole of its record in this one alone.
        if hasReset, replica.unsentCount > 0 {
            return mergeShared(changed) + write(.changed(Array(replica.outbox.values))) + syncNow()
        }
        return mergeShared(changed) + (isWanted && leads ? syncNow() : [])
    }

    private mutating func mergeShared(_ changed: [Record.Key]) -> [Effect] {
        for key in changed { refresh(key) }
        guard changed.contains(where: { $0.kind != .todo }) else { return mergeOpen(changed) }
        holdDrafts()
        // Another page may have stored photos that this one sends.
        return mergeOpen(changed) + (leads ? [.listPhotos] : [])
    }

    /// What comes of an entry depends on those before it, and this page has done its own before it read others': it takes
    /// what the disk says in its order instead.
    private mutating func readAll() -> [Effect] {
        disk.mustReadAll = true
        return [.readDisk]
    }

    /// All of the disk was read: another page packed the journal before this one had read it, or this one asked.
    ///
    /// What it says leads, and what this page has not written yet comes on top. A damaged disk does not lead.
    mutating func absorb(_ vault: VaultContent) -> [Effect] {
        disk.through = vault.through
        let content = ReplicaDisk.decode(snapshot: vault.snapshot, journal: vault.journal, freshDevice: replica.device)
        if content.damaged > 0 {
            replica.absorb(content.replica)
        } else {
            let unwritten = disk.unwritten.map { $0.entry }
            replica = replica.rebuilt(on: content.replica, unwritten, isAlone: disk.failure != nil)
        }
        disk.mustReadAll = disk.failure == nil && disk.unwritten.contains { $0.entry.isRefusedAhead }
        for choice in content.preferences.choices { preferences[choice.name] = choice.value }
        for case .preferred(let name, let value) in disk.unwritten.map({ $0.entry }) { preferences[name] = value }
        todos = TodoIndex(replica.records.values.compactMap { Todo($0) }, order: todos.order)
        notes = NoteIndex(replica.records.values, order: notes.order)
        reminders.schedule = ReminderSchedule(todos.todos)
        holdDrafts()
        let effects = mergeOpen(Array(replica.records.keys)) + (disk.mustReadAll ? [] : syncDue())
        return content.damaged > 0 ? effects + mendDisk() : effects
    }

    /// What somebody asked for in a page that does not talk to the server itself.
    mutating func syncOrAsk() -> [Effect] {
        leads ? syncNow() : [.askLeader]
    }
}
