/// Every word that Daybook says, in one place, ready to be translated.
public enum Texts {
    // MARK: - Names of things

    static let title = "title"
    static let detail = "detail"
    static let tag = "tag"

    // MARK: - Rules of a to-do

    static let titleRequired = "Give it a title."
    static let importedNotEditable = "This to-do was imported. You can mark or delete it, but not edit it."
    static let deadlinePast = "Choose today or a later day."
    static let reminderPast = "Choose a moment in the future."
    static let tagEmpty = "A tag needs at least one character."
    static let refused = "The server did not take this change."
    static let valueTooLarge = "This is more than Daybook can keep in one place."

    static func tooLong(_ what: String, _ limit: Int) -> String { "Shorten the \(what) to \(limit) characters." }
    static func tagTooLong(_ limit: Int) -> String { "Shorten the tag to \(limit) characters." }
    static func tooManyTags(_ limit: Int) -> String { "\(limit) tags at most. Remove one first." }
    static func tagTwice(_ tag: String) -> String { "“\(tag)” is there already." }
    static func wrongType(_ field: String) -> String { "The value of \(field) is not of the right type." }
    static func controlCharacters(_ what: String) -> String {
        "The \(what) has characters that cannot be shown. Remove them."
    }

    // MARK: - Rules of an account

    static let nameRequired = "Tell us your name."
    static let nameCharacters = "Use the letters A to Z and spaces only."
    static let mobileRequired = "Give your mobile number."
    static let mobileForm = "Give an Indian mobile number: 10 digits, the first 6 to 9."
    static let emailRequired = "Give your email address."
    static let emailForm = "Give an address like name@example.com."
    static let passwordRequired = "Choose a password."
    static let passwordsDiffer = "The two passwords differ. Type the same one twice."
    static let passwordFirst = "a lowercase letter first"
    static let passwordUpper = "2 capital letters"
    static let passwordDigits = "2 digits"
    static let passwordSymbol = "1 character that is neither letter nor digit"
    static let passwordName = "no part of your name"

    static func nameLength(_ range: Rules.Range) -> String {
        "Use \(range.minimum) to \(range.maximum) characters."
    }

    static func passwordLength(_ range: Rules.Range) -> String { "\(range.minimum) to \(range.maximum) characters" }

    static func passwordNeeds(_ rules: [String]) -> String {
        var text = "It still needs: "
        for (index, rule) in rules.enumerated() {
            if index > 0 { text += index == rules.count - 1 ? " and " : ", " }
            text += rule
        }
        return text + "."
    }
}
