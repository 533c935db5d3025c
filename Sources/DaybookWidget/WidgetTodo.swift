import DaybookCore

/// A to-do as a widget shows it.
public struct WidgetTodo: Equatable, Sendable {
    /// The to-do.
    public var id: Todo.ID
    /// The title, of at most ``titleMaximum`` characters.
    public var title: String
    /// When it should be done.
    public var deadline: Instant?
    /// When to remind.
    public var reminder: Instant?

    /// No widget is wider. In characters.
    public static let titleMaximum = 120

    /// The part of a to-do that a widget shows.
    public init(_ todo: Todo) {
        id = todo.id
        title = String(todo.title.prefix(Self.titleMaximum))
        deadline = todo.deadline
        reminder = todo.reminder
    }

    /// The moment for which it is planned on a day (L9); nil when it has no date.
    func planned(_ today: Today) -> Instant? {
        let moment = Instant(milliseconds: 0)
        return Todo(
            id: id,
            title: title,
            deadline: deadline,
            reminder: reminder,
            created: moment,
            modified: moment
        ).planned(today)
    }
}

extension WidgetTodo {
    var json: JSON {
        var members: [JSON.Member] = [
            .init("id", .string(id.uuid.description)), .init("title", .string(title)),
        ]
        if let deadline { members.append(.init("deadline", .integer(deadline.milliseconds))) }
        if let reminder { members.append(.init("reminder", .integer(reminder.milliseconds))) }
        return .object(members)
    }

    init?(json: JSON) {
        guard let id = json["id"]?.stringValue.flatMap({ UUID($0) }), let title = json["title"]?.stringValue else {
            return nil
        }
        self.id = Todo.ID(id)
        self.title = title
        deadline = json["deadline"]?.integerValue.map { Instant(milliseconds: $0) }
        reminder = json["reminder"]?.integerValue.map { Instant(milliseconds: $0) }
    }
}
