/// The reason why the person was signed out on this device.
public enum SignOutReason: Equatable, Sendable {
    /// The person logged out. The number counts the changes that no server has taken, and the text that is typed; they
    /// stay sealed on the device (A10).
    case loggedOut(unsent: Int)
    /// The server ended the session, or another one that shares the disk did. `isKept`: the changes that no server has taken stay
    /// on the device; false when it could not store them, and may not in a last attempt.
    case sessionEnded(unsent: Int, isKept: Bool)
    /// The account is deleted, and its storage on this device too (A14).
    case deleted
}

extension App {
    /// The person was just signed out, and the face has cleared its memory. The sign-in screen shows the reason.
    mutating func showSignOutReason(_ reason: SignOutReason) -> [Effect] {
        switch reason {
        case .loggedOut:
            showSignIn()
            return signOutOfServer()
        case .sessionEnded(_, let isKept):
            return showSignIn(because: isKept ? Texts.sessionEnded : Texts.sessionEndedUnkept)
        case .deleted: return showSignIn(because: Texts.accountDeleted)
        }
    }

    private mutating func showSignIn(because notice: String) -> [Effect] {
        showSignIn(notice: notice)
        return [.announce(notice)]
    }
}
