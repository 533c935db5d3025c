import Foundation
import Testing

@testable import DaybookBrowser

@Suite("What the host tells, by number")
struct TellTests {
    private static let web = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Web")

    private func script(_ name: String) throws -> String {
        try String(contentsOf: Self.web.appending(path: name), encoding: .utf8)
    }

    /// The names of the host's table, in the order of their numbers.
    private func table() throws -> [String] {
        let parts = try script("tell.js").components(separatedBy: "`")
        return parts.count > 1 ? parts[1].split(whereSeparator: { $0.isWhitespace }).map { String($0) } : []
    }

    @Test("The host and the module have the same table")
    func sameTable() throws {
        #expect(try table() == Event.Kind.allCases.map { "\($0)" })
        #expect(Event.Kind.allCases.map { $0.rawValue } == Array(0..<Int32(Event.Kind.allCases.count)))
    }

    @Test("Each script tells what the table has, and all of the table is told")
    func words() throws {
        var told = Set<String>()
        for name in try FileManager.default.subpathsOfDirectory(atPath: Self.web.path) where name.hasSuffix(".js") {
            let text = try script(name)
            if name == "sw.js" { continue }
            for part in text.components(separatedBy: "tell.").dropFirst() {
                let word = part.prefix { $0.isLetter }
                if word != "js" { told.insert(String(word)) }
            }
            #expect(!text.contains("emit('") && !text.contains("deliver(['"), "\(name) tells something by its name")
        }
        #expect(told == Set(try table()))
    }
}
