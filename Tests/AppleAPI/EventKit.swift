// swift-format-ignore-file
// The part of EventKit that the app uses.
@_exported import AppleFoundation

/// https://developer.apple.com/documentation/eventkit/ekeventstore (iOS 4)
open class EKEventStore: NSObject {
    /// https://developer.apple.com/documentation/eventkit/ekeventstore/requestfullaccesstoreminders(completion:) (iOS 17)
    open func requestFullAccessToReminders(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {}
    /// https://developer.apple.com/documentation/eventkit/ekeventstore/predicateforreminders(in:) (iOS 6)
    open func predicateForReminders(in calendars: [EKCalendar]?) -> NSPredicate { NSPredicate(value: true) }
    /// https://developer.apple.com/documentation/eventkit/ekeventstore/fetchreminders(matching:completion:) (iOS 6)
    open func fetchReminders(matching predicate: NSPredicate, completion: @escaping ([EKReminder]?) -> Void) -> Any { 0 }
}

/// https://developer.apple.com/documentation/eventkit/ekobject (iOS 5)
open class EKObject: NSObject {}

/// https://developer.apple.com/documentation/eventkit/ekcalendar (iOS 4)
open class EKCalendar: EKObject {
    /// https://developer.apple.com/documentation/eventkit/ekcalendar/title (iOS 4)
    open var title: String = ""
}

/// https://developer.apple.com/documentation/eventkit/ekcalendaritem (iOS 5)
open class EKCalendarItem: EKObject {
    /// https://developer.apple.com/documentation/eventkit/ekcalendaritem/calendar (iOS 5)
    open var calendar: EKCalendar!
    /// https://developer.apple.com/documentation/eventkit/ekcalendaritem/calendaritemidentifier (iOS 5)
    open var calendarItemIdentifier: String { "" }
    /// https://developer.apple.com/documentation/eventkit/ekcalendaritem/calendaritemexternalidentifier (iOS 6)
    open var calendarItemExternalIdentifier: String! { nil }
    /// https://developer.apple.com/documentation/eventkit/ekcalendaritem/title (iOS 5)
    open var title: String!
    /// https://developer.apple.com/documentation/eventkit/ekcalendaritem/notes (iOS 5)
    open var notes: String?
    /// https://developer.apple.com/documentation/eventkit/ekcalendaritem/url (iOS 5)
    open var url: URL?
    /// https://developer.apple.com/documentation/eventkit/ekcalendaritem/alarms (iOS 5)
    open var alarms: [EKAlarm]?
    /// https://developer.apple.com/documentation/eventkit/ekcalendaritem/recurrencerules (iOS 5)
    open var recurrenceRules: [EKRecurrenceRule]?
    /// https://developer.apple.com/documentation/eventkit/ekcalendaritem/creationdate (iOS 5)
    open var creationDate: Date? { nil }
}

/// https://developer.apple.com/documentation/eventkit/ekreminder (iOS 6)
open class EKReminder: EKCalendarItem {
    /// https://developer.apple.com/documentation/eventkit/ekreminder/duedatecomponents (iOS 6)
    open var dueDateComponents: DateComponents?
    /// https://developer.apple.com/documentation/eventkit/ekreminder/iscompleted (iOS 6)
    open var isCompleted: Bool = false
}

/// https://developer.apple.com/documentation/eventkit/ekalarm (iOS 4)
open class EKAlarm: EKObject {
    /// https://developer.apple.com/documentation/eventkit/ekalarm/absolutedate (iOS 4)
    open var absoluteDate: Date?
    /// https://developer.apple.com/documentation/eventkit/ekalarm/relativeoffset (iOS 4)
    open var relativeOffset: TimeInterval = 0
}

/// https://developer.apple.com/documentation/eventkit/ekrecurrencefrequency (iOS 4)
public enum EKRecurrenceFrequency: Int, Sendable { case daily, weekly, monthly, yearly }

/// https://developer.apple.com/documentation/eventkit/ekweekday (iOS 9)
public enum EKWeekday: Int, Sendable { case sunday = 1, monday, tuesday, wednesday, thursday, friday, saturday }

/// https://developer.apple.com/documentation/eventkit/ekrecurrencedayofweek (iOS 4)
open class EKRecurrenceDayOfWeek: NSObject {
    /// https://developer.apple.com/documentation/eventkit/ekrecurrencedayofweek/dayoftheweek (iOS 4)
    open var dayOfTheWeek: EKWeekday { .monday }
    /// https://developer.apple.com/documentation/eventkit/ekrecurrencedayofweek/weeknumber (iOS 4)
    open var weekNumber: Int { 0 }
}

/// https://developer.apple.com/documentation/eventkit/ekrecurrenceend (iOS 4)
open class EKRecurrenceEnd: NSObject {
    /// https://developer.apple.com/documentation/eventkit/ekrecurrenceend/enddate (iOS 4)
    open var endDate: Date? { nil }
    /// https://developer.apple.com/documentation/eventkit/ekrecurrenceend/occurrencecount (iOS 4)
    open var occurrenceCount: Int { 0 }
}

/// https://developer.apple.com/documentation/eventkit/ekrecurrencerule (iOS 4)
open class EKRecurrenceRule: EKObject {
    /// https://developer.apple.com/documentation/eventkit/ekrecurrencerule/frequency (iOS 4)
    open var frequency: EKRecurrenceFrequency { .daily }
    /// https://developer.apple.com/documentation/eventkit/ekrecurrencerule/interval (iOS 4)
    open var interval: Int { 1 }
    /// https://developer.apple.com/documentation/eventkit/ekrecurrencerule/firstdayoftheweek (iOS 4)
    open var firstDayOfTheWeek: Int { 0 }
    /// https://developer.apple.com/documentation/eventkit/ekrecurrencerule/recurrenceend (iOS 4)
    open var recurrenceEnd: EKRecurrenceEnd? { nil }
    /// https://developer.apple.com/documentation/eventkit/ekrecurrencerule/daysoftheweek (iOS 4)
    open var daysOfTheWeek: [EKRecurrenceDayOfWeek]? { nil }
    /// https://developer.apple.com/documentation/eventkit/ekrecurrencerule/daysofthemonth (iOS 4)
    open var daysOfTheMonth: [NSNumber]? { nil }
    /// https://developer.apple.com/documentation/eventkit/ekrecurrencerule/daysoftheyear (iOS 4)
    open var daysOfTheYear: [NSNumber]? { nil }
    /// https://developer.apple.com/documentation/eventkit/ekrecurrencerule/weeksoftheyear (iOS 4)
    open var weeksOfTheYear: [NSNumber]? { nil }
    /// https://developer.apple.com/documentation/eventkit/ekrecurrencerule/monthsoftheyear (iOS 4)
    open var monthsOfTheYear: [NSNumber]? { nil }
    /// https://developer.apple.com/documentation/eventkit/ekrecurrencerule/setpositions (iOS 4)
    open var setPositions: [NSNumber]? { nil }
}
