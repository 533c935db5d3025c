/// The texts of dates and times.
extension Texts {
    /// A deadline in words, with its urgency.
    public struct Due: Equatable, Sendable {
        /// The deadline in words.
        public var text: String
        /// The urgency of the deadline.
        public var urgency: Urgency

        /// The urgency of a deadline.
        public enum Urgency: Equatable, Sendable {
            case later
            /// The deadline is today.
            case near
            case late
        }
    }

    /// "today", "tomorrow 17:00", "Friday", "25 Dec", "3 days late". A deadline at the end of its day has no time. A
    /// done to-do is neither near nor late.
    public static func due(_ deadline: Instant, isDone: Bool = false, now: Instant, zone: TimeZone) -> Due {
        let today = zone.date(at: now)
        let date = zone.date(at: deadline)
        let days = date.daysSince1970 - today.daysSince1970
        if days < 0, !isDone {
            return Due(text: days == -1 ? "1 day late" : phrase("\(grouped(-days)) days late"), urgency: .late)
        }
        if days == 0, deadline < now, !isDone { return Due(text: "late today", urgency: .late) }
        let isTimed = deadline != zone.endOfDay(date)
        let text = isTimed ? moment(deadline, now: now, zone: zone) : day(date, today: today)
        return Due(text: text, urgency: days == 0 && !isDone ? .near : .later)
    }

    /// The name of a day that is offered.
    public static func label(_ choice: DayChoice) -> String {
        switch choice {
        case .today: Labels.today
        case .tomorrow: Labels.tomorrow
        case .weekend: Labels.weekend
        case .nextWeek: Labels.nextWeek
        }
    }

    /// A to-do was planned for another day, or by words.
    static func planned(_ title: String, _ plan: Plan, _ now: Instant, in zone: TimeZone) -> String {
        if case .words(let words) = plan {
            return phrase("Changed “\(title)”: \(Texts.words(words, now: now, zone: zone)).")
        }
        guard let day = plan.day(now, in: zone) else { return phrase("“\(title)” has no date now.") }
        return phrase("“\(title)” is planned for \(Texts.day(day, today: zone.date(at: now))).")
    }

    /// "November 2026"
    public static func month(of day: CivilDate) -> String { phrase("\(monthNames[day.month - 1]) \(day.year)") }

    /// "Friday, 25 December 2026"
    public static func spoken(_ day: CivilDate) -> String {
        phrase("\(weekdays[day.weekday]), \(day.day) \(month(of: day))")
    }

    /// The name of a field's button with its value: "Deadline: tomorrow 17:00".
    public static func field(_ name: String, _ value: String) -> String { phrase("\(name): \(value)") }

    /// The heading of a part of a list by dates.
    public static func heading(_ part: ListPart, on today: CivilDate) -> String {
        switch part {
        case .overdue: Labels.overdue
        case .today: Labels.today
        case .day(1): Labels.tomorrow
        case .day(let days): weekdays[(today.weekday + days) % 7]
        case .later: Labels.later
        case .completed: Labels.done
        }
    }

    /// A reminder that has passed.
    public static func missedReminder(_ reminder: Instant, now: Instant, zone: TimeZone) -> String {
        phrase("missed \(moment(reminder, now: now, zone: zone))")
    }

    /// A day. Near days are relative; a year other than this one is named.
    public static func day(_ date: CivilDate, today: CivilDate) -> String {
        switch date.daysSince1970 - today.daysSince1970 {
        case 0: return "today"
        case 1: return "tomorrow"
        case -1: return "yesterday"
        case 2...6: return weekdays[date.weekday]
        default:
            let text = phrase("\(date.day) \(months[date.month - 1])")
            return date.year == today.year ? text : phrase("\(text) \(date.year)")
        }
    }

    /// A day and a time: "today 09:00", "25 Dec 18:30".
    public static func moment(_ instant: Instant, now: Instant, zone: TimeZone) -> String {
        day(zone.date(at: instant), today: zone.date(at: now)) + " " + clock(at: instant, zone: zone)
    }

