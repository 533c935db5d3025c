/// A rule beside its first day. Days are numbers from 1970 on.
struct RecurrenceSearch {
    let start: Int
    /// No day after this.
    let last: Int
    /// The number of days that were checked.
    private(set) var steps = 0

    private let rule: RecurrenceRule
    private let choice: RecurrenceChoice
    /// The first day of the period that `start` is in.
    private let origin: Int
    /// For months and years, the month that `start` is in, from year 0 on.
    private let month: Int
    private let startDate: CivilDate
    /// The sorts of years or months that have no day of the rule, one bit for each sort. Years begin on one of seven
    /// weekdays and have one of two lengths, months have one of four lengths. All periods of one sort have the same
    /// days, so each sort is searched once.
    private var emptySorts: UInt32 = 0

    init(rule: RecurrenceRule, start: CivilDate) {
        self.rule = rule
        self.start = start.daysSince1970
        startDate = start
        choice = RecurrenceChoice(rule, start)
        let final = 2_932_896  // 9999-12-31
        if case .until(let day) = rule.end { last = min(day.daysSince1970, final) } else { last = final }
        let intoWeek = (start.weekday - rule.weekStart + 7) % 7
        origin = rule.frequency == .weekly ? self.start - intoWeek : self.start
        month = start.year * 12 + (rule.frequency == .yearly ? 0 : start.month - 1)
    }

    /// The number of the last period that begins on this day or before.
    func period(of day: Int) -> Int {
        let date = CivilDate(daysSince1970: day)
        let units =
            switch rule.frequency {
            case .daily: day - origin
            case .weekly: (day - origin) / 7
            case .monthly: date.year * 12 + date.month - 1 - month
            case .yearly: date.year - startDate.year
            }
        return max(units, 0) / rule.interval
    }

    /// The days of a period that the rule chooses, ascending, and the number of days in the period; nil for a period
    /// after the last year.
    mutating func days(of period: Int) -> (days: [Int], length: Int)? {
        let units = period * rule.interval
        switch rule.frequency {
        case .daily: return days(from: origin + units, count: 1)
        case .weekly: return days(from: origin + units * 7, count: 7)
        case .monthly: return days(ofMonths: month + units, count: 1)
        case .yearly: return days(ofMonths: month + units * 12, count: 12)
        }
    }

    /// Of days that may lie in two months.
    private mutating func days(from first: Int, count: Int) -> (days: [Int], length: Int)? {
        if first > last { return nil }
        var days: [Int] = []
        for day in first..<first + count {
            steps += 1
            let date = CivilDate(daysSince1970: day)
            let length = CivilDate.daysIn(month: date.month, of: date.year)
            if choice.takes(month: date.month), choice.takes(date.day, of: length),
                choice.takes(weekday: date.weekday)
            {
                days.append(day)
            }
        }
        return (atPositions(days), count)
    }

    /// Of one month, or of the twelve of a year.
    private mutating func days(ofMonths first: Int, count: Int) -> (days: [Int], length: Int)? {
        let (start, end) = (Self.firstDay(of: first), Self.firstDay(of: first + count))
        if start > last { return nil }
        if count == 1, !choice.takes(month: first % 12 + 1) { return ([], end - start) }
        let weekday = ((start + 4) % 7 + 7) % 7
        let sort = UInt32(1) << (weekday + 7 * (count == 1 ? end - start - 28 : end - start - 365))
        if emptySorts & sort != 0 { return ([], end - start) }
        var days: [Int] = []
        var day = start
        for month in first..<first + count {
            let length = CivilDate.daysIn(month: month % 12 + 1, of: month / 12)
            let span = choice.countsInYear ? (start, end) : (day, day + length)
            if choice.takes(month: month % 12 + 1) {
                steps += length
                for date in 1...length where choice.takes(date, of: length) {
                    let number = day + date - 1
                    if choice.takes(weekday: (weekday + number - start) % 7, at: number, of: span) {
                        days.append(number)
                    }
                }
            }
            day += length
        }
        days = atPositions(days)
        if days.isEmpty { emptySorts |= sort }
        return (days, end - start)
    }

    private static func firstDay(of month: Int) -> Int {
        CivilDate(year: month / 12, month: month % 12 + 1, day: 1)?.daysSince1970 ?? .max
    }

    /// The days that BYSETPOS leaves.
    private func atPositions(_ days: [Int]) -> [Int] {
        if rule.setPositions.isEmpty || days.isEmpty { return days }
        var isChosen = [Bool](repeating: false, count: days.count)
        for position in rule.setPositions {
            let place = position > 0 ? position - 1 : days.count + position
            if place >= 0, place < days.count { isChosen[place] = true }
        }
        var chosen: [Int] = []
        for place in 0..<days.count where isChosen[place] { chosen.append(days[place]) }
        return chosen
    }
}
