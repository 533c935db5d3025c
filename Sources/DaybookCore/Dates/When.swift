/// A time that was understood.
public struct When: Hashable, Sendable {
    /// The moment: of a reminder, or at which a deadline falls due.
    public var instant: Instant
    /// The words contain only a day; Daybook chose the time of day.
    public var isDay: Bool
    /// The same hour of the next day, for a time of today that has passed; nil for any other time. A face asks whether
    /// this moment was meant.
    public var later: Instant?

    init(_ instant: Instant, isDay: Bool, later: Instant? = nil) {
        self.instant = instant
        self.isDay = isDay
        self.later = later
    }

    /// For a time that has passed, the next later time; any other time unchanged.
    public var movedOn: When { later.map { When($0, isDay: isDay) } ?? self }

    /// The purpose of a time. A day alone means its morning for a reminder, and its end for a deadline.
    public enum Purpose: Sendable {
        case reminder
        case deadline
    }
}
