/// The day that it is for a person, by which the lists of dates are judged.
public struct Today: Equatable, Sendable {
    /// The day on the person's calendar.
    public let date: CivilDate
    /// The first moment of the day.
    public let start: Instant
    /// The first moment of the next day.
    public let end: Instant
    /// The person's time zone.
    public let zone: TimeZone

    /// The day that contains a moment.
    public init(at now: Instant, in zone: TimeZone) {
        date = zone.date(at: now)
        self.zone = zone
        start = zone.startOfDay(date)
        end = zone.startOfDay(CivilDate(daysSince1970: date.daysSince1970 + 1))
    }

    /// The last minute of the day, at which a deadline for the day falls due.
    public var deadline: Instant { zone.endOfDay(date) }

    /// The part of a list by dates in which a planned moment stands.
    public func part(of planned: Instant) -> ListPart {
        if planned < start { return .overdue }
        if planned < end { return .today }
        let days = zone.date(at: planned).daysSince1970 - date.daysSince1970
        return days <= Today.namedDays ? .day(days) : .later
    }

    /// ``Todo/planned(_:)`` for a to-do with these dates.
    func planned(deadline: Instant?, reminder: Instant?) -> Instant? {
        guard let reminder else { return deadline }
        guard let deadline else { return reminder }
        return reminder < start ? deadline : min(reminder, deadline)
    }

    /// The days after today that have parts of their own. No two of them are the same day of the week as each other or
    /// as today.
    static var namedDays: Int { 6 }
}

/// A part of a list, with a heading of its own.
public enum ListPart: Equatable, Sendable {
    case overdue
    case today
    /// A day 1 to 6 days after today.
    case day(Int)
    case later
    /// The done to-dos, at the end of a list of everything.
    case completed

    /// A number that no other part has, 0 to 9.
    public var number: Int {
        switch self {
        case .overdue: 0
        case .today: 1
        case .day(let days): 1 + days
        case .later: 2 + Today.namedDays
        case .completed: 3 + Today.namedDays
        }
    }
}

extension Todo {
    /// The moment at which a list by dates has the to-do: its deadline or its reminder, whichever comes first. Nil when
    /// it has neither. A reminder of an earlier day does not count if there is a deadline.
    public func planned(_ today: Today) -> Instant? { today.planned(deadline: deadline, reminder: reminder) }
}
