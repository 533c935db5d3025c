import Foundation
import Testing

@testable import DaybookCore

@Suite("The table of words")
struct WordsTests {
    /// As at the head of the table: a Sunday, two in the afternoon.
    private static let now = Places.instant("2026-11-22T14:00", in: Places.berlin)
    private static let zone = Places.berlin

    /// A line of the table.
    private struct Row {
        var number: Int
        var typed: String
        var meaning: String
    }

    private static func rows() throws -> [Row] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "words.txt")
        let text = try String(contentsOf: file, encoding: .utf8)
        var rows: [Row] = []
        for (place, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard !line.hasPrefix("#"), let arrow = line.range(of: " => ") else { continue }
            let meaning = String(line[arrow.upperBound...])
            rows.append(Row(number: place + 1, typed: String(line[..<arrow.lowerBound]), meaning: meaning))
        }
        return rows
    }

    private static func read(_ line: String) -> QuickAdd {
        QuickAddReader(rules: .standard, now: now, zone: zone).read(line)
    }

    /// A reading as the table writes it.
    private static func meaning(_ line: String) -> String {
        let read = read(line)
        if read.spans.isEmpty { return read.title == line ? "text" : "text “\(read.title)”" }
        var parts = [read.title]
        if let repetition = read.repetition { parts.append(Texts.repetition(repetition)) }
        if let reminder = read.reminder { parts.append("remind " + shown(reminder, isDeadline: false)) }
        if let deadline = read.deadline { parts.append("due " + shown(deadline, isDeadline: true)) }
        for tag in read.tags { parts.append("#" + tag) }
        return parts.joined(separator: " | ")
    }

    /// "Mon 23 Nov (09:00)", "Sun 22 Nov 09:00 passed"; the year only where it is another.
    private static func shown(_ when: When, isDeadline: Bool) -> String {
        let date = zone.date(at: when.instant)
        let month = Texts.monthNames[date.month - 1].prefix(3)
        var text = "\(Texts.weekdays[date.weekday].prefix(3)) \(date.day) \(month)"
        if date.year != 2026 { text += " \(date.year)" }
        let clock = zone.wallClock(at: when.instant).suffix(5)
        if !when.isDay { text += " \(clock)" } else if !isDeadline { text += " (\(clock))" }
        return when.later == nil ? text : text + " passed"
    }

    @Test("[T14] Each line of the table has its meaning")
    func table() throws {
        let rows = try Self.rows()
        #expect(rows.count > 300)
        for row in rows {
            let meaning = Self.meaning(row.typed)
            #expect(meaning == row.meaning, "words.txt:\(row.number): \(row.typed)")
        }
    }

    @Test("[T6] A time that has passed has a later one, at the same hour, that has not")
    func later() throws {
        for row in try Self.rows() {
            let read = Self.read(row.typed)
            for when in [read.reminder, read.deadline] {
                guard let when, let later = when.later else { continue }
                #expect(when.instant <= Self.now && later > Self.now, "words.txt:\(row.number)")
                #expect(Self.zone.minuteOfDay(at: later) == Self.zone.minuteOfDay(at: when.instant))
            }
            let moved = read.movedOn
            #expect(moved.reminder?.later == nil && moved.deadline?.later == nil)
        }
    }

    @Test("[T14] A line that ends anywhere is read without a crash, and a space behind it changes nothing")
    func prefixes() throws {
        for row in try Self.rows() {
            var prefix = ""
            for character in row.typed {
                prefix.append(character)
                #expect(Self.read(prefix).title == Self.read(prefix + " ").title)
            }
        }
    }
}
