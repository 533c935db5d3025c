import DaybookCore

/// The parts of the signed-in person's notebook that a widget may show. The app writes it.
public struct WidgetList: Equatable, Sendable {
    /// The account.
    public var account: UUID
    /// The content.
    public var content: Content

    /// The content of a widget list.
    public enum Content: Equatable, Sendable {
        /// The person hides the notebook behind Face ID or the passcode: nothing of it shows.
        case hidden
        /// The open to-dos that are planned, the soonest first, and how many there are until the end of the day for which the
        /// last of these is planned.
        case planned([WidgetTodo], count: Int)
    }

    /// The most to-dos of a list: more than the largest widget has rows for in a week.
    public static let todosMaximum = 60

    /// A list that shows this.
    public init(account: UUID, content: Content) {
        self.account = account
        self.content = content
    }

    /// The list of a notebook on a day.
    public init(_ notebook: Notebook, on today: Today, isHidden: Bool) {
        account = notebook.account.id
        if isHidden {
            content = .hidden
            return
        }
        let due = notebook.todos.select(Filter(due: .today), on: today, keeping: []).slots
        let later = notebook.todos.select(Filter(due: .upcoming), on: today, keeping: []).slots
        let shown = (due + later).prefix(Self.todosMaximum)
        let last = shown.last.flatMap { notebook.todos[$0].planned(today) } ?? today.start
        let end = max(today.end, Today(at: last, in: today.zone).end)
        let others = later.filter { slot in notebook.todos[slot].planned(today).map { $0 < end } ?? false }
        content = .planned(shown.map { WidgetTodo(notebook.todos[$0]) }, count: due.count + others.count)
    }
}

extension WidgetList {
    /// The list without to-dos that the widget has marked done since the app wrote it.
    func without(_ marked: [WidgetMark]) -> WidgetList {
        guard case .planned(let todos, let count) = content, !marked.isEmpty else { return self }
        let ids = Set(marked.map { $0.todo })
        let left = todos.filter { !ids.contains($0.id) }
        return WidgetList(account: account, content: .planned(left, count: count - (todos.count - left.count)))
    }

    /// The bytes of the file.
    var bytes: [UInt8] {
        var members = [JSON.Member("account", .string(account.description))]
        if case .planned(let todos, let count) = content {
            members.append(.init("planned", .array(todos.map { $0.json })))
            members.append(.init("count", .integer(Int64(count))))
        }
        return JSON.object(members).encoded
    }

    /// Reads the bytes of the file; nil when they are not a list's.
    init?(bytes: [UInt8]) {
        guard let json = try? JSON(bytes), let account = json["account"]?.stringValue.flatMap({ UUID($0) }) else {
            return nil
        }
        self.account = account
        guard let planned = json["planned"] else {
            content = .hidden
            return
        }
        guard let items = planned.arrayValue, let count = json["count"]?.integerValue.flatMap({ Int(exactly: $0) })
        else { return nil }
        let todos = items.compactMap { WidgetTodo(json: $0) }
        guard todos.count == items.count, todos.count <= Self.todosMaximum, count >= todos.count else { return nil }
        content = .planned(todos, count: count)
    }
}
