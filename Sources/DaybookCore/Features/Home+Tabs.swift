// Pages of one browser share one disk (S13): a journal that each appends to and all read. One of them, the leader, talks
// to the server for all; should two do so, nothing is lost, since a call sent twice does the same as one (S8).

extension Home {
    /// This page talks to the server for all of this browser, or stops doing so.
    mutating func leadsChanged(_ leads: Bool) -> [Effect] {
        guard disk.place == .sealed, self.leads != leads else { return [] }
        self.leads = leads
        if leads { return syncNow() }
        let wasListening = hearing != .off
        hearing = .off
        return wasListening ? [.cancelTimer(.listenAgain), .stopListening] : []
    }

    /// Other pages appended to the journal, which has been read up to `through`.
    mutating func shared(_ entries: [[UInt8]], through: Int) -> [Effect] {
        disk.through = through
        var changed: [Record.Key] = []
        var isWanted = false
        var hasReset = false
        for bytes in entries {
            disk.journalBytes += bytes.count
            // One that cannot be read was damaged on its way to the disk; whoever wrote it has it, and sends it.
            guard let entry = ReplicaDisk.entry(of: bytes) else { continue }
            if case .changed = entry { isWanted = true }
            if case .resetEnded = entry { hasReset = true }
            if case .preferred(let name, let value) = entry { preferences[name] = value }
            changed += replica.replay(entry)
        }
        for key in changed { refresh(key) }
        // What was changed here as the other page ended the reset waits for the whole of its record in this one alone.
        if hasReset, replica.unsentCount > 0 {
            return mergeIntoEditor(changed) + write(.changed(Array(replica.outbox.values))) + syncNow()
        }
        return mergeIntoEditor(changed) + (isWanted && leads ? syncNow() : [])
    }

    /// Another page packed the journal before this one had read it: what it packed is taken over.
    mutating func absorb(_ vault: VaultContent) -> [Effect] {
        disk.through = vault.through
        let content = ReplicaDisk.decode(snapshot: vault.snapshot, journal: vault.journal, freshDevice: replica.device)
        replica.absorb(content.replica)
        for choice in content.preferences.choices { preferences[choice.name] = choice.value }
        todos = TodoIndex(replica.records.values.compactMap { Todo($0) }, order: todos.order)
        return mergeIntoEditor(Array(replica.records.keys))
    }

    /// What somebody asked for in a page that does not talk to the server itself.
    mutating func syncOrAsk() -> [Effect] {
        leads ? syncNow() : [.askLeader]
    }
}
