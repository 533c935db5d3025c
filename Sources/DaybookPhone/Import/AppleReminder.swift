import DaybookCore

/// A reminder of Apple's Reminders, as far as a to-do has a place for it.
public struct AppleReminder: Equatable, Sendable {
    /// The id that the reminder has on all devices of its owner.
    public var id: String
    /// The title.
    public var title: String
    /// The notes; empty when there are none.
    public var notes: String
    /// The web address; nil for none.
    public var link: String?
    /// The name of its list.
    public var list: String
    /// When it is due.
    public var due: Due?
    /// When it reminds, in any order.
    public var alarms: [Instant]
    /// How it repeats.
    public var rule: Rule?
    /// Whether it is completed.
    public var isCompleted: Bool

    /// When a reminder is due.
    public enum Due: Equatable, Sendable {
        case day(CivilDate)
        case moment(Instant)
    }

    /// How a reminder repeats, in the numbers of EventKit.
    public struct Rule: Equatable, Sendable {
        /// 0 for daily to 3 for yearly.
        public var frequency: Int
        /// Every how many periods.
        public var interval: Int
        /// Days of the week, 1 for Sunday to 7 for Saturday, each with its week; week 0 is every week.
        public var weekdays: [(day: Int, week: Int)]
        /// Days of the month, negative from its end.
        public var monthDays: [Int]
        /// Months, 1 to 12.
        public var months: [Int]
        /// Which of the days, negative from the last.
        public var setPositions: [Int]
        /// The first day of the week, 1 for Sunday; 0 when it does not matter.
        public var firstDay: Int
        /// The last day; nil for none.
        public var lastDay: CivilDate?
        /// The number of times; 0 for no end.
        public var count: Int
        /// The rule has parts that this type lacks: weeks or days of the year.
        public var hasMore: Bool

        /// A rule by its parts.
        public init(
            frequency: Int,
            interval: Int = 1,
            weekdays: [(day: Int, week: Int)] = [],
            monthDays: [Int] = [],
            months: [Int] = [],
            setPositions: [Int] = [],
            firstDay: Int = 0,
            lastDay: CivilDate? = nil,
            count: Int = 0,
            hasMore: Bool = false
        ) {
            self.frequency = frequency
            self.interval = interval
            self.weekdays = weekdays
            self.monthDays = monthDays
            self.months = months
            self.setPositions = setPositions
            self.firstDay = firstDay
            self.lastDay = lastDay
            self.count = count
            self.hasMore = hasMore
        }

        /// Rules are equal when all of their parts are.
        public static func == (left: Rule, right: Rule) -> Bool {
            left.frequency == right.frequency && left.interval == right.interval
                && left.weekdays.elementsEqual(right.weekdays, by: ==) && left.monthDays == right.monthDays
                && left.months == right.months && left.setPositions == right.setPositions
                && left.firstDay == right.firstDay && left.lastDay == right.lastDay && left.count == right.count
                && left.hasMore == right.hasMore
        }
    }

    /// A reminder by its parts.
    public init(
        id: String,
        title: String,
        notes: String = "",
        link: String? = nil,
        list: String = "",
        due: Due? = nil,
        alarms: [Instant] = [],
        rule: Rule? = nil,
        isCompleted: Bool = false
    ) {
        self.id = id
        self.title = title
        self.notes = notes
        self.link = link
        self.list = list
        self.due = due
        self.alarms = alarms
        self.rule = rule
        self.isCompleted = isCompleted
    }
}

extension AppleReminder {
    /// The to-do that the reminder becomes, the same on every device and at every import (UUIDv5, as I2).
    var todoID: Todo.ID { Todo.ID(.v5(namespace: .urlNamespace, name: "x-apple-reminderkit://REMCDReminder/" + id)) }

    /// The to-do; nil when its texts do not fit into the limits. Nothing is cut: a long title goes on in the detail.
    func todo(_ rules: Rules, now: Instant, in zone: TimeZone) -> NewTodo? {
        var draft = rules.fitted(TodoDraft(title: title, detail: detail))
        if draft.title.isEmpty { draft = rules.fitted(TodoDraft(title: "Reminder", detail: detail)) }
        if rules.allows(tag: list) { draft.tags = [list] }
        draft = rules.normalized(draft)
        let today = Today(at: now, in: zone)
        var lateSince: CivilDate?
        if let due {
            let moment = due.moment(in: zone)
            if moment >= today.start {
                draft.deadline = moment
            } else if !isCompleted {
                // No deadline may be set before today (T5). The to-do is due today, and its detail names the earlier
                // date.
                draft.deadline = today.deadline
                lateSince = zone.date(at: moment)
            }
        }
        if !isCompleted {
            draft.reminder = alarms.filter { $0 > now }.min()
            // Moved to today, it still repeats on the days on which it was due.
            draft.repetition = rule?.recurrence.map { Repetition(lateSince.map($0.naming) ?? $0) }
        }
        guard rules.violations(of: draft, now: now).isEmpty else { return nil }
        if let lateSince {
            var telling = draft
            telling.detail += (draft.detail.isEmpty ? "" : "\n") + "Was due \(Texts.day(lateSince, today: today.date))."
            // The person's own text comes before the text that Daybook adds.
            if rules.violations(of: telling, now: now).isEmpty { draft = telling }
        }
        return NewTodo(id: todoID, draft: draft, isDone: isCompleted)
    }

    private var detail: String {
        var parts = [notes]
        if let link, !notes.contains(link) { parts.append(link) }
        return parts.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// Whether it repeats in a way that a to-do cannot.
    var isSimplified: Bool { !isCompleted && rule != nil && rule?.recurrence == nil }
}

extension RecurrenceRule {
    /// The rule with the day named that it takes from its first day.
    fileprivate func naming(_ day: CivilDate) -> RecurrenceRule {
        guard weekdays.isEmpty, monthDays.isEmpty, setPositions.isEmpty, frequency != .daily else { return self }
        let isWeekly = frequency == .weekly
        let named = RecurrenceRule(
            frequency,
            interval: interval,
            months: frequency == .yearly && months.isEmpty ? [day.month] : months,
            monthDays: isWeekly ? [] : [day.day],
            weekdays: isWeekly ? [Weekday(day.weekday)] : [],
            weekStart: weekStart,
            end: end
        )
        return named ?? self
    }
}

extension AppleReminder.Due {
    /// A day is due in its last minute.
    func moment(in zone: TimeZone) -> Instant {
        switch self {
        case .day(let day): zone.endOfDay(day)
        case .moment(let moment): moment
        }
    }
}

extension AppleReminder.Rule {
    /// The rule by RFC 5545; nil when Daybook's rules cannot express it.
    var recurrence: RecurrenceRule? {
        guard let frequency = RecurrenceRule.Frequency(rawValue: frequency), !hasMore else { return nil }
        let end: RecurrenceRule.End =
            if let lastDay { .until(lastDay) } else if count > 0 { .count(count) } else { .never }
        return RecurrenceRule(
            frequency,
            interval: interval,
            months: months,
            monthDays: monthDays,
            weekdays: weekdays.map { .init($0.day - 1, ordinal: $0.week) },
            setPositions: setPositions,
            weekStart: firstDay == 0 ? 1 : firstDay - 1,
            end: end
        )
    }
}
