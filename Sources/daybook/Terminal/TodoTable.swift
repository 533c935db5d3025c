import DaybookClient
import DaybookCore

/// To-dos in columns.
struct TodoTable {
    var style: TerminalStyle
    var now: Instant
    var zone: TimeZone

    private struct Cell {
        var text: String
        var paint = TerminalStyle.Paint.plain
    }

    /// Titles are not cut shorter than this, in columns.
    private static let titleMinimum = 8

    /// A line for the header and one for each to-do. A column in which nothing stands is left out.
    func lines(_ todos: [ListedTodo]) -> [String] {
        if todos.isEmpty { return [] }
        let header = ["ID", "", "TITLE", "DUE", "REMINDER", "DELETED", "TAGS"].map { Cell(text: $0, paint: .dim) }
        var rows = [header] + todos.map(cells)
        let isShown = header.indices.map { column in rows.dropFirst().contains { !$0[column].text.isEmpty } }
        rows = rows.map { row in row.indices.filter { isShown[$0] }.map { row[$0] } }
        let title = isShown[..<2].filter { $0 }.count
        var widths = rows[0].indices.map { column in
            rows.reduce(0) { max($0, DisplayWidth.of($1[column].text)) }
        }
        if let columns = style.columns {
            let others = widths.indices.reduce(0) { $0 + ($1 == title ? 0 : widths[$1] + 2) }
            widths[title] = max(min(widths[title], columns - others), TodoTable.titleMinimum)
        }
        return rows.map { line($0, widths) }
    }

    private func line(_ cells: [Cell], _ widths: [Int]) -> String {
        var line = ""
        var left = style.columns ?? .max
        let last = cells.lastIndex { !$0.text.isEmpty } ?? 0
        for (column, cell) in cells[...last].enumerated() {
            let text = DisplayWidth.clipped(cell.text, to: min(widths[column], left))
            line += style.paint(text, cell.paint)
            if column == last { break }
            let space = min(widths[column] + 2, left) - DisplayWidth.of(text)
            line += String(repeating: " ", count: max(space, 0))
            left -= min(widths[column] + 2, left)
        }
        return line
    }

    private func cells(_ listed: ListedTodo) -> [Cell] {
        let todo = listed.todo
        let due = todo.deadline.map { Texts.due($0, isDone: todo.isDone, now: now, zone: zone) }
        let urgency: TerminalStyle.Paint =
            switch due?.urgency {
            case .late: .late
            case .near: .near
            default: .plain
            }
        return [
            Cell(text: listed.name, paint: .dim),
            Cell(text: todo.isDone ? "✓" : ""),
            Cell(text: DisplayWidth.harmless(todo.title), paint: todo.isDone ? .dim : .plain),
            Cell(text: due?.text ?? "", paint: urgency),
            Cell(text: todo.reminder.map { Texts.moment($0, now: now, zone: zone) } ?? ""),
            Cell(text: listed.deleted.map { Texts.moment($0, now: now, zone: zone) } ?? ""),
            Cell(text: DisplayWidth.harmless(todo.tags.map { "#" + $0 }.joined(separator: " ")), paint: .tag),
        ]
    }

    /// All of a to-do, a line for each of its values.
    func page(_ listed: ListedTodo) -> [String] {
        let todo = listed.todo
        var lines = [style.paint(DisplayWidth.harmless(todo.title), .bold)]
        func add(_ name: String, _ value: String?, _ paint: TerminalStyle.Paint = .plain) {
            guard let value, !value.isEmpty else { return }
            lines.append("  " + style.paint(DisplayWidth.padded(name, to: 10), .dim) + style.paint(value, paint))
        }
        add("ID", listed.name)
        add("State", todo.isDone ? "done" : "open")
        add("Due", todo.deadline.map { Texts.due($0, isDone: todo.isDone, now: now, zone: zone).text })
        add("Reminder", todo.reminder.map { Texts.moment($0, now: now, zone: zone) })
        add("Repeats", todo.repetition.map { Texts.repetition($0) })
        add("Tags", DisplayWidth.harmless(todo.tags.map { "#" + $0 }.joined(separator: " ")), .tag)
        add("Changed", Texts.age(todo, now: now, zone: zone))
        if let detail = todo.detail { lines += ["", DisplayWidth.harmlessLines(detail)] }
        return lines
    }
}
