/// The reason why nobody is signed in on this device any more.
public enum Farewell: Equatable, Sendable {
    /// The person logged out. So many changes are not synced; they stay sealed on the device (A10).
    case loggedOut(unsent: Int)
    /// The server ended the session, or another one that shares the disk did.
    case sessionEnded(unsent: Int)
    /// The account is deleted, and what this device kept of it goes too (A14).
    case deleted
}

extension App {
    /// Somebody has just left, and the face has forgotten everything: the sign-in screen shows, and says why.
    mutating func saidFarewell(_ farewell: Farewell) -> [Effect] {
        switch farewell {
        case .loggedOut:
            showSignIn()
            return signOutOfServer()
        case .sessionEnded: showSignIn(notice: Texts.sessionEnded)
        case .deleted: showSignIn(notice: Texts.accountDeleted)
        }
        return []
    }
}
