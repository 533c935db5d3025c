/// A rule for repeated days, by RFC 5545, section 3.3.10, as far as to-dos need it: daily to yearly, without times of
/// day, weeks of the year and days of the year.
///
/// A rule does not contain its first day. The caller passes the first day.
public struct RecurrenceRule: Hashable, Sendable {
    /// FREQ: the period in which the other parts choose days.
    public let frequency: Frequency
    /// INTERVAL: every how many periods, 1 to 999.
    public let interval: Int
    /// BYMONTH: 1 to 12, ascending; empty for any.
    public let months: [Int]
    /// BYMONTHDAY: 1 to 31, and -1 (the last day) to -31, in this order; empty for any day.
    public let monthDays: [Int]
    /// BYDAY, Monday first; empty for any.
    public let weekdays: [Weekday]
    /// BYSETPOS: which of a period's chosen days remain, counted from the start or, when negative, from the end.
    public let setPositions: [Int]
    /// WKST: the day on which a week begins, 0 for Sunday to 6 for Saturday.
    public private(set) var weekStart: Int
    /// UNTIL or COUNT.
    public let end: End

    /// The periods there are.
    public enum Frequency: Int, Sendable {
        case daily
        case weekly
        case monthly
        case yearly
    }

    /// Where a repetition ends.
    public enum End: Hashable, Sendable {
        case never
        /// The last day there may be.
        case until(CivilDate)
        /// The number of days, the first included: 1 to 999.
        case count(Int)
    }

    /// A day of the week.
    public struct Weekday: Hashable, Sendable {
        /// Which of these days of the month (of the year in a yearly rule without months): 1 for the first, -1 for the
        /// last, 0 for each.
        public let ordinal: Int
        /// 0 for Sunday to 6 for Saturday.
        public let day: Int

        /// A day of the week; by default of each week.
        public init(_ day: Int, ordinal: Int = 0) {
            self.day = day
            self.ordinal = ordinal
        }
    }

    /// A rule from its parts, in any order and with repeats; nil when RFC 5545 forbids the combination, or a number is
    /// out of its range.
    /// number is out of its range.
    public init?(
        _ frequency: Frequency,
        interval: Int = 1,
        months: [Int] = [],
        monthDays: [Int] = [],
        weekdays: [Weekday] = [],
        setPositions: [Int] = [],
        weekStart: Int = 1,
        end: End = .never
    ) {
        guard (1...RecurrenceRule.intervalMaximum).contains(interval), (0...6).contains(weekStart), end.isInRange,
            RecurrenceRule.areInRange(months, 12, isSigned: false), RecurrenceRule.areInRange(monthDays, 31),
            RecurrenceRule.areInRange(setPositions, 366),
            frequency != .weekly || monthDays.isEmpty,
            setPositions.isEmpty || months.count + monthDays.count + weekdays.count > 0
        else { return nil }
        let ordinalMaximum =
            switch frequency {
            case .daily, .weekly: 0
            case .monthly: 5
            case .yearly: months.isEmpty ? 53 : 5
            }
        for weekday in weekdays {
            guard (0...6).contains(weekday.day), (-ordinalMaximum...ordinalMaximum).contains(weekday.ordinal) else {
                return nil
            }
        }
        self.frequency = frequency
        self.interval = interval
        self.months = RecurrenceRule.inOrder(months)
        self.monthDays = RecurrenceRule.inOrder(monthDays)
        self.weekdays = RecurrenceRule.inOrder(weekdays.map { $0.rank }).map { Weekday(rank: $0) }
        self.setPositions = RecurrenceRule.inOrder(setPositions)
        self.weekStart = weekStart
        self.end = end
    }

    /// The same days with another end; nil when the end is out of its range.
    public func ending(_ end: End) -> RecurrenceRule? {
        RecurrenceRule(
            frequency,
            interval: interval,
            months: months,
            monthDays: monthDays,
            weekdays: weekdays,
            setPositions: setPositions,
            weekStart: weekStart,
            end: end
        )
    }

    /// The same rule for a person whose week begins on a day. WKST decides which days are in the same week; where no
    /// day depends on that, it is left out.
    @inline(never)
    func counting(weeksFrom weekStart: Int) -> RecurrenceRule {
        var rule = self
        rule.weekStart = needsWeekStart ? weekStart : 1
        return rule
    }

    /// Whether the days depend on the day on which a week begins (RFC 5545, 3.3.10).
    var needsWeekStart: Bool {
        frequency == .weekly && (interval > 1 && !weekdays.isEmpty || !setPositions.isEmpty)
    }

    /// Whether its lists are as long as a person may need: at most one entry for every day of a month from both ends.
    /// Longer lists that were stored earlier are still read and followed.
    public var isReasonable: Bool {
        monthDays.count <= RecurrenceRule.listMaximum && weekdays.count <= RecurrenceRule.listMaximum
            && setPositions.count <= RecurrenceRule.listMaximum
    }

    private static var listMaximum: Int { 62 }

    /// The greatest interval.
    public static var intervalMaximum: Int { 999 }
    /// The greatest count.
    public static var countMaximum: Int { 999 }

    private static func areInRange(_ numbers: [Int], _ maximum: Int, isSigned: Bool = true) -> Bool {
        for number in numbers where number == 0 || number > maximum || number < (isSigned ? -maximum : 1) {
            return false
        }
        return true
    }

    /// The numbers, each once: first the positive ones in ascending order, then zero, then those that count from the
    /// end, -1 first.
    private static func inOrder(_ numbers: [Int]) -> [Int] {
        var ordered: [Int] = []
        for number in numbers where !ordered.contains(number) {
            var place = ordered.count
            while place > 0, order(number) < order(ordered[place - 1]) { place -= 1 }
            ordered.insert(number, at: place)
        }
        return ordered
    }

    private static func order(_ number: Int) -> Int { number < 0 ? Int(Int32.max) + number : number }
}

/// From when a repetition counts.
public enum RecurrenceBasis: String, Sendable {
    /// From the day that it was due.
    case due
    /// From the day that it was done.
    case completion
}

extension RecurrenceRule.End {
    fileprivate var isInRange: Bool {
        switch self {
        case .never: true
        case .until(let day): (0...9_999).contains(day.year)
        case .count(let count): (1...RecurrenceRule.countMaximum).contains(count)
        }
    }
}
