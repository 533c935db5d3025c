/// A time that was understood.
public struct When: Hashable, Sendable {
    /// The moment: of a reminder, or at which a deadline falls due.
    public var instant: Instant
    /// Only a day was said; the time of day is ours.
    public var isDay: Bool
    /// The same hour of the next day, of a time that was said of today and has passed; nil of any other time. A face
    /// asks whether this one was meant.
    public var later: Instant?

    init(_ instant: Instant, isDay: Bool, later: Instant? = nil) {
        self.instant = instant
        self.isDay = isDay
        self.later = later
    }

    /// The next later time for a time that has passed; every other time as it is.
    public var movedOn: When { later.map { When($0, isDay: isDay) } ?? self }

    /// The purpose of a time. A day alone means its morning for a reminder, and its end for a deadline.
    public enum Purpose: Sendable {
        case reminder
        case deadline
    }
}
