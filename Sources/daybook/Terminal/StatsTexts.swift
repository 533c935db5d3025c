import DaybookClient
import DaybookCore

/// The numbers of a notebook as a calendar, as bars and as JSON.
struct StatsTexts {
    var numbers: NotebookNumbers
    var tags: [TagUse]
    var style: TerminalStyle

    /// The columns before the calendar and the bars.
    private static let label = 12
    /// The columns of a week in the calendar.
    private static let weekWidth = 2
    /// The longest bar, in columns.
    private static let barMaximum = 40
    /// Bars in a chart at most.
    private static let bars = 8
    private static let shades = ["·", "░", "▒", "▓", "█"]

    /// The weeks of which a calendar fits so many columns; nil for as many as there are.
    static func weeks(in columns: Int?) -> Int {
        guard let columns else { return 53 }
        return max(1, min(53, (columns - label) / weekWidth))
    }

    /// All of it, for a person.
    var lines: [String] {
        let sections = [[summary], calendar, chart("Done by week, from", doneByWeek), chart("Open by tag", openByTag)]
        return Array(sections.filter { !$0.isEmpty }.joined(separator: [""]))
    }

    private var summary: String {
        var parts = ["\(numbers.open) open"]
        if numbers.overdue > 0 { parts.append("\(numbers.overdue) overdue") }
        if numbers.today > 0 { parts.append("\(numbers.today) for today") }
        parts.append("\(numbers.done) done")
        parts.append(Texts.notes(numbers.notes))
        let streak = numbers.streak > 1 ? " Something was done on each of the last \(numbers.streak) days." : ""
        return parts.joined(separator: ", ") + "." + streak
    }

    // MARK: - The calendar

    /// A line for each day of the week, a column for each week, and the months above.
    private var calendar: [String] {
        let weeks = stride(from: 0, to: numbers.days.count, by: 7).map { Array(numbers.days[$0...].prefix(7)) }
        let most = numbers.days.reduce(0) { max($0, $1.done) }
        let days = (0..<7).map { day in
            let name = String(Texts.weekday((day + 1) % 7).prefix(3))
            let cells = weeks.map { week in
                week.indices.contains(day) ? shade(week[day].done, of: most) : " "
            }
            return line(name, cells.map { $0 + " " }.joined())
        }
        let legend = "none " + Self.shades.joined(separator: " ") + " \(most) on a day"
        let last = most == 0 ? "Nothing was done in these weeks." : legend
        let room = style.columns.map { max($0 - Self.label, 1) } ?? .max
        return [line("", months(weeks))] + days + [line("", DisplayWidth.clipped(last, to: room))]
    }

    /// The names of the months above their first weeks, where there is room.
    private func months(_ weeks: [[NotebookNumbers.Day]]) -> String {
        var text = ""
        var before: Int?
        for (place, week) in weeks.enumerated() {
            guard let month = week.last?.date.month, month != before else { continue }
            // A month that begins in the middle of the first week would run into the next one.
            let start = place * Self.weekWidth
            if text.count <= start, before != nil || week.first?.date.month == month {
                text += String(repeating: " ", count: start - text.count) + Texts.month(month) + " "
            }
            before = month
        }
        return text
    }

    private func shade(_ count: Int, of most: Int) -> String {
        let level = count == 0 ? 0 : (count * 4 + most - 1) / max(most, 1)
        return style.paint(Self.shades[min(level, 4)], level == 0 ? .dim : .tag)
    }

    // MARK: - Bars

    private var doneByWeek: [(String, Int)] {
        let weeks = stride(from: 0, to: numbers.days.count, by: 7).map { numbers.days[$0...].prefix(7) }
        return weeks.suffix(Self.bars).map { week in
            (week.first?.date.description ?? "", week.reduce(0) { $0 + $1.done })
        }
    }

    private var openByTag: [(String, Int)] {
        let used = tags.filter { $0.openCount > 0 }.sorted { $0.openCount > $1.openCount }
        return used.prefix(Self.bars).map { ("#" + DisplayWidth.harmless($0.name), $0.openCount) }
    }

    /// A line for each bar; nothing without bars.
    private func chart(_ title: String, _ values: [(name: String, count: Int)]) -> [String] {
        guard let most = values.map(\.count).max(), most > 0 else { return [] }
        // The number stands behind the bar.
        let room = min(style.columns.map { $0 - Self.label - most.description.count - 1 } ?? .max, Self.barMaximum)
        return [style.paint(title, .dim)]
            + values.map { name, count in
                let bar = bar(count, of: most, columns: max(room, 1))
                return line(name, style.paint(bar, .tag) + (bar.isEmpty ? "" : " ") + count.description)
            }
    }

    /// A bar in eighths of a column. What is not nothing shows.
    private func bar(_ count: Int, of most: Int, columns: Int) -> String {
        guard count > 0 else { return "" }
        let eighths = max(1, count * columns * 8 / max(most, 1))
        let end = eighths % 8 == 0 ? "" : String("▏▎▍▌▋▊▉".prefix(eighths % 8).suffix(1))
        return String(repeating: "█", count: eighths / 8) + end
    }

    private func line(_ name: String, _ text: String) -> String {
        let label = DisplayWidth.padded(DisplayWidth.clipped(name, to: Self.label - 1), to: Self.label)
        let line = style.paint(label, .dim) + text
        return line.lastIndex { $0 != " " }.map { String(line[...$0]) } ?? ""
    }

    // MARK: - JSON

    /// `{"stats":{"open","overdue","today","done","notes","streak","days":[{"date","done","added"}]}}`
    var json: String {
        let days = numbers.days.map { day in
            JSON.object([
                .init("date", .string(day.date.description)), .init("done", .integer(Int64(day.done))),
                .init("added", .integer(Int64(day.added))),
            ])
        }
        let stats = JSON.object([
            .init("open", .integer(Int64(numbers.open))), .init("overdue", .integer(Int64(numbers.overdue))),
            .init("today", .integer(Int64(numbers.today))), .init("done", .integer(Int64(numbers.done))),
            .init("notes", .integer(Int64(numbers.notes))), .init("streak", .integer(Int64(numbers.streak))),
            .init("days", .array(days)),
        ])
        return String(decoding: JSON.object([.init("stats", stats)]).encoded, as: UTF8.self)
    }
}
