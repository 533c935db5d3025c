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
    /// deadline becomes the whole day, and such a reminder is removed.
    ///
    /// `usual`: ``Record/usualReminder``. It is moved instead of the present reminder, unless it would be in the past. Returns
    /// the moved usual reminder if the draft's reminder is another one or nil.
    @discardableResult
    mutating func plan(for day: CivilDate?, usual: Instant? = nil, _ now: Instant, in zone: TimeZone) -> Instant? {
        guard let day else {
            (deadline, reminder) = (nil, nil)
            return nil
        }
        let moved = [usual, reminder].compactMap { $0 }.map { old in
            let shift = day.daysSince1970 - zone.date(at: deadline ?? old).daysSince1970
            let target = CivilDate(daysSince1970: zone.date(at: old).daysSince1970 + shift)
            return zone.instant(on: target, minuteOfDay: zone.minuteOfDay(at: old))
        }
        reminder = moved.first { $0 > now }
        let left = reminder == moved.first ? nil : moved.first
        if deadline == nil, reminder != nil { return left }
        let due = deadline(on: day, in: zone)
        deadline = due > now ? due : zone.endOfDay(day)
        return left
    }
}
