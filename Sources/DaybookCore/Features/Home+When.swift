// The question for when: a calendar, days that are offered, and a line for words.

extension Overlay {
    /// What is planned in the question for when.
    public enum Planned: Equatable, Sendable {
        case todo(Todo.ID)
        /// The to-dos that are chosen in the list.
        case chosen

        /// The action that plans it.
        public func action(_ plan: Plan) -> Home.Action {
            switch self {
            case .todo(let id): .list(.planned(id, plan))
            case .chosen: .list(.choosing(.act(.plan(plan))))
            }
        }
    }
}

extension Home {
    /// Carries out an action in the question for when; nil for one that every question knows.
    mutating func reduce(
        _ planned: Overlay.Planned,
        _ calendar: MonthGrid,
        _ typed: TypedTime,
        _ action: Overlay.Action,
        _ context: Context
    ) -> [Outcome]? {
        var (calendar, typed) = (calendar, typed)
        switch action {
        case .walked(let step):
            calendar.take(step, context.world.zone.habits)
            overlay = .when(planned, calendar, typed)
            return [.move(.day(nil))]
        case .turned(let step):
            calendar.take(step, context.world.zone.habits)
        case .nameChanged(let text):
            if let when = typed.read(text, for: .deadline, context) {
                calendar.move(to: context.world.zone.date(at: when.instant))
            }
        case .confirmed:
            guard let when = typed.read(typed.text, for: .deadline, context) else {
                overlay = .when(planned, calendar, typed)
                return typed.unclear.map { [.announce($0)] } ?? []
            }
            return outcomes(of: planned.action(.moment(when)), context)
        default: return nil
        }
        overlay = .when(planned, calendar, typed)
        return []
    }
}
