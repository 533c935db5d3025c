import DaybookCore

/// One line of an account's activity.
public struct ActivityEntry: Hashable, Sendable {
    /// How many entries an account keeps, the newest ones.
    public static let kept = 500
    /// How long after one ``ActivityKind/signInBlocked`` no other is written: who guesses must not be able to push out
    /// of the list what the person wants to see.
    public static let blockedEvery = Instant.Span.hours(1)

    /// When it happened.
    public let at: Instant
    /// What happened.
    public let kind: ActivityKind
    /// The device that did it, as the person knows it; nil when that is not known.
    public let device: String?

    /// An entry of these parts.
    public init(_ kind: ActivityKind, at: Instant, device: String?) {
        self.at = at
        self.kind = kind
        self.device = device
    }
}
