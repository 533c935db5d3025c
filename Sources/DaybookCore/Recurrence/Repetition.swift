/// The repetition of a to-do: its rule, and the day from which the rule counts.
public struct Repetition: Hashable, Sendable {
    /// The rule of the days after this occurrence. Its count includes this occurrence.
    public var rule: RecurrenceRule
    /// The day from which the rule counts.
    public var basis: RecurrenceBasis

    /// A repetition, by default from the day that something was due.
    public init(_ rule: RecurrenceRule, from basis: RecurrenceBasis = .due) {
        self.rule = rule
        self.basis = basis
    }

    /// The repetition in a to-do's record; nil when the to-do does not repeat, or this version cannot read the rule.
    init?(_ record: Record) {
        guard let rule = record[Todo.Field.repetition]?.stringValue.flatMap({ RecurrenceRule(rfc5545: $0) }) else {
            return nil
        }
        self.rule = rule
        basis = record[Todo.Field.repeatFrom]?.wordValue.flatMap { RecurrenceBasis(rawValue: $0) } ?? .due
    }

    /// The repetition of the occurrence that follows; nil after the last one.
    var following: Repetition? {
        guard case .count(let count) = rule.end else { return self }
        return rule.ending(.count(count - 1)).map { Repetition($0, from: basis) }
    }

    /// The day of the occurrence after the one of `anchor`, when that is done today; nil when no occurrence follows.
    ///
    /// An occurrence that is overdue by several periods is followed by one occurrence, which is not before today.
    func day(after anchor: CivilDate, today: CivilDate) -> CivilDate? {
        // The rest of a count is not a number of days: skipped occurrences do not count.
        var endless: RecurrenceRule? = rule
        if case .count = rule.end { endless = rule.ending(.never) }
        if basis == .completion { return endless?.next(from: today) }
        return endless?.next(after: max(anchor, CivilDate(daysSince1970: today.daysSince1970 - 1)), from: anchor)
    }
}

extension RecurrenceRule {
    /// The first day after the one on which something was done. An interval of months or years that names no day ends on the
    /// last day of a month that is too short: a month after the 31st of January is the 28th of February.
    fileprivate func next(from done: CivilDate) -> CivilDate? {
        let months = frequency == .monthly ? interval : frequency == .yearly ? interval * 12 : 0
        guard months > 0, monthDays.isEmpty, weekdays.isEmpty, self.months.isEmpty, setPositions.isEmpty else {
            return next(after: done, from: done)
        }
        let day = done.advanced(months: months)
        if case .until(let last) = end, let day, day > last { return nil }
        return day
    }
}

extension Todo {
    /// The next occurrence when this to-do is done now: a copy with its dates moved to the rule's next day, at the same
    /// wall-clock time. Nil when the to-do does not repeat, or was the last.
    ///
    /// The rule counts from the deadline's day, else the reminder's, else the day on which the to-do was made. A to-do
    /// with neither gets a deadline on its next day, so that it cannot be done again at once.
    func next(now: Instant, in zone: TimeZone) -> TodoDraft? {
        let today = zone.date(at: now)
        let anchor = zone.date(at: deadline ?? reminder ?? created)
        guard let repetition, let following = repetition.following,
            var day = repetition.day(after: anchor, today: today)
        else { return nil }
        var draft = moved(by: day.daysSince1970 - anchor.daysSince1970, in: zone)
        // Today's time has passed, so the mark of the late to-do counts for today's occurrence too.
        if day == today, let reminder = draft.reminder, reminder <= now, zone.date(at: reminder) == today,
            let later = repetition.day(after: anchor, today: CivilDate(daysSince1970: today.daysSince1970 + 1))
        {
            day = later
            draft = moved(by: day.daysSince1970 - anchor.daysSince1970, in: zone)
        }
        if deadline == nil, reminder == nil { draft.deadline = zone.endOfDay(day) }
        draft.repetition = following
        return draft
    }

    private func moved(by days: Int, in zone: TimeZone) -> TodoDraft {
        var draft = TodoDraft(self)
        draft.deadline = deadline.map { zone.moved($0, by: days) }
        draft.reminder = reminder.map { zone.moved($0, by: days) }
        return draft
    }
}

extension TimeZone {
    /// The moment, so many days later, at which the wall clock shows the same time. The end of a day stays one.
    fileprivate func moved(_ instant: Instant, by days: Int) -> Instant {
        let day = date(at: instant)
        let date = CivilDate(daysSince1970: day.daysSince1970 + days)
        if instant == endOfDay(day) { return endOfDay(date) }
        let seconds = instant.milliseconds.flooredDivision(by: 60_000).remainder
        return self.instant(on: date, minuteOfDay: minuteOfDay(at: instant)).advanced(by: .milliseconds(seconds))
    }
}
