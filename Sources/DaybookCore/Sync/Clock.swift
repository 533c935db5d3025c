/// Makes a replica's stamps: each is greater than every stamp the replica has made or seen (S2).
public struct Clock: Equatable, Sendable {
    /// The device whose stamps these are.
    public private(set) var device: UInt64
    /// The greatest time, with counter, made or seen so far.
    private(set) var last: UInt64
    /// The greatest time, with counter, that is known elsewhere. A merge does not always leave it in a record.
    private(set) var seen: UInt64
    /// The correction of the device's wall clock, in milliseconds. It is 0 until a server has sent its time.
    public private(set) var correction: Int64

    /// A clock that has seen nothing, or everything up to a stamp.
    public init(device: UInt64, last: Stamp? = nil) {
        self.init(device: device, last: last?.time ?? 0, seen: last?.time ?? 0, correction: 0)
    }

    init(device: UInt64, last: UInt64, seen: UInt64, correction: Int64) {
        self.device = device
        self.last = last
        self.seen = seen
        self.correction = correction
    }

    /// The wall time of the greatest stamp made or seen so far.
    public var latest: Instant { Instant(milliseconds: Int64(last >> 16)) }

    /// A stamp greater than all before it, as close to `now` as that allows.
    public mutating func next(now: Instant) -> Stamp {
        let wall = min(max(now.milliseconds &+ correction, 0), Stamp.lastWall)
        // When the counter runs over it carries into the wall time, so a stamp is never repeated.
        last = max(UInt64(wall) << 16, last == .max ? last : last + 1)
        return Stamp(time: last, device: device)
    }

    /// The stamp of a restamped change, by the server's clock. All tabs of a device make the same stamp when they read
    /// the journal, so it carries a tab number that no tab has.
    mutating func nextRestamp(server: Instant) -> Stamp {
        let wall = min(max(server.milliseconds, 0), Stamp.lastWall)
        last = max(UInt64(wall) << 16, last == .max ? last : last + 1)
        let stamp = Stamp(time: last, device: device | Clock.placeOfRestamps)
        // The server allows this stamp, so it may stay below all stamps that this device makes from now on.
        observe(stamp)
        return stamp
    }

    /// The last 4 bits of the device in a stamp that was made by ``nextRestamp(server:)``; the numbers of tabs are
    /// smaller.
    static let placeOfRestamps: UInt64 = 15

    /// Makes the stamps of one of a device's tabs from now on.
    mutating func use(device: UInt64) {
        self.device = device
    }

    /// Takes note of a stamp that is known elsewhere: it came from another replica, or a server has taken it.
    public mutating func observe(_ stamp: Stamp) {
        seen = max(seen, stamp.time)
        last = max(last, stamp.time)
    }

    /// Takes note of a stamp of this replica, as when its journal is read.
    mutating func advance(past stamp: Stamp) {
        last = max(last, stamp.time)
    }

    /// Sets the clock by the server's: stamps made from now on start at the server's time, even if this
    /// replica's own earlier stamps ran ahead of it.
    ///
    /// Only for changes that no other replica has seen; they are restamped (``Replica/restampUnsent``). New
    /// stamps still exceed all that is known elsewhere, and `kept`, the greatest of this replica's own that stays.
    ///
    /// `correction` is how far the server's clock is ahead of the device's clock, in milliseconds.
    public mutating func correct(by correction: Int64, kept: Stamp?) {
        self.correction = correction
        last = max(seen, kept?.time ?? 0)
    }

    /// Takes note of all that another tab's clock has made or seen.
    mutating func merge(_ other: Clock) {
        seen = max(seen, other.seen)
        last = max(last, other.last)
        correction = other.correction
    }

    /// Compares an earlier correction with the server's time. If the person has set the wall clock right since, a
    /// correction would make the clock lag, and this device's edits would lose to older ones.
    public mutating func check(server: Instant, local: Instant) {
        let offset = server.milliseconds &- local.milliseconds
        let tolerance = Rules.stampTolerance.milliseconds.magnitude
        guard correction != 0, (offset &- correction).magnitude > tolerance else { return }
        correction = offset.magnitude > tolerance ? offset : 0
    }
}
