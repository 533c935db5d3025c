/// The events of an account that its activity shows to the person.
public enum ActivityKind: String, Hashable, Sendable, CaseIterable {
    case signedUp = "signed_up"
    case signedIn = "signed_in"
    /// Too many wrong passwords began a wait.
    case signInBlocked = "sign_in_blocked"
    case signedOut = "signed_out"
    case sessionEnded = "session_ended"
    case otherSessionsEnded = "other_sessions_ended"
    case passwordChanged = "password_changed"
    /// The operator has reset the password.
    case passwordReset = "password_reset"
    case detailsChanged = "details_changed"
    case exported
    case imported
}
