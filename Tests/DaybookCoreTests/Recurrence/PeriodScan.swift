@testable import DaybookCore

/// RFC 5545 in its slowest form: each day of each period is compared with each item of each list, and ordinals are
/// counted again for each day. Examines only this many periods.
enum PeriodScan {
    /// The first day after `day`, if it comes within so many periods of that of `day`, and the last day looked at.
    static func next(
        _ rule: RecurrenceRule,
        after day: CivilDate,
        from start: CivilDate,
        periods: Int
    ) -> (day: CivilDate?, lookedTo: CivilDate) {
        var (first, step) = (start, 0)
        switch rule.frequency {
        case .daily: break
        case .weekly: while first.weekday != rule.weekStart { first = moved(first, days: -1) }
        case .monthly: first.day = 1
        case .yearly: (first.month, first.day) = (1, 1)
        }
        while true {
            let end = following(first, rule.frequency, 1)
            if day < end {
                step += 1
                let found = days(rule, first, end, start).first { day < $0 && start < $0 }
                if let found {
                    if case .until(let last) = rule.end, last < found { return (nil, end) }
                    return (found, end)
                }
                if step > periods { return (nil, end) }
            }
            first = following(first, rule.frequency, rule.interval)
        }
    }

    private static func moved(_ date: CivilDate, days: Int) -> CivilDate {
        CivilDate(daysSince1970: date.daysSince1970 + days)
    }

    private static func following(_ first: CivilDate, _ unit: RecurrenceRule.Frequency, _ count: Int) -> CivilDate {
        switch unit {
        case .daily: return moved(first, days: count)
        case .weekly: return moved(first, days: 7 * count)
        case .monthly:
            let months = first.year * 12 + first.month - 1 + count
            return CivilDate(year: months / 12, month: months % 12 + 1, day: 1) ?? first
        case .yearly: return CivilDate(year: first.year + count, month: 1, day: 1) ?? first
        }
    }

    private static func days(
        _ rule: RecurrenceRule,
        _ first: CivilDate,
        _ end: CivilDate,
        _ start: CivilDate
    ) -> [CivilDate] {
        let all = (first.daysSince1970..<end.daysSince1970).map { CivilDate(daysSince1970: $0) }
        let days = all.filter { chooses(rule, $0, start) }
        if rule.setPositions.isEmpty { return days }
        return days.enumerated().filter { place, _ in
            rule.setPositions.contains(place + 1) || rule.setPositions.contains(place - days.count)
        }.map(\.element)
    }

    private static func chooses(_ rule: RecurrenceRule, _ date: CivilDate, _ start: CivilDate) -> Bool {
        let isOpen = rule.monthDays.isEmpty && rule.weekdays.isEmpty
        if !rule.months.isEmpty {
            guard rule.months.contains(date.month) else { return false }
        } else if rule.frequency == .yearly, isOpen, date.month != start.month {
            return false
        }
        if !rule.monthDays.isEmpty {
            let fromEnd = date.day - CivilDate.daysIn(month: date.month, of: date.year) - 1
            guard rule.monthDays.contains(date.day) || rule.monthDays.contains(fromEnd) else { return false }
        }
        if !rule.weekdays.isEmpty { return rule.weekdays.contains { matches(rule, $0, date) } }
        guard isOpen else { return true }
        return switch rule.frequency {
        case .daily: true
        case .weekly: date.weekday == start.weekday
        case .monthly, .yearly: date.day == start.day
        }
    }

    private static func matches(_ rule: RecurrenceRule, _ weekday: RecurrenceRule.Weekday, _ date: CivilDate) -> Bool {
        guard date.weekday == weekday.day else { return false }
        if weekday.ordinal == 0 { return true }
        let isOfYear = rule.frequency == .yearly && rule.months.isEmpty
        var (number, other) = (0, date)
        while other.year == date.year, isOfYear || other.month == date.month {
            number += 1
            other = moved(other, days: weekday.ordinal > 0 ? -7 : 7)
        }
        return number == abs(weekday.ordinal)
    }
}
