/// Repetitions that a person picks by one tap, fitted to the day that a to-do has.
public enum RepeatPreset: String, Sendable, CaseIterable {
    case daily
    case weekdays
    /// On the weekday of its day, as the next.
    case weekly
    case fortnightly
    /// On the day of the month.
    case monthly
    /// On the first to fourth of this weekday in the month.
    case monthlyWeekday
    /// On the last of this weekday in the month.
    case monthlyLastWeekday
    case monthlyLastDay
    case yearly

    /// The rule; nil when the preset does not fit the day.
    public func rule(on day: CivilDate) -> RecurrenceRule? {
        let weekday = RecurrenceRule.Weekday(day.weekday)
        switch self {
        case .daily: return RecurrenceRule(.daily)
        case .weekdays: return RecurrenceRule(.weekly, weekdays: (1...5).map { RecurrenceRule.Weekday($0) })
        case .weekly: return RecurrenceRule(.weekly, weekdays: [weekday])
        case .fortnightly: return RecurrenceRule(.weekly, interval: 2, weekdays: [weekday])
        case .monthly: return RecurrenceRule(.monthly, monthDays: [day.day])
        case .monthlyWeekday: return day.day > 28 ? nil : RepeatPreset.monthly(day, (day.day + 6) / 7)
        case .monthlyLastWeekday: return day.day + 7 > RepeatPreset.length(day) ? RepeatPreset.monthly(day, -1) : nil
        case .monthlyLastDay:
            return day.day == RepeatPreset.length(day) ? RecurrenceRule(.monthly, monthDays: [-1]) : nil
        case .yearly: return RecurrenceRule(.yearly, months: [day.month], monthDays: [day.day])
        }
    }

    /// The presets that fit a day, in the order of a menu.
    public static func fitted(to day: CivilDate) -> [RepeatPreset] {
        allCases.filter { $0.rule(on: day) != nil }
    }

    /// The preset of a repetition on a day, whatever its end; nil for a custom repetition.
    public static func of(_ repetition: Repetition, on day: CivilDate) -> RepeatPreset? {
        guard repetition.basis == .due, let endless = repetition.rule.ending(.never) else { return nil }
        // A preset names one weekday, or each week, so no day depends on where the week begins.
        let plain = endless.counting(weeksFrom: 1)
        return allCases.first { $0.rule(on: day) == plain }
    }

    private static func monthly(_ day: CivilDate, _ ordinal: Int) -> RecurrenceRule? {
        RecurrenceRule(.monthly, weekdays: [RecurrenceRule.Weekday(day.weekday, ordinal: ordinal)])
    }

    private static func length(_ day: CivilDate) -> Int { CivilDate.daysIn(month: day.month, of: day.year) }
}
