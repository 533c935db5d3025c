// The tabs of a device share one disk (S13), with a journal that each tab appends to and all tabs read. One tab, the
// leader, talks to the server for all. If two tabs do so, nothing is lost: sync calls are idempotent (S8).

extension Notebook {
    /// Writes an entry to the device's disk, and a snapshot of the replica when the journal has grown long.
    @inline(never)
    mutating func journal(_ entry: Entry) -> [Effect] {
        guard disk.place == .sealed else { return [] }
        disk.sequence += 1
        disk.unwritten.append(Disk.Unwritten(sequence: disk.sequence, entry: entry))
        // After a failed write the journal has a gap, which only a snapshot closes.
        if disk.failure != nil { return [snapshot()] }
        let bytes = ReplicaDisk.encode(entry)
        let append = Effect.append(sequence: disk.sequence, bytes)
        let isLong = disk.journalBytes > Disk.journalBytesMaximum
        // The snapshot has the entry, too. It goes along, because a tab that is put aside meanwhile writes its entries
        // alone.
        if connection.leads, isLong, !disk.mustReadAll { return [append, snapshot()] }
        disk.journalBytes += bytes.count
        return [append]
    }

    private mutating func snapshot() -> Effect {
        disk.journalBytes = 0
        disk.isSnapshotDue = false
        if disk.failure != nil { disk.repair = disk.repair ?? disk.sequence }
        return .pack(sequence: disk.sequence, through: disk.through, ReplicaDisk.encode(replica))
    }

    /// Writes a snapshot of what could be read in place of damaged entries, and tells the person. The server sends the
    /// rest.
    mutating func mendDisk() -> [Effect] { repair() + [.message(Texts.diskDamaged)] }

    /// Writes a snapshot of all that this tab has.
    private mutating func repair() -> [Effect] {
        disk.sequence += 1
        return [snapshot()]
    }

    /// Tries again what failed, unless a snapshot is on its way: there may be room by now, and the person may change
    /// nothing more before the tab closes.
    mutating func storeAgain() -> [Effect] {
        disk.failure == nil || disk.repair != nil ? [] : repair()
    }

    /// Every write up to a number is on the disk, unless one of them failed. Then only a snapshot that was made since
    /// has the entry of that write.
    public mutating func stored(_ sequence: Int) -> [Effect] {
        if disk.failure != nil {
            guard let first = disk.repair else { return repair() }
            if sequence < first { return [] }
            disk.failure = nil
        }
        disk.storedThrough = max(disk.storedThrough, sequence)
        let isToBeRead = disk.unwritten.contains { $0.sequence <= sequence && $0.entry.isOrdered }
        disk.unwritten.removeAll { $0.sequence <= sequence }
        let effects: [Effect] = isToBeRead ? [.readDisk] : []
        return effects + (replica.isReset && !isResetUnstored ? sync() : [])
    }

    /// Whether a full read has begun that is not on the disk yet. If a call were sent now and this process killed, the
    /// server would think later that the device has read changes which it has not.
    var isResetUnstored: Bool {
        replica.isReset && replica.cursor == 0 && disk.takesEntries && disk.storedThrough < disk.sequence
    }

    /// A write failed.
    public mutating func storeFailed(_ failure: Disk.Failure) -> [Effect] {
        // Only the first failure starts a call. The answer is written too, so on a full disk it would start the next call.
        let begins = !callsServer
        disk.isSyncDue = disk.isSyncDue || begins
        disk.failure = failure
        disk.repair = nil
        // The disk takes no entries now. The snapshot that closes the gap contains the result of this entry.
        for unwritten in disk.unwritten where unwritten.entry.isOrdered && disk.mustReadAll {
            replica.apply(unwritten.entry)
        }
        disk.mustReadAll = false
        return syncDue() + (begins ? startUploads() : [])
    }

    /// This tab's snapshot was not written, because another tab has packed the journal further than this tab had read
    /// it. This tab has absorbed the other tab's snapshot by now, or has skipped entries until it has read all of the
    /// disk.
    public mutating func storeOvertaken() -> [Effect] {
        guard disk.place == .sealed else { return [] }
        if !disk.mustReadAll { return [snapshot()] }
        disk.isSnapshotDue = true
        return [.readDisk]
    }

