/// Whether an attempt may continue.
public enum AttemptAnswer: Equatable, Sendable {
    /// The attempt may continue, and was counted. Give it back if it succeeds.
    case counted(CountedAttempt)
    /// The attempt may not continue, and was not counted. The next attempt is allowed after this many milliseconds.
    case blocked(milliseconds: Int64)
}
