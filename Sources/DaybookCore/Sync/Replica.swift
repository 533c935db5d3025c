/// One device's copy of everything a person has: records that merge, the changes that no server has seen yet, and
/// how far it has read (S1).
public struct Replica: Equatable, Sendable {
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
        public var change: Record
        public var violations: [Violation]

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
        device: UUID, clock: Clock, cursor: Int64, records: [Record.Key: Record], outbox: [Record.Key: Record],
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

    /// Makes a change on this device: it shows at once and waits to be sent. `change` bears stamps of this replica.
    public mutating func apply(_ change: Record) {
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
        if let latest = version.latest { clock.observe(latest) }
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
        outbox[key] = outbox[key]?.after(stamp)
    }

    /// The server refused a record's changes up to `stamp`: they stay here, set apart.
    public mutating func reject(_ key: Record.Key, upTo stamp: Stamp, _ violations: [Violation]) {
        guard let change = outbox[key] else { return }
        outbox[key] = change.after(stamp)
        rejections[key] = Rejection(change: change, violations: violations)
    }

    /// Stamps all unsent changes anew by the server's clock, in the order in which they were made (S2).
    ///
    /// No other replica has seen them, so to all others they are made now.
    public mutating func restampUnsent(server: Instant, now: Instant) {
        var old: Set<Stamp> = []
        for change in outbox.values {
            for field in change.fields { old.insert(field.stamp) }
            if let deleted = change.deleted { old.insert(deleted) }
        }
        var seen: Stamp?
        for record in records.values {
            for field in record.fields where !old.contains(field.stamp) { seen = Swift.max(seen ?? field.stamp, field.stamp) }
            if let deleted = record.deleted, !old.contains(deleted) { seen = Swift.max(seen ?? deleted, deleted) }
        }
        clock.correct(server: server, local: now, seen: seen)
        var anew: [Stamp: Stamp] = [:]
        for stamp in old.sorted() { anew[stamp] = clock.next(now: now) }
        for (key, change) in outbox {
            outbox[key] = change.restamped { anew[$0] ?? $0 }
            records[key] = records[key]?.restamped { anew[$0] ?? $0 }
        }
    }
}
