/// A time in words, before it is known which moment the words mean.
struct SpokenTime {
    /// The purpose of the time; nil when the text names no purpose.
    var role: When.Purpose?
    var day: Day?
    var clock: Clock?
    var part: DayPart?
    /// So many minutes from now, and nothing else.
    var elapsed: Int64?
    var repetition: Repetition? {
        get { repetitions.first }
        set { repetitions = newValue.map { [$0] } ?? [] }
    }
    /// How certain it is that a time was meant: 2 counts anywhere in a line, 1 at its end, 0 only in a field for a
    /// time.
    var clarity = 0
    /// No repetition or one. It is in an array because a rule takes much room, and a time is copied often while it is
    /// read.
    private var repetitions: [Repetition] = []

    /// A day, and how to go on when it has passed.
    struct Day {
        var date: CivilDate
        var again = Again.never
        /// A deadline for the weekend is its end.
        var isWeekend = false

        /// The words name one day of the calendar, and no weekday.
        var isDate: Bool {
            switch again {
            case .weekly, .daily: false
            case .never, .monthly, .yearly: true
            }
        }

        enum Again {
            case never
            case daily
            case weekly
            /// On this day of the month, in months that have it.
            case monthly(Int)
            case yearly(month: Int, day: Int)
        }
    }

    /// A time of day.
    struct Clock {
        /// After midnight, 0 to 1,440.
        var minute: Int
        /// It could be of either half of the day: "9", "5:30".
        var isAmbiguous = false
        /// It was called midnight: the end of the day that is named.
        var isMidnight = false
    }

    /// Days that repeat.
    struct Repetition {
        var rule: RecurrenceRule
        var basis = RecurrenceBasis.due
        /// The first day that is allowed, if the words name one.
        var start: CivilDate?
    }

    /// The words name a day, or a distance from today.
    var isDay: Bool { day != nil || elapsed != nil }

    /// Without a time of day, a reminder comes at nine in the morning.
    static var morning: Int { 9 * 60 }

    /// Minutes after midnight, past 1,440 for the small hours of a night; nil without a time of day.
    var minute: Int? {
        guard let clock else { return part?.minute }
        guard clock.isAmbiguous else { return clock.minute }
        let isSmall = clock.minute < 12 * 60
        switch part {
        case .morning: return clock.minute
        case .afternoon, .evening: return isSmall ? clock.minute + 720 : clock.minute
        case .night:
            if isSmall { return clock.minute + (clock.minute < 5 * 60 ? 1_440 : 720) }
            return clock.minute + 720
        // Without further words, an hour before seven is in the afternoon: "2:30".
        case .close, nil: return clock.minute < 7 * 60 ? clock.minute + 720 : clock.minute
        }
    }
}

extension SpokenTime {
    /// The moment that the words mean, and whether they contain a time of day; nil when the moment has passed and
    /// cannot come again.
    func resolved(for role: When.Purpose, now: Instant, zone: TimeZone) -> When? {
        if let elapsed {
            let moment = now.advanced(by: .minutes(elapsed))
            return moment.milliseconds > Instant.lastWritable ? nil : When(moment, isDay: false)
        }
        if let repetition { return repetition.resolved(self, for: role, now: now, zone: zone) }
        if role == .deadline, isWholeDay { return deadlineDay(now, zone) }
        return moment(now, zone)
    }

    /// Whether a deadline is the whole day: the words contain no hour, or the end of the day.
    private var isWholeDay: Bool {
        guard let clock else { return part == nil || part == .night || part == .close }
        return clock.isMidnight
    }

    /// The whole day of a deadline.
    private func deadlineDay(_ now: Instant, _ zone: TimeZone) -> When? {
        let today = zone.date(at: now)
        var date = day?.date ?? today
        while date < today {
            guard let next = day?.following(date) else { return nil }
            date = next
        }
        // A weekend is named by its Saturday and ends with its Sunday.
        if day?.isWeekend == true, date.weekday == 6 { date = date.advanced(days: 1) }
        return When(zone.endOfDay(date), isDay: true)
    }

    private func moment(_ now: Instant, _ zone: TimeZone) -> When? {
        let today = zone.date(at: now)
        let isDay = clock == nil && (part == nil || part == .close)
        if let evening = comingEvening(now, zone) { return When(evening, isDay: false) }
        var date = day?.date ?? today
        let minute = minute ?? SpokenTime.morning
        // A leap day may be eight years away, and a wall may skip a day.
        for _ in 0..<12 {
            let moment = zone.instant(on: date, minuteOfDay: minute)
            if moment > now { return When(moment, isDay: isDay) }
            if date == today, isToday { break }
            guard let next = day == nil ? date.advanced(days: 1) : day?.following(date) else { break }
            date = next
        }
        guard date == today else { return nil }
        return laterToday(minute, now, zone)
    }

    /// Whether the words can only mean today when they name today. A weekday or a time of day alone means the next one.
    private var isToday: Bool {
        guard let day else { return part == .close }
        return day.isDate
    }

