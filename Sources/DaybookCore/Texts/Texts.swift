/// All texts that people read, in one place, ready to be translated.
///
/// The properties are computed. A stored text would be made at its first use, and each use would have to check for it.
public enum Texts {
    // MARK: - Names of things

    static var name: String { "name" }
    static var title: String { "title" }
    static var detail: String { "detail" }
    static var tag: String { "tag" }
    static var description: String { "description" }

    // MARK: - Rules of a to-do

    static var titleRequired: String { "Enter a title." }
    static var importedNotEditable: String { "This to-do was imported. You can mark or delete it, but not edit it." }
    static var deadlinePast: String { "Choose today or a later day." }
    static var reminderPast: String { "Choose a time in the future." }
    static var ruleUnreadable: String {
        "Daybook cannot repeat a to-do by this rule. Use an RRULE of RFC 5545 that repeats by days, weeks, months or years."
    }
    static var ruleTooMany: String {
        "This rule lists too many days. List each day of a month at most once."
    }
    static var tagEmpty: String { "A tag needs at least one character." }
    static var refused: String { "The server did not accept this change. Edit it and save it again." }
    /// The error of a choice of limits that does not exist.
    public static var noSuchLimits: String { "Choose classic or roomy." }
    static func chosen(_ limits: Limits.Choice) -> String {
        switch limits {
        case .classic: "Short texts again. Nothing that you wrote is cut."
        case .roomy: "Longer texts are allowed now, on all your devices."
        }
    }

    /// The meaning of limits, for the person who chooses between them.
    public static func explained(_ limits: Limits) -> String {
        let notes = limits.noteDescription
        let note =
            notes.minimum > 0 ? "\(notes.minimum) to \(grouped(notes.maximum))" : "up to \(grouped(notes.maximum))"
        return phrase(
            "Titles of up to \(limits.titleMaximum) characters, notes of \(note), up to \(limits.tagsMaximum) tags of up to \(limits.tagMaximum)."
        )
    }

    /// The error of a choice of limits where the operator fixed them.
    public static var limitsFixed: String { "The person who runs this server chose the limits for everybody." }
    static var recordTooLarge: String { "This is more than Daybook can keep in one place. Make it shorter." }
    static var noRoom: String {
        "This account has no room left. Make something shorter, or ask the person who runs this server for more room."
    }

    static func tooLong(_ what: String, _ limit: Int) -> String {
        phrase("Shorten the \(what) to \(limit) characters.")
    }
    static func tagTooLong(_ limit: Int) -> String { phrase("Shorten the tag to \(limit) characters.") }
    static func tooManyTags(_ limit: Int) -> String { phrase("\(limit) tags at most. Remove one first.") }
    static func tagTwice(_ tag: String) -> String { phrase("“\(tag)” is already there.") }
    static func wrongType(_ field: String) -> String { phrase("The value of \(field) is not of the right type.") }
    static func controlCharacters(_ what: String) -> String {
        phrase("The \(what) has characters that cannot be shown. Remove them.")
    }

    // MARK: - Rules of a note

    static var descriptionRequired: String { "Write something about it." }
    static var photoFixed: String { "A photo that is in a note can be moved and removed, but not changed." }
    /// The error of a note that names a photo without bytes.
    public static var photoUnknown: String { "The server does not have this photo yet. Upload it first." }

    static func tooShort(_ what: String, _ minimum: Int, missing: Int) -> String {
        let more = missing == 1 ? "1 more character" : phrase("\(missing) more characters")
        return phrase("Write \(more). The \(what) needs \(minimum) at least.")
    }
    static func tooManyPhotos(_ limit: Int) -> String { phrase("\(limit) photos at most. Remove one first.") }
    static func photoTooLarge(_ limit: Int) -> String { phrase("Choose a photo of \(limit / 1_000_000) MB at most.") }
    static func fieldRequired(_ field: String) -> String { phrase("A value of \(field) is missing.") }

    // MARK: - Rules of an account

    static var nameRequired: String { "Enter your name." }
    static var nameCharacters: String { "Use the letters A to Z and spaces only." }
    static var mobileRequired: String { "Enter your mobile number." }
    static var mobileForm: String { "Enter an Indian mobile number: 10 digits, the first 6 to 9." }
    static var mobileFormOfAnyCountry: String { "Begin with + and the country’s code, such as +44 7700 900123." }
    static var emailRequired: String { "Enter your email address." }
    static var emailForm: String { "Enter an address like name@example.com." }
    static var passwordRequired: String { "Choose a password." }
    static var passwordsDiffer: String { "The two passwords differ. Type the same one twice." }
    static var passwordFirst: String { "a lowercase letter first" }
    static var passwordUpper: String { "2 capital letters" }
    static var passwordDigits: String { "2 digits" }
    static var passwordSymbol: String { "1 character that is neither letter nor digit" }
    static var passwordName: String { "no part of your name" }

    static func nameLength(_ range: Rules.Range) -> String {
        phrase("Use \(range.minimum) to \(range.maximum) characters.")
    }

    static func passwordLength(_ range: Rules.Range) -> String {
        phrase("\(range.minimum) to \(range.maximum) characters")
    }

    static func passwordNeeds(_ rules: [String]) -> String {
        var text = "It still needs: "
        for (index, rule) in rules.enumerated() {
            if index > 0 { text += index == rules.count - 1 ? " and " : ", " }
            text += rule
        }
        return text + "."
    }
}
