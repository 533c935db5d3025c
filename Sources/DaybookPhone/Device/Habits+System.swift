import DaybookCore
import Foundation

extension Habits {
    /// The habits of a person with these settings of the system.
    public init(_ calendar: Calendar, _ locale: Locale) {
        // Foundation counts the days from 1 for Sunday.
        let isOf24Hours = [.zeroToTwentyThree, .oneToTwentyFour].contains(locale.hourCycle)
        self.init(weekStart: calendar.firstWeekday - 1, clock: isOf24Hours ? .hours24 : .hours12)
    }
}

extension PhoneApp {
    private var habits: Habits { app.world.zone.habits }

    /// The calendar for the system's own views: days as Core counts them, in weeks as the person counts them.
    public var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .current
        calendar.firstWeekday = habits.weekStart + 1
        return calendar
    }

    /// The system's locale, with the hours as the person counts them.
    public var locale: Locale {
        var parts = Locale.Components(locale: .current)
        parts.hourCycle = habits.clock == .hours24 ? .zeroToTwentyThree : .oneToTwelve
        return Locale(components: parts)
    }
}
