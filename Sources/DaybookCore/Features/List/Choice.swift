/// The to-dos that a person has chosen in the list, to change them together.
public struct Choice: Equatable, Sendable {
    /// The chosen to-dos. Some may have left the list since; verbs do not change those.
    private(set) var keys: Set<Record.Key> = []
    /// The row from which Shift extends the choice.
    private var anchor: Todo.ID?
    /// The chosen to-dos without those that Shift added.
    private var base: Set<Record.Key> = []

    /// An action on all that is chosen.
    public enum Operation: Equatable, Sendable {
        /// Done; open if all of them are done.
        case mark
        /// Opens the question for when.
        case when
        case plan(Plan)
        /// Opens the field for a tag.
        case tag
        /// Adds a tag, as typed.
        case addTag(String)
        case delete
    }

    init(from anchor: Todo.ID?) {
        self.anchor = anchor
    }

    /// Whether a to-do is chosen.
    public func contains(_ id: Todo.ID) -> Bool { keys.contains(id.key) }

    mutating func toggle(_ id: Todo.ID) {
        if keys.remove(id.key) == nil { keys.insert(id.key) }
        (anchor, base) = (id, keys)
    }

    /// Chooses the rows between the row that was toggled last and this row, and drops those that Shift chose before.
    mutating func extend(to id: Todo.ID, in rows: [Slot], of todos: TodoIndex) {
        guard let to = todos.slot(of: id).flatMap({ rows.firstIndex(of: $0) }) else { return }
        let from = anchor.flatMap { todos.slot(of: $0) }.flatMap { rows.firstIndex(of: $0) } ?? to
        anchor = todos[rows[from]].id
        keys = base
        for place in min(from, to)...max(from, to) { keys.insert(todos[rows[place]].id.key) }
    }

    mutating func choose(_ rows: [Slot], of todos: TodoIndex) {
        for slot in rows { keys.insert(todos[slot].id.key) }
        base = keys
    }
}
