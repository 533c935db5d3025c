/// One device's copy of everything a person has: records that merge, the changes that no server has seen yet, and
/// how far it has read (S1).
public struct Replica: Equatable, Sendable {
    /// Everything, deleted records included.
    public private(set) var records: [Record.Key: Record] = [:]
    /// Makes the stamps of this device.
    public private(set) var clock: Clock
    /// Changes that the server has not yet taken, a record each.
    public private(set) var outbox: [Record.Key: Record] = [:]
    /// Changes that the server refused, with the reasons, until the person mends them (S9).
    public private(set) var rejections: [Record.Key: Rejection] = [:]
    /// The server's number of the last change this replica has read (S7).
    public private(set) var cursor: Int64 = 0
    /// While everything is read again: the records that the server has shown since (S10). Nil at other times.
    private(set) var confirmed: Set<Record.Key>?
    /// Records whose unsent changes stay on this device for now: notes that are not yet what the rules ask for, and
    /// their photos. Not kept on the disk, since it follows from the records.
    var held: Set<Record.Key> = []
    /// Names this device to the server.
    public let device: UUID

    /// A change that broke a rule.
    public struct Rejection: Equatable, Sendable {
        /// What was refused.
        public var change: Record
        /// Why.
        public var violations: [Violation]

        /// A refused change and the reasons.
        public init(change: Record, violations: [Violation]) {
            self.change = change
            self.violations = violations
        }
    }

    /// An empty replica.
    public init(device: UUID) {
        self.device = device
        clock = Clock(device: device.low)
    }

    init(
        device: UUID,
        clock: Clock,
        cursor: Int64,
        records: [Record.Key: Record],
        outbox: [Record.Key: Record],
        rejections: [Record.Key: Rejection],
        confirmed: Set<Record.Key>?
    ) {
        self.device = device
        self.clock = clock
        self.cursor = cursor
        self.records = records
        self.outbox = outbox
        self.rejections = rejections
        self.confirmed = confirmed
    }

    /// How many records have changes that the server has not taken.
    public var unsentCount: Int { outbox.count }

    /// How many of them are to be sent now.
    public var sendableCount: Int {
        if held.isEmpty { return outbox.count }
        var count = 0
        for key in outbox.keys where !held.contains(key) { count += 1 }
        return count
    }
}

// MARK: - Changes made here

extension Replica {
    /// A stamp for the next change of this device.
    public mutating func stamp(now: Instant) -> Stamp {
        clock.next(now: now)
    }

    /// Of tabs that share this device's disk, each makes stamps of its own: they differ in the last 4 bits.
    public mutating func use(tab: UInt8) {
        clock.use(device: device.low & ~0xF | min(UInt64(tab), Clock.placeAnew - 1))
    }

    /// Makes a change on this device: it shows at once and waits to be sent. `change` bears stamps of this replica;
    /// one that holds nothing is none.
    public mutating func apply(_ change: Record) {
        guard change.latest != nil else { return }
        let key = change.key
        merge(change)
        // What was refused before goes along again: the change may be what mends it.
        if let rejection = rejections.removeValue(forKey: key) { enqueue(rejection.change) }
        enqueue(change)
    }

    private mutating func enqueue(_ change: Record) {
        if outbox[change.key]?.merge(change) == nil { outbox[change.key] = change }
    }

    private mutating func merge(_ version: Record) {
        if let latest = version.latest { clock.advance(past: latest) }
        if records[version.key]?.merge(version) == nil { records[version.key] = version }
    }
}

// MARK: - Changes from elsewhere

extension Replica {
    /// Takes over what the server answered to a call of this device, in this tab or another. The keys of records that
    /// changed.
    ///
    /// What another epoch of the server took may not be there in this one, and what that has shown proves nothing of this
    /// one: it settles nothing and leads nowhere. What only an earlier epoch is known to have had, this one is sent; a
    /// later one is read from the start soon, because it knows none of this replica's cursors.
    @discardableResult
    public mutating func hear(
        _ versions: [Record],
        after: Int64,
        cursor: Int64,
        settled: [ReplicaDisk.Settlement]
    ) -> [Record.Key] {
        if isOfThisEpoch(cursor) {
            settle(settled)
            return receive(versions, after: after, cursor: cursor)
        }
        guard cursor < self.cursor else { return [] }
        let missing = versions.compactMap { $0.difference(from: records[$0.key]) }
        for change in missing { apply(change) }
        return missing.map { $0.key }
    }

