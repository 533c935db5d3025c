// The "when" question: a line for words, days that are offered, and a calendar.

extension Overlay {
    /// The to-dos that the question plans.
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
    /// Carries out an action in the "when" question; nil for an action that every question has.
    mutating func reduce(
        _ planned: Overlay.Planned,
        _ calendar: MonthGrid,
        _ typed: TypedTime,
        _ action: Overlay.Action,
        _ context: Context
    ) -> [Outcome]? {
        var (calendar, typed) = (calendar, typed)
        var todo: Todo?
        if case .todo(let id) = planned { todo = notebook.todos[id] }
        switch action {
        case .walked(let step):
            calendar.take(step, context.world.zone.habits)
            overlay = .when(planned, calendar, typed)
            return [.move(.day(nil))]
        // The arrow down leaves the line.
        case .steered(let step): return step > 0 ? [.move(.day(nil))] : []
        case .turned(let step):
            calendar.take(step, context.world.zone.habits)
        case .nameChanged(let text):
            let words = typed.read(text, about: todo, context)
            if let when = words?.reminder ?? words?.deadline {
                calendar.move(to: context.world.zone.date(at: when.instant))
            }
        case .confirmed:
            let words = typed.read(typed.text, about: todo, context)
            if case .nothing = typed.reading { return outcomes(of: planned.action(.offer(.tomorrow)), context) }
            if let words, typed.allows(words, for: todo, context) {
                return outcomes(of: planned.action(.words(words)), context)
            }
            overlay = .when(planned, calendar, typed)
            return typed.unclear.map { [.announce($0)] } ?? []
        default: return nil
        }
        overlay = .when(planned, calendar, typed)
        return []
    }
}

extension TypedTime {
    /// Reads words about one to-do, or about several, and returns their meaning.
    mutating func read(_ words: String, about todo: Todo?, _ context: Context) -> QuickAdd? {
        text = Text.oneLine(words)
        reading = .nothing
        if !Text.isShown(text) { return nil }
        let (now, zone) = (context.now, context.world.zone)
        reading = .unclear(Texts.unclearTime)
        if text.utf8.count > TypedTime.maximum { return nil }
        let read = QuickAddReader(rules: context.rules, now: now, zone: zone).readAlone(text)
        if let broken = read.refusedTag(context.rules) { reading = .unclear(broken.message) }
        if read.spans.isEmpty || !read.title.isEmpty { return nil }
        if let passed = read.passed {
            reading = .unclear(Texts.hasPassed(passed, now: now, zone: zone))
            return nil
        }
        // Of several to-dos, some have dates and some have none: the words must apply to all of them.
        let meant = todo.map { TodoDraft($0).isDated } ?? true ? read.onDates : read
        reading = .understood(Texts.understood(meant, now: now, zone: zone))
        return todo == nil ? read : meant
    }

    /// Whether the rules allow the words' times for the to-do; if not, the line gives the reason. Of several to-dos,
    /// those that a rule keeps unchanged stay chosen.
    fileprivate mutating func allows(_ words: QuickAdd, for todo: Todo?, _ context: Context) -> Bool {
        guard let todo else { return true }
        var draft = TodoDraft(todo)
        draft.plan(.words(words), context.now, in: context.world.zone)
        guard let broken = context.rules.violations(of: draft, changing: todo, now: context.now).first else {
            return true
        }
        reading = .unclear(broken.message)
        return false
    }
}

extension QuickAdd {
    /// The rule that a tag breaks, when the tag is all that was not understood.
    fileprivate func refusedTag(_ rules: Rules) -> Violation? {
        guard title.utf8.first == UInt8(ascii: "#") else { return nil }
        let tag = String(decoding: title.utf8.dropFirst(), as: UTF8.self)
        return rules.tagViolations(tags + [tag]).first
    }
}
