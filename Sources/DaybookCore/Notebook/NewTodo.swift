/// A to-do from another program of the device: a shortcut, or an app whose to-dos are imported.
public struct NewTodo: Equatable, Sendable {
    /// The id. The same thing imported twice has the same id.
    public var id: Todo.ID
    /// A draft that has passed the rules.
    public var draft: TodoDraft
    /// Whether it is done.
    public var isDone: Bool

    /// A to-do by its parts.
    public init(id: Todo.ID, draft: TodoDraft, isDone: Bool = false) {
        self.id = id
        self.draft = draft
        self.isDone = isDone
    }
}

extension Rules {
    /// A draft of another program, changed to what a person could have typed: without control characters, its title on
    /// one line, and the words beyond a title's limit at the beginning of the detail.
    public func fitted(_ draft: TodoDraft) -> TodoDraft {
        var fitted = draft
        fitted.title = Text.trimmed(Text.oneLine(draft.title))
        fitted.detail = Text.manyLines(draft.detail)
        return normalized(divided(fitted))
    }

    /// Whether a to-do may have a tag.
    public func allows(tag: String) -> Bool { tagViolation(tag) == nil }
}

extension Notebook {
    /// Whether the to-do exists, or existed and was deleted.
    public func knows(_ id: Todo.ID) -> Bool { replica.records[id.key] != nil }

    /// Adds to-dos in one step, without those that were added before. The list keeps the order of the to-dos. Returns
    /// the number of new to-dos.
    public mutating func add(_ todos: [NewTodo], _ now: Instant) -> (count: Int, effects: [Effect]) {
        let stamp = replica.stamp(now: now)
        var keys: Set<Record.Key> = []
        var records: [Record] = []
        for (place, todo) in todos.enumerated() where !knows(todo.id) && keys.insert(todo.id.key).inserted {
            var fields = Todo.fields(for: todo.draft, at: stamp)
            // No to-do is older than its stamp, because then it would look edited.
            let created = stamp.wall.advanced(by: .milliseconds(Int64(todos.count - place)))
            fields.removeAll { $0.name == Todo.Field.created || $0.name == Todo.Field.done }
            fields.append(Record.Field(Todo.Field.created, .integer(created.milliseconds), stamp))
            // Another device may have added it already, and it may be done there.
            if todo.isDone { fields.append(Record.Field(Todo.Field.done, .bool(true), stamp)) }
            records.append(Record(kind: .todo, id: todo.id.uuid, fields: fields))
        }
        let verb = todos.count == 1 ? todos.first.map { Step.Verb.added($0.draft.title) } : nil
        return (records.count, make(records, as: verb ?? .addedTodos(records.count)))
    }
}

extension App {
    /// Adds to-dos from another program to the notebook of the person who is signed in. `message`: makes a message for
    /// the person from the number of new to-dos; nil for no message. Returns that number.
    public mutating func add(
        _ todos: [NewTodo],
        _ now: Instant,
        announcing message: ((Int) -> String)? = nil
    ) -> (count: Int, effects: [Effect]) {
        var count = 0
        let effects = withHome { home in
            let (added, effects) = home.notebook.add(todos, now)
            count = added
            let isSet = added > 0 && todos.contains { $0.draft.reminder != nil }
            let undo = added > 0 ? home.notebook.steps.latest : nil
            let toast = message.map { [Outcome.show(Toast(text: $0(added), undo: undo))] } ?? []
            return home.carry([Outcome](effects) + (isSet ? [.reminderSet] : []) + toast)
        }
        return (count, effects + withNotebook { $0.remind(now) })
    }
}
