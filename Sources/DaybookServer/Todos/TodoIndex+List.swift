import DaybookCore

extension Todo: ListItem {
    var uuid: UUID { id.uuid }

    func moment(in order: Order) -> Instant? {
        switch order {
        case .deadline: deadline
        case .own: Instant(milliseconds: position)
        case .created, .title, .titleDescending: nil
        }
    }

    init(after end: PageEnd<Todo>) {
        self.init(
            id: ID(end.id),
            title: end.title,
            deadline: end.moment,
            position: end.moment?.milliseconds,
            created: end.created,
            modified: end.created
        )
    }

    var textBytes: Int {
        tags.reduce(title.utf8.count + (detail?.utf8.count ?? 0)) { $0 + Self.tagBytes + $1.utf8.count }
    }

    /// The bytes of an entry in an array of tags.
    static var tagBytes: Int { 16 }
}

extension TodoIndex: ListIndex {
    static var usualOrder: Order { .created }

    var otherBytes: Int { 0 }

    /// No request asks for the tags in use. Counting them takes a step for each of them with each change.
    static func empty(in order: Order) -> TodoIndex { TodoIndex(order: order, countsTags: false) }

    /// Applies a record to the index, or removes it when it is not a living to-do any more.
    mutating func take(_ record: Record) -> Int {
        guard record.kind == .todo else { return 0 }
        let id = Todo.ID(record.id)
        let before = self[id]?.textBytes ?? 0
        guard let todo = Todo(record) else {
            remove(id)
            return -before
        }
        upsert(todo)
        return todo.textBytes - before
    }

    func slots(_ criteria: TodoCriteria, goesOn: () -> Bool) -> [Slot]? {
        matches(Filter(state: criteria.state, tag: criteria.tag, search: criteria.search), goesOn: goesOn)
    }

    func item(_ id: UUID) -> Todo? { self[Todo.ID(id)] }
}

/// The filters of the list of to-dos (L4, L5).
struct TodoCriteria: ListCriteria {
    var search = ""
    var state: Filter.State = .all
    var tag: String?

    mutating func read(_ name: String, _ value: String) -> Bool {
        switch name {
        case "done":
            guard value == "true" || value == "false" else { return false }
            state = value == "true" ? .done : .open
        case "tag": tag = value
        default: return false
        }
        return true
    }

    static func hint(_ name: String) -> String? {
        switch name {
        case "done": "Give true or false."
        case "tag": "Give a tag."
        default: nil
        }
    }
}
