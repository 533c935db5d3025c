import DaybookCore

/// The content of a widget from one moment on.
public struct WidgetState: Equatable, Sendable {
    /// The moment from which it shows.
    public var moment: Instant
    /// The content.
    public var content: Content

    /// The content of a widget.
    public enum Content: Equatable, Sendable {
        /// Nobody is signed in.
        case signedOut
        /// The person hides the notebook.
        case hidden
        /// The to-dos of Today (L9) of an account. `count` counts those that have no row, too.
        case today([Row], count: Int, account: UUID)
    }

    /// A row of the list.
    public struct Row: Equatable, Sendable {
        /// The to-do.
        public var id: Todo.ID
        /// The title.
        public var title: String
        /// The deadline or the reminder in words; nil for the end of today.
        public var due: String?
        /// Whether its moment has passed.
        public var isLate: Bool

        /// A row by its parts.
        public init(id: Todo.ID, title: String, due: String?, isLate: Bool) {
            self.id = id
            self.title = title
            self.due = due
            self.isLate = isLate
        }
    }

    /// A state by its parts.
    public init(moment: Instant, content: Content) {
        self.moment = moment
        self.content = content
    }

    /// The state that follows from a list at a moment; nil when there is no list.
    public init(_ list: WidgetList?, at moment: Instant, in zone: TimeZone) {
        self.moment = moment
        guard let list else {
            content = .signedOut
            return
        }
        guard case .planned(let todos, let count) = list.content else {
            content = .hidden
            return
        }
        let today = Today(at: moment, in: zone)
        let due = todos.compactMap { todo in todo.planned(today).map { (todo, planned: $0) } }
            .filter { $0.planned < today.end }
        let rows = due.map { todo, planned in
            Row(
                id: todo.id,
                title: todo.title,
                due: planned == today.deadline ? nil : Texts.due(planned, now: moment, zone: zone).text,
                isLate: planned < moment
            )
        }
        // To-dos that have no place in the list are planned for later than all that have one. If all of those are due, so are the
        // others of the last one's day, and `count` has them.
        let isCut = due.count == todos.count
        content = .today(rows, count: isCut ? count : due.count, account: list.account)
    }

    /// The states from now on, for today and tomorrow: a new state whenever something becomes late, and at midnight.
    public static func states(_ list: WidgetList?, from now: Instant, in zone: TimeZone) -> [WidgetState] {
        let today = Today(at: now, in: zone)
        let end = Today(at: today.end, in: zone).end
        var moments = [now, today.end]
        if case .planned(let todos, _) = list?.content {
            for todo in todos {
                guard let planned = todo.planned(today), planned >= now, planned < end else { continue }
                moments.append(planned.advanced(by: .milliseconds(1)))
            }
        }
        var states: [WidgetState] = []
        for moment in moments.sorted() where states.last?.moment != moment && states.count < statesMaximum {
            states.append(WidgetState(list, at: moment, in: zone))
        }
        return states
    }

    /// The system keeps them as pictures, so a few are enough until it asks again.
    private static let statesMaximum = 24
}
