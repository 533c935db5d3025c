/// The texts of the account screen.
extension Texts {
    static var sessionsEnded: String { "Logged out." }
    static var detailsChanged: String { "Details changed." }
    static var passwordChanged: String { "Password changed. Other devices have to sign in again." }

    static var deviceNamed: String { "Device renamed." }
    static var deviceMissing: String { "Enter a name for the device." }
    static func deviceForm(_ maximum: Int) -> String { phrase("Use up to \(maximum) characters in one line.") }

    /// The data that an export does not contain.
    public static func notExported(_ drafts: Int) -> String {
        drafts == 1
            ? "1 draft is on this device only and not in that file. It can be downloaded too, with its photos."
            : phrase(
                "\(drafts) drafts are on this device only and not in that file. They can be downloaded too, with photos."
            )
    }

    /// The file of the drafts was asked for again.
    static var draftsBeingWritten: String { "Your drafts are still being written to a file. Wait a moment." }

    /// Photos that the file of the drafts does not have.
    package static func photosMissing(_ count: Int) -> String {
        count == 1
            ? "1 photo could not be read or does not fit, and is not in the file."
            : phrase("\(count) photos could not be read or do not fit, and are not in the file.")
    }

    static func imported(_ count: Int, refused: Int) -> String {
        let imported = count == 1 ? "Imported 1 entry." : phrase("Imported \(grouped(count)) entries.")
        switch refused {
        case 0: return imported
        case 1: return phrase("\(imported) 1 entry was left out: it breaks a rule.")
        default:
            return phrase("\(imported) \(grouped(refused)) entries were left out: they break a rule.")
        }
    }

    /// The used part of an account's room: "12 of 250,000 items, 3 MB of 512 MB of text, 20 MB of 5 GB of photos".
    public static func used(_ usage: AccountScreen.Usage) -> String {
        let items = part(usage.records) { grouped(Int(clamping: $0)) }
        let (text, photos) = (part(usage.bytes, size), part(usage.photoBytes, size))
        return phrase("\(items) items, \(text) of text, \(photos) of photos")
    }

    /// The advice to a person whose account is nearly full.
    public static var nearlyFull: String {
        "This account is nearly full. Delete what you no longer need: its room is free again 90 days later. If you need room before that, ask the person who runs this server."
    }

    private static func part(_ part: AccountScreen.Usage.Part, _ text: (Int64) -> String) -> String {
        guard let maximum = part.maximum else { return text(part.used) }
        return phrase("\(text(part.used)) of \(text(maximum))")
    }

    /// Bytes as "0 KB", "1.5 MB" or "512 MB", rounded up, with one decimal below 10.
    static func size(_ bytes: Int64) -> String {
        var (tenths, unit) = (bytes / 100 + (bytes % 100 > 0 ? 1 : 0), "KB")
        for larger in ["MB", "GB", "TB"] where tenths >= 10_000 {
            (tenths, unit) = ((tenths + 999) / 1_000, larger)
        }
        let whole = Int(clamping: tenths >= 100 ? (tenths + 9) / 10 : tenths / 10)
        let rest = tenths >= 100 ? 0 : Int(clamping: tenths % 10)
        return rest == 0 ? phrase("\(grouped(whole)) \(unit)") : phrase("\(whole).\(rest) \(unit)")
    }

    /// The time at which a session was last used.
    public static func lastUsed(_ instant: Instant, now: Instant, zone: TimeZone) -> String {
        "Last used " + moment(instant, now: now, zone: zone)
    }

    /// An entry of an account's activity, by its name in the HTTP interface.
    public static func activity(_ kind: String) -> String {
        switch kind {
        case "signed_up": "Account created"
        case "signed_in": "Signed in"
        case "sign_in_blocked": "Too many wrong passwords: signing in had to wait"
        case "signed_out": "Logged out"
        case "session_ended": "A device was logged out"
        case "other_sessions_ended": "All other devices were logged out"
        case "password_changed": "Password changed"
        case "password_reset": "Password reset by the person who runs this server"
        case "details_changed": "Name, mobile or email changed"
        case "exported": "Everything was downloaded"
        case "imported": "An export was imported"
        // A newer server may know more kinds.
        default: "Something changed"
        }
    }

    /// The name of the button that gives a device another name.
    public static func renameDevice(_ device: String) -> String { phrase("Rename “\(device)”") }

    /// The name of the button that ends a session.
    public static func endSession(_ device: String) -> String { phrase("Log out “\(device)”") }
}