    /// Seven and eight are hours of the morning and of the evening alike: the next one counts.
    private func comingEvening(_ now: Instant, _ zone: TimeZone) -> Instant? {
        guard day == nil, part == nil, let clock, clock.isAmbiguous, (7 * 60..<9 * 60).contains(clock.minute) else {
            return nil
        }
        let today = zone.date(at: now)
        let evening = zone.instant(on: today, minuteOfDay: clock.minute + 720)
        return zone.instant(on: today, minuteOfDay: clock.minute) <= now && evening > now ? evening : nil
    }

    /// The words name today, and the time has passed.
    fileprivate func laterToday(_ minute: Int, _ now: Instant, _ zone: TimeZone) -> When? {
        let today = zone.date(at: now)
        if let clock {
            // "today at 9", written in the afternoon, is nine in the evening.
            let evening = zone.instant(on: today, minuteOfDay: minute + 720)
            if clock.isAmbiguous, part == nil, minute < 720, evening > now { return When(evening, isDay: false) }
            let later = zone.instant(on: today.advanced(days: 1), minuteOfDay: minute)
            let passed = zone.instant(on: today, minuteOfDay: minute)
            return later > now ? When(passed, isDay: false, later: later) : nil
        }
        let minuteNow = zone.minuteOfDay(at: now)
        if let part, minuteNow >= part.end { return nil }
        // The next full hour that is half an hour away, or else the last minute of the day.
        for minute in [(minuteNow + 89) / 60 * 60, 1_439] where minute < 1_440 {
            let moment = zone.instant(on: today, minuteOfDay: minute)
            if moment > now { return When(moment, isDay: part == nil || part == .close) }
        }
        let tomorrow = today.advanced(days: 1)
        return When(zone.instant(on: tomorrow, minuteOfDay: SpokenTime.morning), isDay: true)
    }
}

extension SpokenTime.Day {
    /// The next such day after one that has passed.
    func following(_ date: CivilDate) -> CivilDate? {
        switch again {
        case .never: return nil
        case .daily:
            // Behind Sunday the weekend is over.
            return isWeekend && date.weekday == 0 ? nil : date.advanced(days: 1)
        case .weekly: return date.advanced(days: 7)
        case .monthly(let day):
            for months in 1...2 {
                if let next = date.inMonth(after: months, day: day) { return next }
            }
            return nil
        case .yearly(let month, let day):
            for year in date.year + 1...date.year + 8 {
                if let next = CivilDate(year: year, month: month, day: day) { return next }
            }
            return nil
        }
    }
}

extension SpokenTime.Repetition {
    /// The first moment of all.
    func resolved(_ spoken: SpokenTime, for role: When.Purpose, now: Instant, zone: TimeZone) -> When? {
        let today = zone.date(at: now)
        let minute = spoken.minute
        var day = max(start ?? today, today)
        for _ in 0..<3 {
            guard let first = first(from: day) else { return nil }
            if role == .deadline, minute == nil { return When(zone.endOfDay(first), isDay: true) }
            let moment = zone.instant(on: first, minuteOfDay: minute ?? SpokenTime.morning)
            if moment > now { return When(moment, isDay: minute == nil) }
            if first == today, minute == nil, countsFromFirst {
                return spoken.laterToday(SpokenTime.morning, now, zone)
            }
            day = first.advanced(days: 1)
        }
        return nil
    }

    /// Whether the first day decides all others: "every 2 weeks" begins today, also in the afternoon. "Every day" needs
    /// no such day, and keeps its hour.
    private var countsFromFirst: Bool {
        rule.weekdays.isEmpty && rule.monthDays.isEmpty && (rule.frequency != .daily || rule.interval > 1)
    }

    /// The first day from a day on that the rule chooses.
    private func first(from day: CivilDate) -> CivilDate? {
        if case .until(let last) = rule.end, last < day { return nil }
        // A rule that names no days takes them from its first day.
        if rule.weekdays.isEmpty, rule.monthDays.isEmpty { return day }
        let before = day.advanced(days: -1)
        let each = RecurrenceRule(
            rule.frequency,
            months: rule.months,
            monthDays: rule.monthDays,
            weekdays: rule.weekdays,
            end: rule.end
        )
        return each?.next(after: before, from: before)
    }
}

extension CivilDate {
    /// A day of the month this many months later; nil when that month has no such day.
    func inMonth(after months: Int, day: Int) -> CivilDate? {
        let count = year * 12 + month - 1 + months
        return CivilDate(year: count / 12, month: count % 12 + 1, day: day)
    }

    /// The same day of the month so many months on, or the last day of that month.
    package func advanced(months: Int) -> CivilDate? {
        for day in [day, 30, 29, 28] where day <= self.day {
            if let date = inMonth(after: months, day: day) { return date }
        }
        return nil
    }

    /// The last day of the month this many months later.
    func lastOfMonth(after months: Int) -> CivilDate? {
        inMonth(after: months + 1, day: 1).map { $0.advanced(days: -1) }
    }

    /// The day this many days later.
    func advanced(days: Int) -> CivilDate { CivilDate(daysSince1970: daysSince1970 + days) }
}
