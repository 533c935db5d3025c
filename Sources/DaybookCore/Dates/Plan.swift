/// A day or a moment for which a to-do is planned.
public enum Plan: Equatable, Sendable {
    /// It has no date any more.
    case none
    case offer(DayChoice)
    case day(CivilDate)
    /// A time that was written in words.
    case moment(When)

    /// The day; nil for none.
    func day(_ now: Instant, in zone: TimeZone) -> CivilDate? {
        switch self {
        case .none: nil
        case .offer(let choice): choice.day(from: zone.date(at: now), zone.habits)
        case .day(let day): day
        case .moment(let when): zone.date(at: when.instant)
        }
    }
}

extension TodoDraft {
    /// Plans the to-do for a day or a moment, or for none. A time that was said becomes that of the deadline, or of the
    /// reminder if there is no deadline.
    mutating func plan(_ plan: Plan, _ now: Instant, in zone: TimeZone) {
        let isReminded = deadline == nil && reminder != nil
        self.plan(for: plan.day(now, in: zone), now, in: zone)
        guard case .moment(let when) = plan, !when.isDay else { return }
        if isReminded { (deadline, reminder) = (nil, when.instant) } else { deadline = when.instant }
    }
}
