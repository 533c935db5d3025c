import DaybookClient
import DaybookCore

/// To-dos in columns.
struct TodoTable {
    var style: TerminalStyle
    var now: Instant
    var zone: TimeZone

    /// A line for the header and one for each to-do. A column in which nothing stands is left out.
    func lines(_ todos: [ListedTodo]) -> [String] { lines(todos.map { .todo($0) }) }

    /// The same of to-dos and notes together.
    func lines(_ records: [ListedRecord]) -> [String] {
        let header = ["ID", "", "TITLE", "KIND", "DUE", "REMINDER", "DELETED", "TAGS"]
        let rows = records.map { record in
            switch record {
            case .todo(let listed): cells(listed)
            case .note, .photo: cells(of: record)
            }
        }
        return Columns(style: style).lines(header, rows, flexible: 2)
    }

    private func cells(_ listed: ListedTodo) -> [Columns.Cell] {
        let todo = listed.todo
        let due = todo.deadline.map { Texts.due($0, isDone: todo.isDone, now: now, zone: zone) }
        let urgency: TerminalStyle.Paint =
            switch due?.urgency {
            case .late: .late
            case .near: .near
            default: .plain
            }
        return [
            .init(text: listed.name, paint: .dim),
            .init(text: todo.isDone ? "✓" : ""),
            .init(text: DisplayWidth.harmless(todo.title), paint: todo.isDone ? .dim : .plain),
            .init(text: ""),
            .init(text: due?.text ?? "", paint: urgency),
            .init(text: todo.reminder.map { Texts.moment($0, now: now, zone: zone) } ?? ""),
            .init(text: listed.deleted.map { Texts.moment($0, now: now, zone: zone) } ?? ""),
            .init(text: DisplayWidth.harmless(todo.tags.map { "#" + $0 }.joined(separator: " ")), paint: .tag),
        ]
    }

    /// A note, or a photo by the title of its note, which have fewer values.
    private func cells(of record: ListedRecord) -> [Columns.Cell] {
        [
            .init(text: record.name, paint: .dim), .init(text: ""), .init(text: DisplayWidth.harmless(record.title)),
            .init(text: record.key.kind == .note ? "note" : "photo", paint: .dim), .init(text: ""), .init(text: ""),
            .init(text: record.deleted.map { Texts.moment($0, now: now, zone: zone) } ?? ""), .init(text: ""),
        ]
    }

    /// All of a to-do, a line for each of its values. `note`: the one that it belongs to, if that is there.
    func page(_ listed: ListedTodo, note: ListedNote? = nil) -> [String] {
        let todo = listed.todo
        var page = RecordPage(style: style, title: todo.title)
        page.add("ID", listed.name)
        page.add("State", todo.isDone ? "done" : "open")
        page.add("Due", todo.deadline.map { Texts.due($0, isDone: todo.isDone, now: now, zone: zone).text })
        page.add("Reminder", todo.reminder.map { Texts.moment($0, now: now, zone: zone) })
        page.add("Repeats", todo.repetition.map { Texts.repetition($0) })
        page.add("Tags", todo.tags.map { "#" + $0 }.joined(separator: " "), .tag)
        page.add("Note", note.map { "\($0.name) \(ListedRecord.note($0).title)" })
        page.add("Changed", Texts.age(todo, now: now, zone: zone))
        if let detail = todo.detail { page.add(text: detail) }
        return page.lines
    }
}
