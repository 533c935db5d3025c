/// Texts in columns, in as many columns as the terminal has.
struct Columns {
    var style: TerminalStyle

    /// A text in a row.
    struct Cell {
        var text: String
        var paint = TerminalStyle.Paint.plain
    }

    /// The flexible column is not made narrower than this.
    private static let flexibleMinimum = 8

    /// A line for the header and one for each row; no lines without rows. An empty column is left out.
    /// `flexible`: the column that gives way when the terminal is too narrow.
    func lines(_ header: [String], _ rows: [[Cell]], flexible: Int) -> [String] {
        if rows.isEmpty { return [] }
        let isShown = header.indices.map { column in rows.contains { !$0[column].text.isEmpty } }
        let all = ([header.map { Cell(text: $0, paint: .dim) }] + rows).map { row in
            row.indices.filter { isShown[$0] }.map { row[$0] }
        }
        let flexible = isShown[..<flexible].count { $0 }
        var widths = all[0].indices.map { column in all.reduce(0) { max($0, DisplayWidth.of($1[column].text)) } }
        if let columns = style.columns {
            let others = widths.indices.reduce(0) { $0 + ($1 == flexible ? 0 : widths[$1] + 2) }
            widths[flexible] = max(min(widths[flexible], columns - others), Columns.flexibleMinimum)
        }
        return all.map { line($0, widths) }
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
}

/// All of one thing: its title, a line for each value, and its text.
struct RecordPage {
    private let style: TerminalStyle
    private(set) var lines: [String]

    init(style: TerminalStyle, title: String) {
        self.style = style
        lines = [style.paint(DisplayWidth.harmless(title), .bold)]
    }

    /// Adds a value, if there is one.
    mutating func add(_ name: String, _ value: String?, _ paint: TerminalStyle.Paint = .plain) {
        guard let value, !value.isEmpty else { return }
        let name = style.paint(DisplayWidth.padded(name, to: 10), .dim)
        lines.append("  " + name + style.paint(DisplayWidth.harmless(value), paint))
    }

    /// Adds the text, below an empty line.
    mutating func add(text: String) {
        lines += ["", DisplayWidth.harmlessLines(text)]
    }
}