    /// Makes the call that waited until the disk was read.
    private mutating func syncDue() -> [Effect] {
        guard disk.isSyncDue else { return [] }
        disk.isSyncDue = false
        return sync()
    }

    // MARK: - Tabs

    /// Whether this tab calls the server by itself: the leader does, and a tab whose writes fail, because no other tab
    /// knows its changes.
    var callsServer: Bool { connection.leads || disk.failure != nil }

    /// This notebook begins or stops talking to the server for all tabs that share its disk.
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
        // All of the disk is being read, and these entries with it. Until then no snapshot may replace them.
        if disk.mustReadAll { return [] }
        // This tab, whose writes fail, has given refused stamps anew by itself. These entries stand before that.
        if disk.unwritten.contains(where: { $0.entry.isOrdered }) { return readAll() }
        var changed: [Record.Key] = []
        var replaced: [ReplacedText] = []
        var isWanted = false
        var hasReset = false
        for bytes in entries {
            disk.journalBytes += bytes.count
            // An entry that cannot be read was damaged while it was written. The tab that wrote it has its changes and
            // sends them.
            guard let entry = ReplicaDisk.entry(of: bytes) else { continue }
            if entry.isOrdered { return merged(changed, replaced) + readAll() }
            if case .changed = entry { isWanted = true }
            if case .resetEnded = entry { hasReset = true }
            if case .preferred(Preference.dismissed, let value) = entry { dismissedElsewhere(value) }
            let applied = replica.apply(entry)
            changed += applied.changed
            replaced += applied.replaced
        }
        disk.through = through
        // The other tab ended the reset without the changes that were made here meanwhile. This tab alone has them.
        if hasReset, replica.unsentCount > 0 {
            return merged(changed, replaced) + journal(.changed(Array(replica.outbox.values))) + sync()
        }
        return merged(changed, replaced) + (isWanted && connection.leads ? sync() : [])
    }

    private mutating func merged(_ changed: [Record.Key], _ replaced: [ReplacedText]) -> [Effect] {
        refresh(changed)
        var effects: [Effect] = changed.isEmpty ? [] : [.changed(changed)]
        effects += replacedEffects(replaced)
        guard changed.contains(where: { $0.kind != .todo }) else { return effects }
        holdDrafts()
        // Another tab may have stored photos that this tab must send.
        return effects + (connection.leads ? [.listPhotos] : [])
    }

    /// The result of such an entry depends on the entries before it. This tab applied its own entries before it read
    /// the other tabs' entries, so it reads the whole disk again, in the disk's order.
    private mutating func readAll() -> [Effect] {
        disk.mustReadAll = true
        return [.readDisk]
    }

    /// All of the disk was read, because another tab packed the journal before this tab had read it, or because this
    /// tab asked for it.
    ///
    /// The disk's content replaces this tab's replica, and the entries that this tab has not written yet are applied on
    /// top. The content of a damaged disk does not replace the replica.
    public mutating func merge(_ vault: DiskContent) -> [Effect] {
        disk.through = vault.through
        let content = ReplicaDisk.decode(snapshot: vault.snapshot, journal: vault.journal, newDevice: replica.device)
        let unwritten = disk.unwritten.map { $0.entry }
        if content.damaged > 0 {
            replica.merge(content.replica, unwritten)
        } else {
            replica = replica.rebuilt(on: content.replica, unwritten, isAlone: disk.failure != nil)
        }
        disk.mustReadAll = disk.failure == nil && unwritten.contains { $0.isOrdered }
        todos.replace(with: replica.records.values.compactMap { Todo($0) })
        notes.replace(with: replica.records.values)
        reminders.schedule = ReminderSchedule(todos.todos)
        dismissedElsewhere(replica.preferences[Preference.dismissed] ?? "")
        followLimits()
        // Another tab may have stored changes that it could not send while its writes failed. It no longer calls the server.
        if connection.leads, replica.isReset || replica.sendableCount > 0 { disk.isSyncDue = true }
        let photos: [Effect] = connection.leads ? [.listPhotos] : []
        let effects = [.changed(Array(replica.records.keys))] + photos + (disk.mustReadAll ? [] : syncDue())
        if content.damaged > 0, disk.damaged == 0 {
            disk.damaged = content.damaged
            return effects + mendDisk()
        }
        return disk.isSnapshotDue ? effects + [snapshot()] : effects
    }
}
