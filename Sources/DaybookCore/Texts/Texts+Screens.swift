/// The messages of the screens. `Labels` has the fixed texts of buttons and fields.
extension Texts {
    // MARK: - Signing in and up

    static var loginRequired: String { "Enter your email or mobile number." }
    static var pasteRefused: String {
        "What you pasted is too long for this field. Your text has not changed. Paste a shorter piece."
    }
    static var passwordMissing: String { "Enter your password." }
    static var signInFailed: String { "Wrong email, mobile number or password." }
    static var sessionEnded: String { "You were logged out. Sign in again to continue." }
    static var sessionEndedUnkept: String {
        "You were logged out. This device could not store your last changes, so they may be lost. Sign in again to continue."
    }

    static var signInOffline: String {
        "Daybook cannot reach its server, and no account on this device has this login and password. Check "
            + "them, or connect and try again."
    }
    static var accountDeleted: String { "Your account was deleted." }
    static var earlierPasswordWrong: String { "That is not your earlier password." }
    static var temporaryEnded: String {
        "The password you were given no longer works. Ask the person who runs this server for another."
    }
    static var passwordNotKept: String {
        "This device could not save the new password. Its data still opens with the earlier one."
    }

    /// The message for a status that no screen handles; 0 means that no answer came.
    package static func failure(_ answer: Answer) -> String {
        switch answer.status {
        case 0: return "Daybook cannot reach its server. Check your connection and try again."
        case 429:
            guard let seconds = answer.retryAfter else { return "Too many tries. Wait a little and try again." }
            return phrase("Too many tries. Try again in \(duration(seconds)).")
        case 413: return "That is more than Daybook can take. Shorten it and try again."
        case 503:
            guard let seconds = answer.retryAfter else { return "The server is busy. Try again in a moment." }
            return phrase("The server is busy. Try again in \(duration(seconds)).")
        case 507:
            return "The server has no room for this. Try again later, or ask the person who runs it for more room."
        default: return "Something went wrong on the server. Try again in a moment."
        }
    }

    private static func duration(_ seconds: Int) -> String {
        if seconds < 60 { return seconds == 1 ? "a second" : phrase("\(seconds) seconds") }
        let minutes = (seconds + 59) / 60
        return minutes == 1 ? "a minute" : phrase("\(minutes) minutes")
    }

    // MARK: - The list

    static var binsShown: String { "Delete buttons shown." }
    static var binsHidden: String { "Delete buttons hidden." }

    static func added(_ title: String) -> String { phrase("Added “\(title)”.") }
    static func added(_ count: Int) -> String { phrase("Added \(count) to-dos.") }
    static func samplesRemoved(_ count: Int) -> String {
        count == 1 ? "Removed 1 sample." : phrase("Removed \(count) samples.")
    }
    /// The button that makes a to-do of each pasted line.
    public static func addLines(_ count: Int) -> String { phrase("Add \(count) to-dos") }
    static func markedDone(_ title: String) -> String { phrase("“\(title)” is done.") }
    static func markedOpen(_ title: String) -> String { phrase("“\(title)” is open again.") }
    static func deleted(_ title: String) -> String { phrase("Deleted “\(brief(title))”.") }
    /// The question at an address of a record in the trash.
    public static func wasDeleted(_ title: String) -> String {
        title.isEmpty ? "This was deleted" : phrase("“\(brief(title))” was deleted")
    }
    static func restored(_ title: String) -> String { phrase("“\(title)” is back.") }
    static func tagRemoved(_ tag: String) -> String { phrase("Removed the tag “\(tag)”.") }
    static func shown(_ count: Int) -> String { Texts.count(count, open: count) }
    static func notesShown(_ count: Int) -> String { notes(count) }
    /// A tag was renamed on all to-dos and notes, or removed from them.
    static func retagged(_ tag: String, to name: String?, _ result: Notebook.Retagging) -> String {
        let noteCount = result.changed.count { $0.kind == .note }
        let count = result.changed.count - noteCount
        let todos = count == 1 ? "1 to-do" : phrase("\(grouped(count)) to-dos")
        let notes = noteCount == 1 ? "1 note" : phrase("\(grouped(noteCount)) notes")
        let changed = noteCount == 0 ? todos : count == 0 ? notes : phrase("\(todos) and \(notes)")
        let text =
            name.map { phrase("“\(tag)” is “\($0)” now, on \(changed).") }
            ?? phrase("Removed “\(tag)” from \(changed).")
        return result.leavesSamples ? text + " Samples keep it." : text
    }

    static var saved: String { "Saved." }

    /// The command that sorts the to-dos.
    static func sort(by order: Order) -> String { phrase("\(Labels.order): \(label(order))") }

    /// The name of an order of to-dos.
    package static func label(_ order: Order) -> String {
        switch order {
        case .created: Labels.orderCreated
        case .deadline: Labels.orderDeadline
        case .title: Labels.orderTitle
        case .titleDescending: Labels.orderTitleDescending
        case .own: Labels.orderOwn
        }
    }

    static func arranged(_ order: Order) -> String {
        switch order {
        case .created: "Newest first."
        case .deadline: "Soonest deadline first."
        case .title: "By title, A to Z."
        case .titleDescending: "By title, Z to A."
        case .own: "In your own order."
        }
    }

    /// The count above the large title (L7).
    public static func count(_ count: Int, open: Int) -> String {
        if count == 0 { return "No to-dos" }
        let all = count == 1 ? "1 to-do" : phrase("\(grouped(count)) to-dos")
        return open == count ? all : open == 0 ? all + ", all done" : phrase("\(all), \(grouped(open)) open")
    }

    /// 10000 as "10,000".
    static func grouped(_ number: Int) -> String {
        var digits: [UInt8] = []
        digits.appendDecimal(number)
        var index = digits.count - 3
        while index > 0 {
            digits.insert(UInt8(ascii: ","), at: index)
            index -= 3
        }
        return String(utf8: digits)
    }

    /// A title short enough for a message. Characters are slow to count, so a title of up to 48 scalars stays whole.
    package static func brief(_ title: String) -> String {
        guard title.unicodeScalars.count > 48, Text.isLonger(title, than: 32) else { return title }
        return Text.clipped(title, to: 31) + "…"
    }

    /// A search that finds nothing, so that all is shown (L4).
    public static func nothingFound(_ search: String) -> String {
        phrase("No results for “\(brief(Text.trimmed(search)))”. Showing everything.")
    }

    static var updateReady: String { "A new version is ready." }

    // MARK: - Storage and network

    static var diskFull: String {
        "This device is out of space. Your changes are kept while Daybook is open; free some space."
    }
    static var diskRefused: String {
        "This device refused to store your changes. Keep Daybook open until they are synced."
    }
    static var memoryOnly: String {
        "This device cannot store data, so Daybook needs a connection here. A private window may be the reason."
    }
    static var diskDamaged: String {
        "Some data on this device could not be read. It is loaded again from the server."
    }

    static func offline(waiting: Int) -> String {
        switch waiting {
        case 0: "Offline."
        case 1: "Offline. 1 change will sync later."
        default: phrase("Offline. \(waiting) changes will sync later.")
        }
    }

    static func needAttention(_ count: Int) -> String {
        count == 1 ? "1 change needs your attention." : phrase("\(count) changes need your attention.")
    }
    static func needsAttention(_ title: String) -> String { phrase("“\(brief(title))” needs your attention.") }
}
