/// Whether an attempt may go on.
public enum AttemptAnswer: Equatable, Sendable {
    /// It may, and was counted. Give it back if it succeeds.
    case counted(CountedAttempt)
    /// It may not, and was not counted; after so many milliseconds another may.
    case blocked(milliseconds: Int64)
}
