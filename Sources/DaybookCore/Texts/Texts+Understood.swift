/// What was understood of words, told so that a mistake is seen.
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
        text += say(", \(date.day) \(monthNames[date.month - 1])")
        if date.year != today.year { text += say(" \(date.year)") }
        if when.isDay, purpose == .deadline { return text }
        return text + " at " + clock(zone.minuteOfDay(at: when.instant))
    }

    /// All that the line that adds says besides a title: "Reminder: Tomorrow, 22 November at 09:00", "Every Monday", "#home".
    public static func understood(_ line: QuickAdd, now: Instant, zone: TimeZone) -> [String] {
        var parts: [String] = []
        if let deadline = line.deadline { parts.append(meaning(Labels.deadline, deadline, .deadline, now, zone)) }
        if let reminder = line.reminder { parts.append(meaning(Labels.reminder, reminder, .reminder, now, zone)) }
        if let rule = line.repetition { parts.append(repetition(rule)) }
        for tag in line.tags { parts.append("#" + tag) }
        return parts
    }

    private static func meaning(
        _ what: String,
        _ when: When,
        _ purpose: When.Purpose,
        _ now: Instant,
        _ zone: TimeZone
    ) -> String {
        say("\(what): \(understood(when, for: purpose, now: now, zone: zone))")
    }

    /// Of a field for a time that says none.
    static var unclearTime: String { "Write a day or a time, such as “tomorrow 9am”, “in 2 hours” or “25 dec”." }

    /// A piece of the line that adds was turned back.
    static func isPlain(_ text: String) -> String { say("“\(text)” is plain text now.") }
}
