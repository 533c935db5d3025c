import DaybookCore

/// Reads the values of fields as a person types them.
struct FieldReader {
    let rules: Rules
    let now: Instant
    let zone: TimeZone

    /// The word that empties a field.
    static let none = "none"

    /// A time; nil for `none`. Throws a ``Refusal`` for a text that is not a time, and for a time of today that has
    /// passed.
    func time(_ text: String, for purpose: When.Purpose) throws -> Instant? {
        if text == FieldReader.none || text.isEmpty { return nil }
        guard let when = WhenReader(now: now, zone: zone).read(text, for: purpose) else {
            throw Refusal(
                "“\(DisplayWidth.harmless(text))” is not a time. Write a day or a time, such as “tomorrow 9am” or “25 dec”."
            )
        }
        if when.later != nil { throw Refusal(passed(when)) }
        return when.instant
    }

    /// A repetition in words or as an RRULE, with its first day; nil for `none`. Throws a ``Refusal`` for anything
    /// else.
    func repetition(_ text: String) throws -> (repetition: Repetition, first: Instant?)? {
        if text == FieldReader.none || text.isEmpty { return nil }
        if let rule = RecurrenceRule(rfc5545: text) { return (Repetition(rule), nil) }
        // A line always has a title; here it is one letter, and all the rest must be the repetition.
        let read = QuickAddReader(rules: rules, now: now, zone: zone).read("x " + text)
        guard let repetition = read.repetition, read.title == "x" else {
            throw Refusal(
                """
                “\(DisplayWidth.harmless(text))” is no repetition. Write one such as “every monday” or “every 2 weeks”, \
                or an RRULE.
                """
            )
        }
        return (repetition, (read.deadline ?? read.reminder)?.instant)
    }

    /// A text without white space at its ends.
    static func trimmed(_ text: String) -> String {
        guard let first = text.firstIndex(where: { !$0.isWhitespace }) else { return "" }
        let last = text.lastIndex { !$0.isWhitespace } ?? first
        return String(text[first...last])
    }

    /// The error about a time of today that has passed.
    func passed(_ when: When) -> String {
        "\(Texts.passed(when, now: now, zone: zone)). Write a later time, such as “tomorrow 9am” or “in 2 hours”."
    }
}
