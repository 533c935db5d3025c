import DaybookCore

/// A successful attempt. Its count is given back, and its place is known from then on.
public struct AttemptSuccess: Equatable, Sendable {
    /// The attempt; nil when it was not counted, as at a sign-up.
    public let attempt: CountedAttempt?
    /// When it succeeded.
    public let at: Instant
    /// The further keys that are known from then on.
    public let places: [Attempt.Counter]

    /// A success of these parts.
    public init(attempt: CountedAttempt?, at: Instant, places: [Attempt.Counter]) {
        self.attempt = attempt
        self.at = at
        self.places = places
    }
}
