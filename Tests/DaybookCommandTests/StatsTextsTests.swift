import DaybookClient
import DaybookCore
import Foundation
import FoundationXML
import Testing

@testable import daybook

@Suite("The numbers of a notebook in a terminal")
struct StatsTextsTests {
    /// Wednesday, 25 November 2026, 12:00 UTC.
    private let today = Today(at: Instant(milliseconds: 1_795_608_000_000), in: .utc)

    private func texts(_ done: [Int], columns: Int? = nil, color: Bool = false) -> StatsTexts {
        var numbers = NotebookNumbers(until: today, days: done.count)
        for (place, count) in done.enumerated() { numbers.days[place].done = count }
        numbers.open = 3
        numbers.overdue = 1
        numbers.notes = 1
        let tags = [
            TagUse(name: "home", count: 4, openCount: 1), TagUse(name: "文", count: 2, openCount: 2),
            TagUse(name: "old", count: 9, openCount: 0),
        ]
        return StatsTexts(numbers: numbers, tags: tags, style: TerminalStyle(hasColor: color, columns: columns))
    }

    @Test("[C18] A column is a week from Monday on, a shade a quarter of the best day, and a bar as long as its number")
    func shown() {
        let weeks = [0, 1, 2, 3, 4, 5, 6] + [0, 0, 0, 0, 0, 0, 8] + [0, 7, 0]
        #expect(
            texts(weeks).lines == [
                "3 open, 1 overdue, 0 done, 1 note.", "", "            Nov", "Mon         · · ·", "Tue         ░ · █",
                "Wed         ░ · ·", "Thu         ▒ ·", "Fri         ▒ ·", "Sat         ▓ ·", "Sun         ▓ █",
                "            none · ░ ▒ ▓ █ 8 on a day", "", "Done by week, from",
                "2026-11-09  ████████████████████████████████████████ 21",
                "2026-11-16  ███████████████▏ 8", "2026-11-23  █████████████▎ 7", "", "Open by tag",
                "#文         ████████████████████████████████████████ 2", "#home       ████████████████████ 1",
            ]
        )
        #expect(texts([0, 0, 0]).lines.contains("            Nothing was done in these weeks."))
    }

    @Test("[C18] All of it fits the terminal, whatever the numbers", arguments: 19...60)
    func narrow(columns: Int) {
        let weeks = StatsTexts.weeks(in: columns)
        let days = (0..<(weeks * 7 - 4)).map { $0 * 977 % 13 * 1_000 }
        for line in texts(days, columns: columns).lines.dropFirst() {
            #expect(DisplayWidth.of(line) <= columns, "\(line)")
        }
    }

    @Test("[C18] The picture is XML with a box for each day and each bar, whatever text a tag has")
    func picture() throws {
        let numbers = texts([0, 1, 2, 3, 4, 5, 6, 0, 8]).numbers
        let tags = [TagUse(name: "<a&\"b", count: 2, openCount: 2), TagUse(name: "home", count: 1, openCount: 1)]
        let svg = StatsPicture(numbers: numbers, tags: tags).svg
        let reader = XMLParser(data: Data(svg.utf8))
        let shapes = Shapes()
        reader.delegate = shapes
        #expect(reader.parse(), "\(reader.parserError.debugDescription)")
        // Nine days, two weeks, two tags, and their numbers.
        #expect(shapes.boxes.count == 14 && shapes.texts.contains("#<a&\"b"))
        #expect(shapes.boxes.prefix(10).dropFirst() == ["s0", "s1", "s1", "s2", "s2", "s3", "s3", "s0", "s4"])
        let empty = StatsPicture(numbers: NotebookNumbers(until: today, days: 3), tags: []).svg
        #expect(XMLParser(data: Data(empty.utf8)).parse())
    }

    /// The content of a picture.
    private final class Shapes: NSObject, XMLParserDelegate {
        var boxes: [String] = []
        var texts = ""

        func parser(
            _ parser: XMLParser,
            didStartElement name: String,
            namespaceURI: String?,
            qualifiedName: String?,
            attributes: [String: String]
        ) {
            if name == "rect" { boxes.append(attributes["class"] ?? "") }
        }

        func parser(_ parser: XMLParser, foundCharacters text: String) { texts += text }
    }

    @Test("[C18] The JSON has a member for each day")
    func json() throws {
        let stats = try #require(try JSON(Array(texts([0, 2]).json.utf8))["stats"])
        #expect(stats["open"] == .integer(3) && stats["streak"] == .integer(1) && stats["notes"] == .integer(1))
        let days = try #require(stats["days"]?.arrayValue)
        #expect(days.map { $0["date"] } == [.string("2026-11-24"), .string("2026-11-25")])
        #expect(days.map { $0["done"] } == [.integer(0), .integer(2)])
    }
}
