import DaybookClient
import DaybookCore

/// The numbers of a notebook as a calendar, as bars and as JSON.
struct StatsTexts {
    var numbers: NotebookNumbers
    var tags: [TagUse]
    var style: TerminalStyle
    private var charts: StatsCharts { StatsCharts(numbers: numbers, tags: tags) }

    init(numbers: NotebookNumbers, tags: [TagUse], style: TerminalStyle) {
        self.numbers = numbers
        self.tags = tags
        self.style = style
    }

    /// The columns before the calendar and the bars.
    private static let label = 12
    /// The columns of a week in the calendar.
    private static let weekWidth = 2
    /// The longest bar, in columns.
    private static let barMaximum = 40
    private static let shades = ["·", "░", "▒", "▓", "█"]

    /// The number of weeks in a calendar that fits this many columns; nil for all weeks.
    static func weeks(in columns: Int?) -> Int {
        guard let columns else { return 53 }
        return max(1, min(53, (columns - label) / weekWidth))
    }

    /// All of it, for a person.
    var lines: [String] {
        let sections = [
            [charts.summary], calendar, chart(StatsCharts.byWeek, charts.doneByWeek),
            chart(StatsCharts.byTag, charts.openByTag),
        ]
        return Array(sections.filter { !$0.isEmpty }.joined(separator: [""]))
    }

    // MARK: - The calendar

    /// A line for each day of the week, a column for each week, and the months above.
    private var calendar: [String] {
        let (weeks, most) = (charts.weeks, charts.mostOnADay)
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
        let level = StatsCharts.level(count, of: most)
        return style.paint(Self.shades[level], level == 0 ? .dim : .tag)
    }

    // MARK: - Bars

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

    /// A bar in eighths of a column. A number above 0 always shows.
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
        return NotebookJSON.text(.object([.init("stats", stats)]))
    }
}
