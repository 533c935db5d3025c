/// How a person reads the calendar and the clock.
public struct Habits: Hashable, Sendable {
    /// The day with which a week begins, 0 for Sunday to 6 for Saturday.
    public var weekStart: Int
    /// The hours of the clock.
    public var clock: Clock

    /// The two ways to count hours.
    public enum Clock: String, Sendable {
        /// "17:30"
        case hours24 = "24"
        /// "5:30 pm"
        case hours12 = "12"
    }

    /// Habits. The week begins on Monday when the number is not that of a day.
    public init(weekStart: Int = 1, clock: Clock = .hours24) {
        self.weekStart = (0...6).contains(weekStart) ? weekStart : 1
        self.clock = clock
    }

    /// The days of a week in their order, 0 for Sunday.
    public var week: [Int] { (0..<7).map { (weekStart + $0) % 7 } }

    /// The first day of the week that a day lies in.
    public func startOfWeek(_ day: CivilDate) -> CivilDate {
        day.advanced(days: -((day.weekday - weekStart + 7) % 7))
    }
}
