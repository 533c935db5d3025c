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
        text += say(", \(date.day) \(monthNames[date.month - 1])")
        if date.year != today.year { text += say(" \(date.year)") }
        if when.isDay, purpose == .deadline { return text }
        return text + " at " + clock(zone.minuteOfDay(at: when.instant))
    }

    /// The error of a time field that has no time in it.
    static var unclearTime: String { "Write a day or a time, such as “tomorrow 9am”, “in 2 hours” or “25 dec”." }

    /// A recognised piece of the quick-add line was turned back into plain text.
    static func isPlain(_ text: String) -> String { say("“\(text)” is plain text now.") }
}
