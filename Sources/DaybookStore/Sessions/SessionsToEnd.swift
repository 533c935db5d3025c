/// Which sessions of an account a change of password ends (A14).
public enum SessionsToEnd: Equatable, Sendable {
    /// All go on.
    case none
    /// All end but this one.
    case allBut(SessionID)
}
