import DaybookClient
import DaybookCore

/// To-dos in columns.
struct TodoTable {
    let style: TerminalStyle
    let now: Instant
    /// The person's time zone. Making it takes longer than a short list without times.
    private let zone: () -> TimeZone

    init(style: TerminalStyle, now: Instant, zone: @autoclosure @escaping () -> TimeZone) {
        self.style = style
        self.now = now
        self.zone = zone
    }

    /// The columns of a list, without rows.
    var columns: Columns {
        Columns(["ID", "", "TITLE", "KIND", "DUE", "REMINDER", "DELETED", "TAGS"], flexible: 2, style: style)
    }

    /// The columns with a row for each to-do.
    func columns(_ todos: [ListedTodo]) -> Columns { columns(todos.map { .todo($0) }) }

    /// A table of to-dos, notes and photos together.
    func columns(_ records: [ListedRecord]) -> Columns {
        var columns = columns
        for record in records {
            switch record {
            case .todo(let listed): add(listed.name, TodoGlance(listed.todo), deleted: listed.deleted, to: &columns)
            case .note, .photo: add(record, to: &columns)
            }
        }
        return columns
    }

    /// Adds a row for a to-do.
    func add(_ name: String, _ todo: TodoGlance, deleted: Instant? = nil, to columns: inout Columns) {
        columns.add(name, .dim)
        columns.add(todo.isDone ? "✓" : "")
        columns.add(DisplayWidth.harmless(todo.title), todo.isDone ? .dim : .plain)
        columns.add("")
        if let deadline = todo.deadline {
            let due = Texts.due(deadline, isDone: todo.isDone, now: now, zone: zone())
            columns.add(due.text, paint(due.urgency))
        } else {
            columns.add("")
        }
        columns.add(moment(todo.reminder))
        columns.add(moment(deleted))
        columns.add(DisplayWidth.harmless(todo.tags.map { "#" + $0 }.joined(separator: " ")), .tag)
    }

    /// Adds a note, or a photo by the title of its note, which have fewer values.
    private func add(_ record: ListedRecord, to columns: inout Columns) {
        columns.add(record.name, .dim)
        columns.add("")
        columns.add(DisplayWidth.harmless(record.title))
        columns.add(record.key.kind == .note ? "note" : "photo", .dim)
        columns.add("")
        columns.add("")
        columns.add(moment(record.deleted))
        columns.add("")
    }

    private func paint(_ urgency: Texts.Due.Urgency) -> TerminalStyle.Paint {
        switch urgency {
        case .late: .late
        case .near: .near
        case .later: .plain
        }
    }

    private func moment(_ instant: Instant?) -> String {
        instant.map { Texts.moment($0, now: now, zone: zone()) } ?? ""
    }

    /// A to-do in full, a line for each of its values. `note`: the note that it belongs to, if that exists here.
    func details(_ listed: ListedTodo, note: ListedNote? = nil) -> [String] {
        let todo = listed.todo
        var details = RecordDetails(style: style, title: todo.title)
        details.add("ID", listed.name)
        details.add("State", todo.isDone ? "done" : "open")
        details.add("Due", todo.deadline.map { Texts.due($0, isDone: todo.isDone, now: now, zone: zone()).text })
        details.add("Reminder", todo.reminder.map { Texts.moment($0, now: now, zone: zone()) })
        details.add("Repeats", todo.repetition.map { Texts.repetition($0) })
        details.add("Tags", todo.tags.map { "#" + $0 }.joined(separator: " "), .tag)
        details.add("Note", note.map { "\($0.name) \(ListedRecord.note($0).title)" })
        details.add("Changed", Texts.age(todo, now: now, zone: zone()))
        if let detail = todo.detail { details.add(text: detail) }
        return details.lines
    }
}
