import DaybookCore

/// A device that has synced with an account.
public struct StoredDevice: Equatable, Sendable {
    /// Its id, which it made itself. The low half stands in its stamps.
    public let id: UUID
    /// What its session was called, or nil.
    public var name: String?
    /// How much forgetting it need not hear of any more: it has begun anew since (S10).
    public var floor: Int64
    /// When it last synced, to the day or so.
    public var lastSeenAt: Instant

    /// A device of these parts.
    public init(id: UUID, name: String?, floor: Int64 = 0, lastSeenAt: Instant) {
        self.id = id
        self.name = name
        self.floor = floor
        self.lastSeenAt = lastSeenAt
    }

    /// Devices of one account that are remembered: those last seen. A client chooses its id anew as often as it likes.
    public static let kept = 200
    /// How long a device is remembered that does not come back.
    public static let lifetime = Instant.Span.days(400)
}
