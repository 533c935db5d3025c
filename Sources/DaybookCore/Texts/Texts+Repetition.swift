/// The texts of repetitions.
extension Texts {
    /// "Every 2 weeks on Monday and Wednesday, until 25 December 2026", "3 days after it is done".
    public static func repetition(_ repetition: Repetition) -> String {
        let rule = repetition.rule
        let days = days(rule)
        if repetition.basis == .due { return every(rule) + days + end(rule) }
        if rule.weekdays.isEmpty, days.isEmpty { return after(rule) + end(rule) }
        return every(rule) + days + ", counted from when it is done" + end(rule)
    }

    /// The name of a weekday, 0 for Sunday.
    public static func weekday(_ day: Int) -> String { weekdays[day] }

    /// The day of the month on which a rule falls: "the 15th", "the last Friday".
    public static func monthDay(_ rule: RecurrenceRule) -> String {
        let words = days(rule)
        let on = " on ".bytes
        return words.utf8.starts(with: on) ? String(utf8: words.bytes[on.count...]) : words
    }

    /// The addition to "is done" for a repeating to-do: the time at which the next occurrence is due.
    static func next(_ todo: Todo?, now: Instant, zone: TimeZone) -> String {
        guard let todo, let date = todo.deadline ?? todo.reminder else { return " It was the last time." }
        return phrase(" Next: \(day(zone.date(at: date), today: zone.date(at: now))).")
    }

    static func deletedRepeating(_ title: String) -> String { phrase("Deleted “\(brief(title))”. It will not repeat.") }

    /// The unit of an interval: "week" after 1, and "weeks" after any other number.
    public static func unit(_ frequency: RecurrenceRule.Frequency, _ interval: Int) -> String {
        let unit =
            switch frequency {
            case .daily: "day"
            case .weekly: "week"
            case .monthly: "month"
            case .yearly: "year"
            }
        return interval == 1 ? unit : unit + "s"
    }

    /// The word behind a number of repetitions.
    public static func times(_ count: Int) -> String { count == 1 ? "time" : "times" }

    // MARK: - Parts

    private static func every(_ rule: RecurrenceRule) -> String {
        if rule.frequency == .weekly, rule.interval == 1, isWeekdays(rule) { return "Every weekday" }
        let unit = unit(rule.frequency, rule.interval)
        return rule.interval == 1 ? "Every " + unit : phrase("Every \(rule.interval) \(unit)")
    }

    private static func after(_ rule: RecurrenceRule) -> String {
        phrase("\(rule.interval) \(unit(rule.frequency, rule.interval)) after it is done")
    }

    private static func end(_ rule: RecurrenceRule) -> String {
        switch rule.end {
        case .never: ""
        case .until(let day): phrase(", until \(day.day) \(monthNames[day.month - 1]) \(day.year)")
        case .count(1): ", for the last time"
        case .count(let count): phrase(", \(count) times")
        }
    }

    private static func days(_ rule: RecurrenceRule) -> String {
        if rule.frequency == .weekly, rule.interval == 1, isWeekdays(rule), rule.months.isEmpty { return "" }
        let months = rule.months.map { monthNames[$0 - 1] }
        if months.count == 1, rule.monthDays.count == 1, rule.monthDays[0] > 0, rule.weekdays.isEmpty {
            return phrase(" on \(rule.monthDays[0]) \(months[0])") + positions(rule)
        }
        var text = months.isEmpty ? "" : " in " + list(months)
        if !rule.monthDays.isEmpty { text += " on the " + list(rule.monthDays.map { monthDay($0) }) }
        guard !rule.weekdays.isEmpty else { return text + positions(rule) }
        if isWeekdays(rule), rule.setPositions.count == 1, rule.monthDays.isEmpty {
            return phrase("\(text) on the \(ordinal(rule.setPositions[0])) weekday")
        }
        let isOfYear = rule.frequency == .yearly && rule.months.isEmpty
        let weekdays = rule.weekdays.map { weekday in
            let name = Texts.weekdays[weekday.day]
            if weekday.ordinal == 0 { return name }
            return phrase("the \(ordinal(weekday.ordinal)) \(name)") + (isOfYear ? " of the year" : "")
        }
        text += rule.monthDays.isEmpty ? " on " + list(weekdays) : " if it is " + list(weekdays, "or")
        return text + positions(rule)
    }

    private static func positions(_ rule: RecurrenceRule) -> String {
        rule.setPositions.isEmpty ? "" : ", only the " + list(rule.setPositions.map { ordinal($0) }) + " of these"
    }

    private static func isWeekdays(_ rule: RecurrenceRule) -> Bool {
        var days = 0
        for weekday in rule.weekdays where weekday.ordinal == 0 && (1...5).contains(weekday.day) { days += 1 }
        return days == 5 && rule.weekdays.count == 5
    }

    private static func monthDay(_ day: Int) -> String { day < 0 ? ordinal(day) + " day" : ordinal(day) }

    /// "1st", "22nd", "last", "3rd to last".
    static func ordinal(_ number: Int) -> String {
        if number == -1 { return "last" }
        let rest = abs(number)
        let isTeen = (11...13).contains(rest % 100)
        let ending = isTeen ? "th" : rest % 10 == 1 ? "st" : rest % 10 == 2 ? "nd" : rest % 10 == 3 ? "rd" : "th"
        return phrase("\(rest)\(ending)") + (number < 0 ? " to last" : "")
    }

    /// "Monday", "Monday and Friday", "Monday, Tuesday and Friday".
    private static func list(_ items: [String], _ conjunction: String = "and") -> String {
        var text = ""
        for (place, item) in items.enumerated() {
            if place > 0 { text += place == items.count - 1 ? phrase(" \(conjunction) ") : ", " }
            text += item
        }
        return text
    }

    static var monthNames: [String] {
        [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ]
    }
}

extension Labels {
    package static var repeats: String { "Repeat" }
    package static var repeatFrom: String { "Repeat from" }
    package static var never: String { "Never" }
    package static var fromDue: String { "the planned day" }
    package static var fromDone: String { "the day it’s done" }
}
