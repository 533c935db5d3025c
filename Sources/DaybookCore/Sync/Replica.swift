/// One device's copy of all of a person's records: records that merge, the changes that no server has yet, and the
/// cursor up to which it has read (S1).
public struct Replica: Equatable, Sendable {
    /// Everything, deleted records included.
    public internal(set) var records: [Record.Key: Record] = [:]
    /// Makes the stamps of this device.
    public internal(set) var clock: Clock
    /// Changes that the server has not yet taken, a record each.
    public internal(set) var outbox: [Record.Key: Record] = [:]
    /// Changes that the server refused, with the reasons, until the person corrects them (S9).
    public internal(set) var rejections: [Record.Key: Rejection] = [:]
    /// The server's number of the last change this replica has read (S7).
    public internal(set) var cursor: Int64 = 0
    /// During a full read: the records that the server has sent since it began (S10). Nil at other times.
    var confirmed: Set<Record.Key>?
    /// Records whose unsent changes stay on this device for now: notes that the rules do not accept yet, and their
    /// photos. Not kept on the disk, since the records determine them.
    var held: Set<Record.Key> = []
    /// The number of records with unsent changes that this part of a replica lacks; 0 for a whole replica. Not kept on
    /// the disk.
    public var unsentElsewhere = 0
    /// The choices of the person on this device, such as the order of the list.
    public internal(set) var preferences = Preferences()
    /// Names this device to the server.
    public let device: UUID

    /// A change that broke a rule.
    public struct Rejection: Equatable, Sendable {
        /// The refused change.
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
        confirmed: Set<Record.Key>?,
        preferences: Preferences
    ) {
        self.device = device
        self.clock = clock
        self.cursor = cursor
        self.records = records
        self.outbox = outbox
        self.rejections = rejections
        self.confirmed = confirmed
        self.preferences = preferences
    }

    /// The number of records with changes that the server has not acknowledged.
    public var unsentCount: Int { outbox.count }

    /// The number of unsent records that can be sent now.
    public var sendableCount: Int {
        if held.isEmpty { return outbox.count + unsentElsewhere }
        var count = unsentElsewhere
        for key in outbox.keys where !held.contains(key) { count += 1 }
        return count
    }
}

// MARK: - Stamps

extension Replica {
    /// A stamp for the next change of this device.
    public mutating func stamp(now: Instant) -> Stamp {
        clock.next(now: now)
    }

    /// Each tab that shares this device's disk makes different stamps: they differ in the last 4 bits.
    public mutating func use(tab: UInt8) {
        clock.use(device: device.low & ~0xF | min(UInt64(tab), Clock.placeOfRestamps - 1))
    }
}

// MARK: - Sending

extension Replica {
    /// The records to send for an unsent change: the change, or the whole record when the change restores a deleted
    /// record. The server may have forgotten the deleted record, and would make an incomplete record of the change
    /// alone.
    ///
    /// The whole record lacks the fields of the change that a newer change from elsewhere has replaced here. They are
    /// sent after it, so that the server puts them into the history (S12).
    func changesToSend(for change: Record) -> [Record] {
        guard let record = records[change.key], record.deleted != nil else { return [change] }
        // The change may hold a tombstone that its own fields override.
        let bringsBack = change.deleted != nil && change.isAlive
        guard bringsBack || record.without(change.stamps)?.isAlive != true else { return [change] }
        var whole = record
        whole.merge(change)
        return [whole] + [change.replaced(by: whole)].compactMap { $0 }
    }
}