    /// The time of day at a moment.
    static func clock(at instant: Instant, zone: TimeZone) -> String {
        clock(zone.minuteOfDay(at: instant), zone.habits)
    }

    /// Minutes after midnight as "09:00" or "9:00 am", with seconds unless they are 0.
    public static func clock(_ minute: Int, _ habits: Habits, seconds: Int? = nil) -> String {
        let hour = minute / 60
        let isShort = habits.clock == .hours12
        var bytes: [UInt8] = []
        bytes.appendDecimal(isShort ? (hour + 11) % 12 + 1 : hour, width: isShort ? 1 : 2)
        bytes.append(UInt8(ascii: ":"))
        bytes.appendDecimal(minute % 60, width: 2)
        if let seconds {
            bytes.append(UInt8(ascii: ":"))
            bytes.appendDecimal(seconds, width: 2)
        }
        if isShort { bytes.append(ascii: hour < 12 ? " am" : " pm") }
        return String(utf8: bytes)
    }

    /// The time at which a to-do was created or, if that is later, changed (T7).
    public static func age(_ todo: Todo, now: Instant, zone: TimeZone) -> String {
        age(todo.created, todo.modified, now: now, zone: zone)
    }

    /// The time at which a note was written or, if that is later, changed.
    public static func age(_ note: Note, now: Instant, zone: TimeZone) -> String {
        age(note.created, note.modified, now: now, zone: zone)
    }

    private static func age(_ created: Instant, _ modified: Instant, now: Instant, zone: TimeZone) -> String {
        let isChanged = modified > created
        let instant = isChanged ? modified : created
        let date = zone.date(at: instant)
        let today = zone.date(at: now)
        let when = date == today ? clock(at: instant, zone: zone) : day(date, today: today)
        return (isChanged ? "Changed " : "Added ") + when
    }

    /// The short name of a month, 1 for January.
    public static func month(_ number: Int) -> String { months[number - 1] }

    static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    // MARK: - With a title in them

    /// The name of a row's checkbox.
    public static func check(_ title: String, isDone: Bool) -> String {
        isDone ? phrase("Mark “\(title)” as open") : phrase("Mark “\(title)” as done")
    }

    /// The name of a row's menu button.
    public static func more(_ title: String) -> String { phrase("More for “\(title)”") }
    /// The name of a row's bin.
    public static func delete(_ title: String) -> String { phrase("Delete “\(title)”") }
    /// The name of a tag's button in the editor.
    public static func removeTag(_ tag: String) -> String { phrase("Remove the tag “\(tag)”") }
    /// The text of the question before a to-do is deleted.
    public static func deleteText(_ title: String) -> String {
        phrase("“\(title)” will be deleted on all your devices.")
    }
    /// The number of characters by which a text is too long.
    public static func tooMany(_ count: Int) -> String {
        count < 1_000 ? phrase("\(count) too many") : "1,000 or more too many"
    }
    /// The number of characters that are left.
    public static func left(_ count: Int) -> String { phrase("\(count) left") }

    /// The text of the question before a person logs out (A10).
    ///
    /// `isWriting`: typed text is not saved yet.
    public static func logOutText(waiting: Int, isSealed: Bool, isWriting: Bool = false) -> String {
        if isWriting {
            let fate =
                isSealed
                ? "What you are writing is not saved yet. It stays locked on this device until you sign in here again."
                : "What you are writing is not saved yet, and this device cannot keep it. It will be lost."
            return waiting == 0 ? fate : phrase("\(fate) \(logOutText(waiting: waiting, isSealed: isSealed))")
        }
        return switch (waiting, isSealed) {
        case (0, _): "Your to-dos stay safe on the server."
        case (1, true): "1 change is not synced yet. It stays locked on this device until you sign in here again."
        case (_, true):
            phrase(
                "\(waiting) changes are not synced yet. They stay locked on this device until you sign in here again."
            )
        case (1, false): "1 change is not synced yet, and this device cannot keep it. It will be lost."
        case (_, false):
            phrase("\(waiting) changes are not synced yet, and this device cannot keep them. They will be lost.")
        }
    }
}
