import DaybookCore
import Foundation

extension CivilDate {
    /// A day as the system's calendars name it.
    public var parts: DateComponents {
        DateComponents(calendar: Calendar(identifier: .gregorian), era: 1, year: year, month: month, day: day)
    }

    /// The day of parts; nil when a part is missing.
    public init?(_ parts: DateComponents) {
        guard let year = parts.year, let month = parts.month, let day = parts.day else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The day that was tapped in a calendar: `picked` was chosen before, and `chosen` are the days that the calendar
    /// has now. A tap on the picked day removes it.
    public static func tapped(_ chosen: Set<DateComponents>, over picked: CivilDate?) -> CivilDate? {
        let days = chosen.compactMap { CivilDate($0) }
        return days.first { $0 != picked } ?? (days.isEmpty ? picked : nil)
    }
}

extension Instant {
    /// The moment as Foundation has it.
    public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }

    /// A moment of Foundation's.
    public init(_ date: Date) {
        self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1_000).rounded()))
    }
}

extension PhoneApp {
    /// The words of a moment are relative to now.
    public var moment: (now: Instant, zone: DaybookCore.TimeZone) { (device.clock.now, app.world.zone) }

    /// Today, for the person.
    public var today: Today { Today(at: device.clock.now, in: app.world.zone) }

    /// Today's first moment: a calendar has no earlier days to pick.
    public var startOfToday: Date { app.world.zone.instant(on: today.date, minuteOfDay: 0).date }

    /// Noon of a day, for a calendar of the system.
    public func noon(of day: CivilDate) -> Date { app.world.zone.instant(on: day, minuteOfDay: 12 * 60).date }

    /// The day of a moment.
    public func day(of date: Date) -> CivilDate { app.world.zone.date(at: Instant(date)) }

    /// The minute of the day of a moment.
    public func minute(of date: Date) -> Int { app.world.zone.minuteOfDay(at: Instant(date)) }

    /// The time that a day gets when the person turns its time on, as a minute of the day: nine, or the next full hour
    /// if the day is today.
    public func firstMinute(on day: CivilDate) -> Int {
        let (now, zone) = moment
        guard day == zone.date(at: now) else { return 9 * 60 }
        return min((zone.minuteOfDay(at: now) / 60 + 1) * 60, 23 * 60 + 30)
    }
}
