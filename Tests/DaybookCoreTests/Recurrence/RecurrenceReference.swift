import TestSupport

@testable import DaybookCore

/// RFC 5545 read another way: every day is asked by itself whether it belongs to the repetition.
enum RecurrenceReference {
    /// The first days after the start, as far as 20 years on.
    static func days(of rule: RecurrenceRule, from start: CivilDate, count: Int) -> [CivilDate] {
        var days: [CivilDate] = []
        var left = Int.max
        if case .count(let count) = rule.end { left = count - 1 }
        var day = start.daysSince1970 + 1
        while days.count < count, left > 0, day < start.daysSince1970 + 20 * 366 {
            let date = CivilDate(daysSince1970: day)
            if case .until(let last) = rule.end, last < date { break }
            if isInStep(rule, date, start), isChosen(rule, date, start), isAtPosition(rule, date, start) {
                days.append(date)
                left -= 1
            }
            day += 1
        }
        return days
    }

    /// Whether the day's period is one of every `interval`.
    private static func isInStep(_ rule: RecurrenceRule, _ date: CivilDate, _ start: CivilDate) -> Bool {
        func week(_ date: CivilDate) -> Int {
            // 1970-01-01 was a Thursday; any week that begins on the right day serves to count from.
            let shifted = date.daysSince1970 + 4 - rule.weekStart + 70_000_000
            return shifted / 7
        }
        let distance =
            switch rule.frequency {
            case .daily: date.daysSince1970 - start.daysSince1970
            case .weekly: week(date) - week(start)
            case .monthly: (date.year - start.year) * 12 + date.month - start.month
            case .yearly: date.year - start.year
            }
        return distance % rule.interval == 0
    }

    /// Whether the parts, or in their place the first day, choose a day.
    private static func isChosen(_ rule: RecurrenceRule, _ date: CivilDate, _ start: CivilDate) -> Bool {
        let saysDay = !rule.monthDays.isEmpty || !rule.weekdays.isEmpty
        var months = rule.months
        var monthDays = rule.monthDays
        var weekdays = rule.weekdays
        switch rule.frequency {
        case .daily: break
        case .weekly: if weekdays.isEmpty { weekdays = [.init(start.weekday)] }
        case .monthly: if !saysDay { monthDays = [start.day] }
        case .yearly:
            if !saysDay {
                monthDays = [start.day]
                if months.isEmpty { months = [start.month] }
            }
        }
        let ofYear = rule.frequency == .yearly && rule.months.isEmpty
        return (months.isEmpty || months.contains(date.month))
            && (monthDays.isEmpty || monthDays.contains { isMonthDay($0, date) })
            && (weekdays.isEmpty || weekdays.contains { isWeekday($0, date, ofYear: ofYear) })
    }

    private static func isMonthDay(_ number: Int, _ date: CivilDate) -> Bool {
        if number > 0 { return date.day == number }
        // So many days before the first of the next month.
        let target = CivilDate(daysSince1970: date.daysSince1970 - number)
        return target.day == 1 && (target.month - date.month == 1 || target.month == 1 && date.month == 12)
    }

    private static func isWeekday(_ weekday: RecurrenceRule.Weekday, _ date: CivilDate, ofYear: Bool) -> Bool {
        guard date.weekday == weekday.day else { return false }
        if weekday.ordinal == 0 { return true }
        // The ordinal counts such days before it or after it.
        let step = weekday.ordinal > 0 ? -7 : 7
        var number = 0
        var day = date
        while day.year == date.year, ofYear || day.month == date.month {
            number += 1
            day = CivilDate(daysSince1970: day.daysSince1970 + step)
        }
        return number == abs(weekday.ordinal)
    }

    private static func isAtPosition(_ rule: RecurrenceRule, _ date: CivilDate, _ start: CivilDate) -> Bool {
        if rule.setPositions.isEmpty { return true }
        func count(_ step: Int) -> Int {
            var number = 0
            var day = date
            while isSamePeriod(rule, day, date) {
                if isChosen(rule, day, start) { number += 1 }
                day = CivilDate(daysSince1970: day.daysSince1970 + step)
            }
            return number
        }
        return rule.setPositions.contains(count(-1)) || rule.setPositions.contains(-count(1))
    }

    private static func isSamePeriod(_ rule: RecurrenceRule, _ day: CivilDate, _ other: CivilDate) -> Bool {
        switch rule.frequency {
        case .daily: day == other
        case .weekly:
            abs(day.daysSince1970 - other.daysSince1970) < 7
                && place(rule, day) - place(rule, other)
                    == day.daysSince1970 - other.daysSince1970
        case .monthly: day.year == other.year && day.month == other.month
        case .yearly: day.year == other.year
        }
    }

    private static func place(_ rule: RecurrenceRule, _ day: CivilDate) -> Int {
        (day.weekday - rule.weekStart + 7) % 7
    }
}

extension RecurrenceRule {
    /// Any valid rule, the likely ones more often.
    static func any(_ random: inout SplitMix64) -> RecurrenceRule {
        while true {
            if let rule = maybe(&random) { return rule }
        }
    }

    private static func maybe(_ random: inout SplitMix64) -> RecurrenceRule? {
        let frequency = Frequency(rawValue: Int.random(in: 0...3, using: &random)) ?? .daily
        func some(_ range: ClosedRange<Int>, _ random: inout SplitMix64) -> [Int] {
            guard Int.random(in: 0..<3, using: &random) == 0 else { return [] }
            return (0..<Int.random(in: 1...4, using: &random)).map { _ in Int.random(in: range, using: &random) }
        }
        let months = some(1...12, &random)
        let monthDays = some(-31...31, &random)
        let days = some(0...6, &random)
        let ordinals = frequency == .monthly || !months.isEmpty ? -5...5 : -53...53
        let weekdays = days.map { day in
            let hasOrdinal = frequency.rawValue >= 2 && Bool.random(using: &random)
            return Weekday(day, ordinal: hasOrdinal ? Int.random(in: ordinals, using: &random) : 0)
        }
        let end: End =
            switch Int.random(in: 0..<4, using: &random) {
            case 0: .count(Int.random(in: 1...15, using: &random))
            case 1: .until(CivilDate(daysSince1970: Int.random(in: 10_000...32_000, using: &random)))
            default: .never
            }
        return RecurrenceRule(
            frequency,
            interval: Bool.random(using: &random) ? 1 : Int.random(in: 1...13, using: &random),
            months: months,
            monthDays: monthDays,
            weekdays: weekdays,
            setPositions: some(-6...6, &random),
            weekStart: Int.random(in: 0...6, using: &random),
            end: end
        )
    }
}
