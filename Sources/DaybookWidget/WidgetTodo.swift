import DaybookCore

/// A to-do as a widget shows it.
public struct WidgetTodo: Equatable, Sendable {
    /// The to-do.
    public var id: Todo.ID
    /// The title, of at most ``titleMaximum`` characters and ``titleBytesMaximum`` bytes.
    public var title: String
    /// When it should be done.
    public var deadline: Instant?
    /// When to remind.
    public var reminder: Instant?

    /// No widget is wider. In characters.
    public static let titleMaximum = 120
    /// The most bytes of a title in UTF-8. A single character may be of any length, and the list must stay small.
    public static let titleBytesMaximum = 1_000

    /// The part of a to-do that a widget shows.
    public init(_ todo: Todo) {
        id = todo.id
        title = Self.beginning(of: todo.title)
        deadline = todo.deadline
        reminder = todo.reminder
    }

    /// The beginning of a title that has room, in whole characters.
    private static func beginning(of title: String) -> String {
        var beginning = String(title.prefix(titleMaximum))
        while beginning.utf8.count > titleBytesMaximum { beginning.removeLast() }
        return beginning
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