    /// Before anything was read, any epoch may be the one to read.
    func isOfThisEpoch(_ cursor: Int64) -> Bool {
        self.cursor == 0 || ChangeNumber.epoch(of: cursor) == ChangeNumber.epoch(of: self.cursor)
    }

    /// Whether all that the server had up to its number `cursor` has been read.
    func hasRead(upTo cursor: Int64) -> Bool { cursor <= self.cursor && isOfThisEpoch(cursor) }

    /// Takes over versions that came from the server, and how far they lead from where they were asked for. The keys of
    /// those that changed.
    ///
    /// They lead nowhere when this replica has not read as far as `after`: another tab asked, and since then all is
    /// read again. Then they do not tell what the server has now either.
    @discardableResult
    public mutating func receive(_ versions: [Record], after: Int64 = 0, cursor: Int64) -> [Record.Key] {
        let isNews = isNews(after: after, cursor: cursor)
        let confirms = after <= self.cursor
        var changed: [Record.Key] = []
        for version in versions {
            if let latest = version.latest { clock.observe(latest) }
            if isNews, !isReset {
                if follow(version) { changed.append(version.key) }
                continue
            }
            if confirms, confirmed?.insert(version.key) != nil { keepWhatIsMissing(in: version) }
            if let differs = records[version.key]?.merge(version) {
                if differs { changed.append(version.key) }
            } else {
                records[version.key] = version
                changed.append(version.key)
            }
        }
        if isNews { self.cursor = cursor }
        return changed
    }

    private func isNews(after: Int64, cursor: Int64) -> Bool {
        after <= self.cursor && cursor > self.cursor && isOfThisEpoch(cursor)
    }

    /// What the server has had of these records and lacks in the versions it sends now, as when it was restored from a
    /// backup and others have written since: to be sent again after ``receive``, which shows what the server shows.
    ///
    /// Only what is too young to have gone with a delete that is forgotten.
    func lost(in versions: [Record], after: Int64, cursor: Int64, server: Instant) -> [Record] {
        guard isNews(after: after, cursor: cursor), !isReset else { return [] }
        let oldest = Replica.memory(of: server)
        return versions.compactMap { version in
            guard let more = records[version.key]?.difference(from: version) else { return nil }
            let kept = (outbox[version.key]?.stamps ?? []) + (rejections[version.key]?.change.stamps ?? [])
            return more.without(kept + more.stamps.filter { $0.wall < oldest })
        }
    }

    /// Takes over a version that is newer than all this replica has read. True when the record looks different.
    ///
    /// It holds all that the server has of the record, so what it lacks, and nobody here waits to send, was deleted and
    /// forgotten before somebody's unsent changes brought the record back (S10): a merge would keep the delete, and hide
    /// here for ever what all others show.
    private mutating func follow(_ version: Record) -> Bool {
        let key = version.key
        var record = version
        if let unsent = outbox[key] { record.merge(unsent) }
        if let refused = rejections[key] { record.merge(refused.change) }
        if records[key] == record { return false }
        records[key] = record
        return true
    }

    /// The server has the changes of a record that bear these stamps.
    ///
    /// Each is named: those of two tabs may cross, so that "everything up to" one would take another's along.
    public mutating func acknowledge(_ key: Record.Key, _ stamps: [Stamp]) {
        for stamp in stamps { clock.observe(stamp) }
        outbox[key] = outbox[key]?.without(stamps)
        // What was refused alone may be taken with all of its record.
        guard let refused = rejections[key]?.change else { return }
        if let rest = refused.without(stamps) { rejections[key]?.change = rest } else { rejections[key] = nil }
    }

    /// The server has taken a change, and said so in no other way: it does not tell a device what that brought itself.
    ///
    /// Meanwhile another tab may have stamped it anew, below the stamp that the server has: here as there the greater
    /// one stays, and the same value needs no sending again.
    mutating func confirm(_ change: Record) {
        let key = change.key
        if records[key]?.merge(change) == nil { records[key] = change }
        outbox[key] = outbox[key]?.without(valuesIn: change)
    }

    /// The server refused a record's changes that bear these stamps: they stay here, set apart.
    ///
    /// Unless the record was changed since: that may be what mends it, so all of it is sent and judged again.
    public mutating func reject(_ key: Record.Key, _ stamps: [Stamp], _ violations: [Violation]) {
        guard var change = outbox[key], change.without(stamps) == nil else { return }
        outbox[key] = nil
        // What a reset found missing may be refused beside what was set apart before, and still is.
        if let before = rejections[key]?.change { change.merge(before) }
        rejections[key] = Rejection(change: change, violations: violations)
    }

