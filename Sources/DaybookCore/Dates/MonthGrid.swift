/// A month of days in which one is picked. One of its days has the keyboard.
public struct MonthGrid: Equatable, Sendable {
    /// The day that has the keyboard, in the month that shows.
    public private(set) var day: CivilDate

    /// A step of the keyboard, or to another month. The web app knows the steps by their numbers.
    public enum Step: Int, Sendable {
        case dayBack
        case dayOn
        case weekBack
        case weekOn
        case weekStart
        case weekEnd
        case monthBack
        case monthOn
        case yearBack
        case yearOn
    }

    /// The years that a calendar shows. Later deadlines can be written in words.
    private static var years: ClosedRange<Int> { 1970...9_998 }

    /// A calendar that shows the month of a day.
    public init(at day: CivilDate) {
        self.day = day
    }

    /// The first day of the month.
    public var first: CivilDate { day.advanced(days: 1 - day.day) }

    /// The days of the month in weeks, as the person counts these. A day of another month is nil.
    public func weeks(_ habits: Habits) -> [[CivilDate?]] {
        let start = habits.startOfWeek(first)
        let count =
            (first.daysSince1970 - start.daysSince1970 + CivilDate.daysIn(month: day.month, of: day.year) + 6) / 7
        return (0..<count).map { week in
            (0..<7).map { place in
                let other = start.advanced(days: week * 7 + place)
                return other.month == day.month ? other : nil
            }
        }
    }

    /// Moves the keyboard by a step. A month without the day shows its last day.
    mutating func take(_ step: Step, _ habits: Habits) {
        let target: CivilDate? =
            switch step {
            case .dayBack: day.advanced(days: -1)
            case .dayOn: day.advanced(days: 1)
            case .weekBack: day.advanced(days: -7)
            case .weekOn: day.advanced(days: 7)
            case .weekStart: habits.startOfWeek(day)
            case .weekEnd: habits.startOfWeek(day).advanced(days: 6)
            case .monthBack: day.advanced(months: -1)
            case .monthOn: day.advanced(months: 1)
            case .yearBack: day.advanced(months: -12)
            case .yearOn: day.advanced(months: 12)
            }
        if let target, MonthGrid.years.contains(target.year) { day = target }
    }

    mutating func move(to day: CivilDate) { self.day = day }
}
