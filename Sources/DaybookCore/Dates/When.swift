/// A time that was understood.
public struct When: Hashable, Sendable {
    /// The moment: of a reminder, or at which a deadline falls due.
    public var instant: Instant
    /// Only a day was said; the time of day is ours.
    public var isDay: Bool

    init(_ instant: Instant, isDay: Bool) {
        self.instant = instant
        self.isDay = isDay
    }

    /// The purpose of a time. A day alone means its morning for a reminder, and its end for a deadline.
    public enum Purpose: Sendable {
        case reminder
        case deadline
    }
}
