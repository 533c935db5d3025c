import DaybookClient
import DaybookCore

/// The content of the charts of a notebook's numbers, whatever their form.
struct StatsCharts {
    var numbers: NotebookNumbers
    var tags: [TagUse]

    /// A bar by its name and its number.
    typealias Bar = (name: String, count: Int)

    /// Bars in a chart at most.
    private static let bars = 8
    /// The title of ``doneByWeek``.
    static let byWeek = "Done by week, from"
    /// The title of ``openByTag``.
    static let byTag = "Open by tag"

    /// All numbers in a sentence.
    var summary: String {
        var parts = ["\(numbers.open) open"]
        if numbers.overdue > 0 { parts.append("\(numbers.overdue) overdue") }
        if numbers.today > 0 { parts.append("\(numbers.today) for today") }
        parts.append("\(numbers.done) done")
        parts.append(Texts.foundNotes(numbers.notes))
        let streak = numbers.streak > 1 ? " Something was done on each of the last \(numbers.streak) days." : ""
        return parts.joined(separator: ", ") + "." + streak
    }

    /// The days by weeks, which begin on Monday; the last one ends today.
    var weeks: [[NotebookNumbers.Day]] {
        stride(from: 0, to: numbers.days.count, by: 7).map { Array(numbers.days[$0...].prefix(7)) }
    }

    /// The most that was done on a day.
    var mostOnADay: Int { numbers.days.reduce(0) { max($0, $1.done) } }

    /// The shade of a day, from 0 for nothing to 4, each a quarter of the best day.
    static func level(_ count: Int, of most: Int) -> Int {
        count <= 0 ? 0 : min((count * 4 + most - 1) / max(most, 1), 4)
    }

    /// The to-dos that were done in each of the last weeks.
    var doneByWeek: [Bar] {
        weeks.suffix(Self.bars).map { week in
            (week.first?.date.description ?? "", week.reduce(0) { $0 + $1.done })
        }
    }

    /// The open to-dos by tag, the most used tags first.
    var openByTag: [Bar] {
        let used = tags.filter { $0.openCount > 0 }.sorted { $0.openCount > $1.openCount }
        return used.prefix(Self.bars).map { ("#" + DisplayWidth.harmless($0.name), $0.openCount) }
    }
}
