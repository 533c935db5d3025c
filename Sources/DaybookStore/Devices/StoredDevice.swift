import DaybookCore

/// A device that has synced with an account.
public struct StoredDevice: Equatable, Sendable {
    /// Its id, which the device made itself. The low half is in its stamps.
    public let id: UUID
    /// The name of its session, or nil.
    public var name: String?
    /// The greatest number of a forgotten change that the device does not need, because it has read everything since
    /// (S10).
    public var floor: Int64
    /// When it last synced, to within a day.
    public var lastSeenAt: Instant

    /// A device of these parts.
    public init(id: UUID, name: String?, floor: Int64 = 0, lastSeenAt: Instant) {
        self.id = id
        self.name = name
        self.floor = floor
        self.lastSeenAt = lastSeenAt
    }

    /// The number of devices of an account that are remembered: those seen last. The number is bounded because a client
    /// may choose a new id at any time.
    public static let kept = 200
    /// The time for which a device is remembered after its last call.
    public static let lifetime = Instant.Span.days(400)
}
