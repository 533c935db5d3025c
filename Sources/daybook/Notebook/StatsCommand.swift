import ArgumentParser
import DaybookClient
import DaybookCore
import Foundation

/// `daybook stats`
struct StatsCommand: NotebookCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Show what was done lately: a calendar, bars and numbers.",
        discussion: "What was deleted does not count. A to-do counts on the day of its last mark."
    )

    @Option(help: "How many weeks, 1 to 53. (default: as many as fit, 26 at most)")
    var weeks: Int?

    @Option(
        help: "Also write the calendar and the bars as a picture to this file.",
        completion: .file(extensions: ["svg"])
    )
    var svg: String?

    @OptionGroup(title: "Notebook")
    var options: NotebookOptions

    func validate() throws {
        if let weeks, !(1...53).contains(weeks) { throw ValidationError("--weeks is a number from 1 to 53.") }
    }

    func work(_ context: NotebookContext) throws {
        let weeks = self.weeks ?? min(26, StatsTexts.weeks(in: context.style.columns))
        let today = Today(at: context.now, in: context.zone)
        // The calendar has whole weeks from Monday on; the last one ends today.
        let days = (weeks - 1) * 7 + (today.date.weekday + 6) % 7 + 1
        let empty = (NotebookNumbers(until: today, days: days), [TagUse]())
        let (numbers, tags) = try context.read(empty) { reader in
            (try reader.numbers(today, days: days), try reader.tags().filter { $0.count > 0 })
        }
        if let svg { try write(StatsPicture(numbers: numbers, tags: tags).svg, to: svg) }
        let texts = StatsTexts(numbers: numbers, tags: tags, style: context.style)
        try StandardOutput.write(context.isJSON ? [texts.json] : texts.lines)
    }

    /// Writes a file as a whole: the old file stays until the new one is complete.
    private func write(_ picture: String, to path: String) throws {
        do {
            try Data(picture.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw Refusal("\(DisplayWidth.harmless(path)) cannot be written.")
        }
    }
}
