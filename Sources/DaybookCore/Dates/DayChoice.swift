/// A day that Daybook offers for a to-do. The words of a line mean the same days.
public enum DayChoice: Equatable, Sendable, CaseIterable {
    case today
    case tomorrow
    /// The next Saturday after today.
    case weekend
    /// The first day of the next week.
    case nextWeek

    /// The day, seen from today, for a person with these habits.
    public func day(from today: CivilDate, _ habits: Habits) -> CivilDate {
        let days =
            switch self {
            case .today: 0
            case .tomorrow: 1
            case .weekend: DayChoice.days(from: today.weekday, to: 6)
            case .nextWeek: DayChoice.days(from: today.weekday, to: habits.weekStart)
            }
        return CivilDate(daysSince1970: today.daysSince1970 + days)
    }

    /// The days until a day of the week, 1 to 7.
    private static func days(from weekday: Int, to other: Int) -> Int { (other - weekday + 6) % 7 + 1 }
}

/// A moment to which a reminder that rings can be put off.
public enum Snooze: Equatable, Sendable, CaseIterable {
    case tenMinutes
    case hour
    /// 20:00 today.
    case tonight
    /// 09:00 tomorrow.
    case tomorrow

    /// The moment, seen from now. Nil when it has passed, or comes within the hour.
    public func moment(_ now: Instant, in zone: TimeZone) -> Instant? {
        let today = zone.date(at: now)
        switch self {
        case .tenMinutes: return now.advanced(by: .minutes(10))
        case .hour: return now.advanced(by: .minutes(60))
        case .tonight:
            let tonight = zone.instant(on: today, minuteOfDay: 20 * 60)
            return tonight > now.advanced(by: .minutes(60)) ? tonight : nil
        case .tomorrow: return zone.instant(on: today.advanced(days: 1), minuteOfDay: 9 * 60)
        }
    }
}
