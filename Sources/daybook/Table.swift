/// Text in columns.
enum Table {
    /// A line for the header and one for each row, with two spaces between columns; numbers are right-aligned.
    ///
    /// Every character counts as one column, which is true for the contents: names and emails are ASCII.
    static func lines(header: [String], rows: [[String]], numbers: Set<Int>) -> [String] {
        let all = [header] + rows
        let widths = header.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        return all.map { row in
            let cells = row.enumerated().map { column, text in
                let space = String(repeating: " ", count: widths[column] - text.count)
                return numbers.contains(column) ? space + text : text + space
            }
            let line = cells.joined(separator: "  ")
            let end = line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex
            return String(line[..<end])
        }
    }
}
