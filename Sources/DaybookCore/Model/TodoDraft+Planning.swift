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
    mutating func plan(for day: CivilDate?, _ now: Instant, in zone: TimeZone) {
        guard let day else {
            (deadline, reminder) = (nil, nil)
            return
        }
        let planned = deadline ?? reminder
        let shift = planned.map { day.daysSince1970 - zone.date(at: $0).daysSince1970 } ?? 0
        let isReminded = deadline == nil && reminder != nil
        if let old = reminder {
            let target = CivilDate(daysSince1970: zone.date(at: old).daysSince1970 + shift)
            let moved = zone.instant(on: target, minuteOfDay: zone.minuteOfDay(at: old))
            reminder = moved > now ? moved : nil
        }
        if isReminded, reminder != nil { return }
        let moved = deadline(on: day, in: zone)
        deadline = moved > now ? moved : zone.endOfDay(day)
    }
}
