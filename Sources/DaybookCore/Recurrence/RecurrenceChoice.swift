/// The days that the parts of a rule choose, as sets of bits, so that judging a day takes a few steps however long the
/// rule's lists are.
///
/// The table of RFC 5545, section 3.3.10, divides the parts into those that expand a period and those that limit it.
/// Both decide which of the period's days remain. When a part is missing, the first day decides.
struct RecurrenceChoice {
    /// Whether the ordinals of weekdays count within the year and not within the month.
    let countsInYear: Bool
    /// Bit n means month n, the n-th day of a month, or the n-th day from its end.
    private var months: UInt32 = 0
    private var days: UInt32 = 0
    private var daysFromEnd: UInt32 = 0
    /// Bit n means every occurrence of a weekday.
    private var weekdays: UInt32 = 0
    /// For each weekday the ordinals from the start, then for each those from the end.
    private var ordinals = [UInt64](repeating: 0, count: 14)

    init(_ rule: RecurrenceRule, _ start: CivilDate) {
        countsInYear = rule.frequency == .yearly && rule.months.isEmpty
        let isOpen = rule.monthDays.isEmpty && rule.weekdays.isEmpty
        for month in rule.months { months |= 1 << month }
        if months == 0 { months = isOpen && rule.frequency == .yearly ? 1 << start.month : .max }
        for day in rule.monthDays {
            if day > 0 { days |= 1 << day } else { daysFromEnd |= 1 << -day }
        }
        let isOfMonth = rule.frequency == .monthly || rule.frequency == .yearly
        if rule.monthDays.isEmpty { days = isOpen && isOfMonth ? 1 << start.day : .max }
        for weekday in rule.weekdays {
            switch weekday.ordinal {
            case 0: weekdays |= 1 << weekday.day
            case 1...: ordinals[weekday.day] |= 1 << UInt64(weekday.ordinal)
            default: ordinals[7 + weekday.day] |= 1 << UInt64(-weekday.ordinal)
            }
        }
        if rule.weekdays.isEmpty { weekdays = isOpen && rule.frequency == .weekly ? 1 << start.weekday : .max }
    }

    /// Whether a month may have any, 1 to 12.
    func takes(month: Int) -> Bool { months & 1 << month != 0 }

    /// Whether a rule could choose a day in a month of this length.
    func takes(_ day: Int, of length: Int) -> Bool {
        days & 1 << day != 0 || daysFromEnd & 1 << (length - day + 1) != 0
    }

    /// Whether every occurrence of a weekday is chosen.
    func takes(weekday: Int) -> Bool { weekdays & 1 << weekday != 0 }

    /// Whether the rule chooses a weekday on this day of the month or the year. The period runs from its first day up
    /// to its end.
    func takes(weekday: Int, at day: Int, of span: (first: Int, end: Int)) -> Bool {
        takes(weekday: weekday)
            || ordinals[weekday] & 1 << UInt64((day - span.first) / 7 + 1) != 0
            || ordinals[7 + weekday] & 1 << UInt64((span.end - 1 - day) / 7 + 1) != 0
    }
}
