/// The times that Daybook recognised in a text, repeated so that a person sees a mistake.
extension Texts {
    /// "Tomorrow, 22 November at 09:00", "Friday, 25 December 2027". A deadline for a whole day has no time.
    public static func understood(_ when: When, for purpose: When.Purpose, now: Instant, zone: TimeZone) -> String {
        let date = zone.date(at: when.instant)
        let today = zone.date(at: now)
        var text =
            switch date.daysSince1970 - today.daysSince1970 {
            case 0: "Today"
            case 1: "Tomorrow"
            default: weekdays[date.weekday]
            }
        text += phrase(", \(date.day) \(monthNames[date.month - 1])")
        if date.year != today.year { text += phrase(" \(date.year)") }
        if when.isDay, purpose == .deadline { return text }
        return text + " at " + clock(at: when.instant, zone: zone)
    }

    /// The meaning of words about to-dos that exist: "Tomorrow 09:00, #work", "By Friday".
    static func understood(_ words: QuickAdd, now: Instant, zone: TimeZone) -> String {
        capital(Texts.words(words, now: now, zone: zone))
    }

    /// The same text in a sentence: "tomorrow 09:00, #work".
    static func words(_ words: QuickAdd, now: Instant, zone: TimeZone) -> String {
        var pieces: [String] = []
        let repetition = words.repetition
        if let repetition {
            let from =
                words.isDayAlone
                ? words.reminder.map { first($0, for: .deadline, now: now, zone: zone) } ?? ""
                : first(words, now: now, zone: zone)
            pieces.append(Texts.repetition(repetition) + from)
        }
        // The text of the repetition names its beginning.
        if let when = words.reminder, words.has(.reminder), repetition == nil || words.deadline != nil {
            pieces.append(
                words.isDayAlone
                    ? day(zone.date(at: when.instant), today: zone.date(at: now))
                    : piece(.reminder, of: words, now: now, zone: zone)
            )
        }
        if words.has(.deadline), repetition == nil {
            pieces.append("by " + piece(.deadline, of: words, now: now, zone: zone))
        }
        for tag in words.tags { pieces.append("#" + tag) }
        var text = ""
        for piece in pieces { text += text.isEmpty ? piece : ", " + piece }
        return text
    }

    /// A time or a repetition that was understood, in short: "tomorrow 09:00", "Every week, from Friday". Empty for a
    /// tag, of which there may be several.
    package static func piece(_ kind: QuickAdd.Span.Kind, of words: QuickAdd, now: Instant, zone: TimeZone) -> String {
        switch kind {
        case .tag: return ""
        case .reminder: return words.reminder.map { moment($0, now: now, zone: zone) } ?? ""
        case .deadline:
            guard let when = words.deadline else { return "" }
            return when.later == nil
                ? due(when.instant, now: now, zone: zone).text : moment(when, now: now, zone: zone)
        case .repetition:
            guard let repetition = words.repetition else { return "" }
            return Texts.repetition(repetition) + first(words, now: now, zone: zone)
        }
    }

    private static func moment(_ when: When, now: Instant, zone: TimeZone) -> String {
        when.later == nil ? moment(when.instant, now: now, zone: zone) : passed(when, now: now, zone: zone)
    }

    /// The first day and hour of a repetition.
    private static func first(_ words: QuickAdd, now: Instant, zone: TimeZone) -> String {
        if let deadline = words.deadline { return first(deadline, for: .deadline, now: now, zone: zone) }
        return words.reminder.map { first($0, for: .reminder, now: now, zone: zone) } ?? ""
    }

    /// The error of a time field that has no time in it.
    static var unclearTime: String { "Write a day or a time, such as “tomorrow 9am”, “in 2 hours” or “25 dec”." }

    /// A time of today that has passed, and what to write instead in its field.
    static func hasPassed(_ when: When, now: Instant, zone: TimeZone) -> String {
        phrase(
            "\(capital(moment(when.instant, now: now, zone: zone))) has passed. Write a later time, such as “in 2 hours”."
        )
    }

    /// The question about a to-do whose time has passed, in the quick-add line or in the editor.
    static func askPassed(_ when: When, inEditor: Bool, now: Instant, zone: TimeZone) -> String {
        let (past, later) = (
            capital(moment(when.instant, now: now, zone: zone)), moment(when.movedOn.instant, now: now, zone: zone)
        )
        return inEditor
            ? phrase("\(past) has passed. Save again for \(later), or change the time.")
            : phrase("\(past) has passed. Add it once more for \(later), or change the time.")
    }

    /// "today 09:00 has passed"
    public static func passed(_ when: When, now: Instant, zone: TimeZone) -> String {
        phrase("\(moment(when.instant, now: now, zone: zone)) has passed")
    }

    /// The first day of a repetition, behind its rule: ", from tomorrow 09:00".
    public static func first(_ when: When, for purpose: When.Purpose, now: Instant, zone: TimeZone) -> String {
        if purpose == .deadline, when.isDay {
            return phrase(", from \(day(zone.date(at: when.instant), today: zone.date(at: now)))")
        }
        return phrase(", from \(moment(when.instant, now: now, zone: zone))")
    }

    private static func capital(_ text: String) -> String {
        guard let first = text.utf8.first, (0x61...0x7A).contains(first) else { return text }
        return String(utf8: [first - 0x20] + Array(text.utf8.dropFirst()))
    }

    /// A recognised piece of the quick-add line was turned back into plain text.
    static func isPlain(_ text: String) -> String { phrase("“\(text)” is plain text now.") }
}
