import DaybookCore

/// One line of an account's activity.
public struct ActivityEntry: Hashable, Sendable {
    /// The number of entries that an account keeps. The newest entries are kept.
    public static let kept = 500
    /// The time after a ``ActivityKind/signInBlocked`` in which no other such entry is written. An attacker must not be
    /// able to push other entries out of the list.
    public static let blockedEvery = Instant.Span.hours(1)

    /// When it happened.
    public let at: Instant
    /// The event.
    public let kind: ActivityKind
    /// The device that caused it, by the name that the person gave it; nil when the device is not known.
    public let device: String?

    /// An entry of these parts.
    public init(_ kind: ActivityKind, at: Instant, device: String?) {
        self.at = at
        self.kind = kind
        self.device = device
    }
}
