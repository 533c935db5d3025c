extension TodoDraft {
    /// The deadline on another day: at the time that it has, or at the day's end.
    func deadline(on day: CivilDate, in zone: TimeZone) -> Instant {
        guard let deadline, deadline != zone.endOfDay(zone.date(at: deadline)) else { return zone.endOfDay(day) }
        return zone.instant(on: day, minuteOfDay: zone.minuteOfDay(at: deadline))
    }

    /// Plans the to-do for another day, or for no day.
    ///
    /// A deadline moves to the day with its time, and a reminder moves by as many days. A reminder without a deadline
    /// moves to the day itself. A to-do without dates gets the day as its deadline. No time in the past is set: such a
    /// deadline becomes the whole day, and such a reminder is removed and returned. `usual`: the reminder to move in place
    /// of the present one.
    @discardableResult
    mutating func plan(for day: CivilDate?, usual: Instant? = nil, _ now: Instant, in zone: TimeZone) -> Instant? {
        guard let day else {
            (deadline, reminder) = (nil, nil)
            return nil
        }
        let old = usual ?? reminder
        let shift = (deadline ?? old).map { day.daysSince1970 - zone.date(at: $0).daysSince1970 } ?? 0
        let target = old.map { CivilDate(daysSince1970: zone.date(at: $0).daysSince1970 + shift) }
        let reminded = old.flatMap { old in target.map { zone.instant(on: $0, minuteOfDay: zone.minuteOfDay(at: old)) }
        }
        reminder = reminded.flatMap { $0 > now ? $0 : nil }
        let passed = reminder == nil ? reminded : nil
        if deadline == nil, reminder != nil { return nil }
        let moved = deadline(on: day, in: zone)
        deadline = moved > now ? moved : zone.endOfDay(day)
        return passed
    }
}
