/// What the account page says.
extension Texts {
    static var sessionsEnded: String { "Signed out there." }
    static var detailsChanged: String { "Your details are changed." }
    static var passwordChanged: String { "Your password is changed. Other devices have to sign in with it." }

    static func imported(_ count: Int, refused: Int) -> String {
        let brought = count == 1 ? "Brought in 1 entry." : say("Brought in \(grouped(count)) entries.")
        return refused == 0
            ? brought : say("\(brought) \(grouped(refused)) broke a rule of this server and stayed out.")
    }

    /// When a session was last used.
    public static func lastUsed(_ instant: Instant, now: Instant, zone: TimeZone) -> String {
        "Last used " + moment(instant, now: now, zone: zone)
    }

    /// What happened to an account, by its name in the HTTP interface.
    public static func activity(_ kind: String) -> String {
        switch kind {
        case "signed_up": "Account created"
        case "signed_in": "Signed in"
        case "sign_in_blocked": "Too many wrong passwords: signing in had to wait"
        case "signed_out": "Logged out"
        case "session_ended": "A device was signed out"
        case "other_sessions_ended": "All other devices were signed out"
        case "password_changed": "Password changed"
        case "password_reset": "Password reset by who runs this server"
        case "details_changed": "Name, mobile or email changed"
        case "exported": "Everything was downloaded"
        case "imported": "An export was brought in"
        // A newer server's word.
        default: "Something changed"
        }
    }

    /// The name of the button that ends a session.
    public static func endSession(_ device: String) -> String { say("Sign out “\(device)”") }
}
