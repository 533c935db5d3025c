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
        rejections: [Record.Key: Rejection]
    ) {
        self.device = device
        self.clock = clock
        self.cursor = cursor
        self.records = records
        self.outbox = outbox
        self.rejections = rejections
    }

    /// How many records have changes that the server has not taken.
    public var unsentCount: Int { outbox.count }
}

// MARK: - Changes made here

extension Replica {
    /// A stamp for the next change of this device.
    public mutating func stamp(now: Instant) -> Stamp {
        clock.next(now: now)
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
    /// Takes over versions that came from the server, and how far they lead. The keys of those that changed.
    @discardableResult
    public mutating func receive(_ versions: [Record], cursor: Int64) -> [Record.Key] {
        var changed: [Record.Key] = []
        for version in versions {
            if let latest = version.latest { clock.observe(latest) }
            if let differs = records[version.key]?.merge(version) {
                if differs { changed.append(version.key) }
            } else {
                records[version.key] = version
                changed.append(version.key)
            }
        }
        self.cursor = cursor
        return changed
    }

    /// The server has everything of a record that this device changed up to `stamp`.
    public mutating func acknowledge(_ key: Record.Key, upTo stamp: Stamp) {
        clock.observe(stamp)
        outbox[key] = outbox[key]?.after(stamp)
    }

    /// The server refused a record's changes up to `stamp`: they stay here, set apart.
    ///
    /// Unless the record was changed since: that may be what mends it, so all of it is sent and judged again.
    public mutating func reject(_ key: Record.Key, upTo stamp: Stamp, _ violations: [Violation]) {
        guard let change = outbox[key], change.after(stamp) == nil else { return }
        outbox[key] = nil
        rejections[key] = Rejection(change: change, violations: violations)
    }

    /// Takes back an earlier correction of the clock once the device's own clock was set; see ``Clock/check``.
    public mutating func checkClock(server: Instant, now: Instant) {
        clock.check(server: server, local: now)
    }

    /// Stamps unsent changes that run ahead of the server's clock anew by that clock, in the order in which they
    /// were made (S2). No other replica has seen them, so to all others they are made now.
    ///
    /// Changes with an honest stamp keep it, and so do those that a newer one from elsewhere has replaced: stamped
    /// anew they would win on the server, and this device, which is not told what it brought itself, would differ.
    public mutating func restampUnsent(server: Instant, now: Instant) {
        var ahead: [Stamp] = []
        for (key, change) in outbox {
            for field in change.fields where field.stamp.wall > server && isShown(field, of: key) {
                ahead.append(field.stamp)
            }
            if let deleted = change.deleted, deleted.wall > server, records[key]?.deleted == deleted {
                ahead.append(deleted)
            }
        }
        var anew = Restamping(ahead)
        clock.correct(server: server, local: now, kept: greatestStamp(except: anew))
        anew.assign { clock.next(now: now) }
        for (key, change) in outbox {
            let fields = change.fields.map { field in
                guard isShown(field, of: key), let stamp = anew[field.stamp] else { return field }
                return Record.Field(field.name, field.value, stamp)
            }
            let deleted = change.deleted.map { records[key]?.deleted == $0 ? anew[$0] ?? $0 : $0 }
            outbox[key] = Record(kind: key.kind, id: key.id, fields: fields, deleted: deleted)
            records[key] = records[key]?.restamped { anew[$0] ?? $0 }
        }
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