    /// Takes back an earlier correction of the clock once the device's own clock was set; see ``Clock/check``.
    public mutating func checkClock(server: Instant, now: Instant) {
        clock.check(server: server, local: now)
    }

    /// Stamps unsent changes that the server refuses as too far ahead of its clock anew by that clock, in the order in
    /// which they were made (S2). To all others they are made now. Which became which.
    ///
    /// What follows from a replica alone, so that all tabs do the same at the same place of their journal. Changes with
    /// a stamp that the server takes keep it, and so do those that a newer one from elsewhere has replaced: stamped
    /// anew they would win on the server, and this device, which is not told what it brought itself, would differ.
    ///
    /// `correction` is what the server's clock is ahead of the device's, in milliseconds.
    @discardableResult
    public mutating func restampUnsent(server: Instant, correction: Int64) -> Restamping {
        let latest = server.advanced(by: Rules.stampTolerance)
        var ahead: [Stamp] = []
        for change in Array(outbox.values) + rejections.values.map({ $0.change }) {
            let key = change.key
            for field in change.fields where field.stamp.wall > latest && isShown(field, of: key) {
                ahead.append(field.stamp)
            }
            if let deleted = change.deleted, deleted.wall > latest, records[key]?.deleted == deleted {
                ahead.append(deleted)
            }
        }
        var anew = Restamping(ahead)
        clock.correct(by: correction, kept: greatestStamp(except: anew))
        anew.assign { clock.nextAnew(server: server) }
        replaceStamps(anew)
        return anew
    }

    /// Carries out what a journal of the second layout says that a tab did.
    public mutating func restamp(_ anew: Restamping, correction: Int64) {
        clock.correct(by: correction, kept: greatestStamp(except: anew))
        for stamp in anew.new { clock.advance(past: stamp) }
        replaceStamps(anew)
    }

    private mutating func replaceStamps(_ anew: Restamping) {
        for (key, change) in outbox {
            outbox[key] = restamped(change, anew)
            records[key] = records[key]?.restamped { anew[$0] ?? $0 }
        }
        // Set apart, but shown: left ahead, they would keep all new stamps ahead of them, and so from being taken.
        for (key, rejection) in rejections {
            let change = restamped(rejection.change, anew)
            rejections[key] = Rejection(change: change, violations: rejection.violations)
            records[key] = records[key]?.restamped { anew[$0] ?? $0 }
        }
    }

    private func restamped(_ change: Record, _ anew: Restamping) -> Record {
        let shown = records[change.key]
        let fields = change.fields.map { field in
            guard isShown(field, of: change.key), let stamp = anew[field.stamp] else { return field }
            return Record.Field(field.name, field.value, stamp)
        }
        let deleted = change.deleted.map { shown?.deleted == $0 ? anew[$0] ?? $0 : $0 }
        return Record(kind: change.kind, id: change.id, fields: fields, deleted: deleted)
    }

    /// Whether a change is what the record shows, and not replaced by a newer one.
    @inline(never)
    private func isShown(_ field: Record.Field, of key: Record.Key) -> Bool {
        records[key]?.field(field.name)?.stamp == field.stamp
    }

    private func greatestStamp(except excluded: Restamping) -> Stamp? {
        var greatest: Stamp?
        func see(_ stamp: Stamp) {
            if greatest.map({ $0 < stamp }) ?? true, excluded.place(of: stamp) == nil { greatest = stamp }
        }
        for record in records.values {
            for field in record.fields { see(field.stamp) }
            if let deleted = record.deleted { see(deleted) }
        }
        return greatest
    }
}

// MARK: - Tabs

extension Replica {
    /// What the disk says, as this tab goes on with it: with what the tab has not written yet, and its own stamps.
    ///
    /// Entries that only make sense at their place of the journal, ``ReplicaDisk/Entry/refusedAhead``, wait until they
    /// stand there; `isAlone`: the disk takes none, so they are done now.
    public func rebuilt(on disk: Replica, _ unwritten: [ReplicaDisk.Entry], isAlone: Bool = false) -> Replica {
        var replica = disk
        replica.clock.use(device: clock.device)
        for entry in unwritten {
            if case .refusedAhead = entry, !isAlone { continue }
            replica.replay(entry)
        }
        return replica
    }

