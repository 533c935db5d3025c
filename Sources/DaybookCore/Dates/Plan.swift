/// A day or words for which a to-do is planned.
public enum Plan: Equatable, Sendable {
    /// It has no date any more.
    case none
    case offer(DayChoice)
    case day(CivilDate)
    /// Times, a repetition and tags that were written in words. Indirect, since they take much room and few actions have
    /// them.
    indirect case words(QuickAdd)

    /// A tag alone.
    public static func tag(_ tag: String) -> Plan {
        var words = QuickAdd()
        words.tags = [tag]
        return .words(words)
    }

    /// The day; nil for no day.
    func day(_ now: Instant, in zone: TimeZone) -> CivilDate? {
        switch self {
        case .none, .words: nil
        case .offer(let choice): choice.day(from: zone.date(at: now), zone.habits)
        case .day(let day): day
        }
    }
}

extension TodoDraft {
    /// Whether it has a deadline or a reminder.
    var isDated: Bool { deadline != nil || reminder != nil }

    /// Plans the to-do for a day, for no day, or for the times in the words. `usual` and the result: see ``plan(for:usual:_:in:)``.
    @discardableResult
    mutating func plan(_ plan: Plan, usual: Instant? = nil, _ now: Instant, in zone: TimeZone) -> Instant? {
        if case .words(let words) = plan { return take(words, usual, now, in: zone) }
        return self.plan(for: plan.day(now, in: zone), usual: usual, now, in: zone)
    }

    /// Sets the times that were written. A day without an hour plans the to-do for that day, as the calendar does. An
    /// hour sets a reminder, and moves an earlier deadline to the reminder's day.
    private mutating func take(_ words: QuickAdd, _ usual: Instant?, _ now: Instant, in zone: TimeZone) -> Instant? {
        let words = isDated ? words.onDates : words
        for tag in words.tags { add(tag: tag) }
        repetition = words.repetition ?? repetition
        deadline = words.deadline?.instant ?? deadline
        guard let when = words.reminder else { return nil }
        let day = zone.date(at: when.instant)
        if words.isDayAlone { return plan(for: day, usual: usual, now, in: zone) }
        reminder = when.instant
        guard words.deadline == nil, let due = deadline, due < when.instant else { return nil }
        let moved = deadline(on: day, in: zone)
        deadline = moved < when.instant ? zone.endOfDay(day) : moved
        return nil
    }
}

extension QuickAdd {
    /// Whether a day was written, without an hour and without a deadline.
    var isDayAlone: Bool { has(.reminder) && reminder?.isDay == true && deadline == nil }
}
