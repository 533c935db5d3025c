import DaybookCore

/// The counts of attempts under one key. An ``AttemptPolicy`` judges them.
public struct AttemptTally: Hashable, Sendable {
    /// The time for which a place with a sign-in counts as known.
    public static let knownFor = Instant.Span.days(90)

    /// The attempts that were counted and not given back.
    public var count: Int
    /// When the first of them was counted.
    public var first: Instant
    /// When the latest of them was counted.
    public var last: Instant
    /// No attempt is allowed before this moment; nil for no wait.
    public var blockedUntil: Instant?
    /// The time of the last successful attempt; nil when no attempt succeeded.
    public var succeededAt: Instant?

    /// A tally of these parts.
    public init(
        count: Int,
        first: Instant,
        last: Instant,
        blockedUntil: Instant? = nil,
        succeededAt: Instant? = nil
    ) {
        self.count = count
        self.first = first
        self.last = last
        self.blockedUntil = blockedUntil
        self.succeededAt = succeededAt
    }

    /// The tally of a place with a sign-in just now: the count is zero, and the place is known.
    public init(succeededAt moment: Instant) {
        self.init(count: 0, first: moment, last: moment, succeededAt: moment)
    }

    /// When the place stops being known; nil when there was no sign-in from it.
    public var knownUntil: Instant? { succeededAt?.advanced(by: Self.knownFor) }

    /// Whether there was a sign-in from the place within ``knownFor``.
    public func isKnown(at now: Instant) -> Bool { knownUntil.map { now < $0 } ?? false }
}