    /// Takes over what another tab of this device packed into a snapshot: more than this one has read of the journal.
    ///
    /// All that this tab knows stands there too, but for what it wrote since. So the snapshot leads: what is missing in
    /// it went with a reset, and what it does not count as unsent was settled. Of this tab's own there stays only what
    /// the snapshot has never seen and no server may have: unsent changes. What this tab itself read from the server
    /// is read once more, because the cursor is the snapshot's, even if that is smaller.
    public mutating func absorb(_ other: Replica) {
        let mine = self
        records = other.records
        outbox = other.outbox
        rejections = other.rejections
        clock.absorb(other.clock)
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
            apply(record ?? change)
            return
        }
        if let unseen = change.without(there.stamps) { apply(unseen) }
    }
}

// MARK: - Sending

extension Replica {
    /// What to send so that an unsent change arrives: the change, but all of the record when it brings back what was
    /// deleted, because the server may have forgotten that. The change alone would make another record there.
    ///
    /// What of the change all of the record does not show, since a newer one from elsewhere replaced it here, goes
    /// after it: it must reach the server to be found in the history (S12).
    func whatToSend(of change: Record) -> [Record] {
        guard let record = records[change.key], record.deleted != nil else { return [change] }
        // An older delete may stand behind one of its own.
        let bringsBack = change.deleted != nil && change.isAlive
        guard bringsBack || record.without(change.stamps)?.isAlive != true else { return [change] }
        var whole = record
        whole.merge(change)
        return [whole] + [change.replaced(by: whole)].compactMap { $0 }
    }
}

// MARK: - Reading everything again

extension Replica {
    /// Whether everything is being read again (S10). Nothing is sent meanwhile: what is missing on the server is
    /// known, and sent whole, at the end.
    public var isReset: Bool { confirmed != nil }

    /// The server has forgotten what came after this replica's cursor: all is read again from the start.
    ///
    /// What was deleted so long ago that the server may have forgotten it goes here too: told of the delete again, the
    /// server would take back what another device had kept for its unsent changes.
    public mutating func beginReset(server: Instant) {
        confirmed = []
        cursor = 0
        for (key, record) in records
        where !record.isAlive && outbox[key] == nil && rejections[key] == nil && isForgettable(record, server) {
            records[key] = nil
        }
    }

    /// Some of what was read from the server may be lost: all is read again from the start, and nothing is concluded
    /// from what the server has shown until now.
    mutating func readAgain() {
        cursor = 0
        if isReset { confirmed = [] }
    }

    /// Everything has been read up to `cursor`. What the server does not have was deleted and forgotten, and goes here
    /// too, unless this device holds changes to it that no server has taken (S10), or it is too young to have been
    /// forgotten: then the server lost it, as from a restored backup, and gets it back. The keys of what went.
    ///
    /// Does nothing when this replica has not read that far: another tab has begun to read everything once more.
    public mutating func endReset(server: Instant, cursor: Int64) -> [Record.Key] {
        guard let confirmed, hasRead(upTo: cursor) else { return [] }
        self.confirmed = nil
        var gone: [Record.Key] = []
        for (key, record) in records where !confirmed.contains(key) {
            // A change alone, to a record that the server has forgotten, may have been refused for lack of the rest.
            // One that newer changes have wholly replaced here is none any more: another tab mended it.
            let refused = rejections.removeValue(forKey: key)?.change
            let isRefused = refused.map { !Set($0.stamps).isDisjoint(with: record.stamps) } ?? false
            if outbox[key] == nil, !isRefused, isForgettable(record, server) {
                gone.append(key)
            } else {
                enqueue(record)
            }
        }
        for key in gone { records[key] = nil }
        return gone
    }

    /// Whether a record was last changed so long ago that it may have been deleted, and its tombstone been forgotten.
    private func isForgettable(_ record: Record, _ server: Instant) -> Bool {
        record.latest.map { $0.wall < Replica.memory(of: server) } ?? true
    }

    /// What bears a stamp from before this may have been deleted, and the delete been forgotten.
    private static func memory(of server: Instant) -> Instant {
        server.advanced(by: .milliseconds(Rules.stampTolerance.milliseconds - Rules.tombstoneLifetime.milliseconds))
    }

    /// A server that was restored from a backup lacks what it had taken since. What it refused stays set apart.
    private mutating func keepWhatIsMissing(in version: Record) {
        let key = version.key
        guard var more = records[key]?.difference(from: version) else { return }
        if let refused = rejections[key]?.change {
            guard let rest = more.without(refused.stamps) else { return }
            more = rest
        }
        enqueue(more)
    }
}
