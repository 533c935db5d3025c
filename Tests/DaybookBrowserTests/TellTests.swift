import Foundation
import Testing

@testable import DaybookBrowser

@Suite("What the page tells, by number")
struct TellTests {
    private static let web = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Web")

    private func script(_ name: String) throws -> String {
        try String(contentsOf: Self.web.appending(path: name), encoding: .utf8)
    }

    /// The names and numbers of the page's table.
    private func table() throws -> [String: Int32] {
        var table: [String: Int32] = [:]
        for line in try script("tell.js").split(separator: "\n") where line.hasPrefix("  ") {
            let parts = line.split(whereSeparator: { " :,".contains($0) })
            if parts.count == 2, let number = Int32(parts[1]) { table[String(parts[0])] = number }
        }
        return table
    }

    @Test("The page and the module have the same table")
    func sameTable() throws {
        let kinds = Event.Kind.allCases.map { ("\($0)", $0.rawValue) }
        #expect(try table() == Dictionary(uniqueKeysWithValues: kinds))
    }

    @Test("Each script tells what the table has, and all of the table is told")
    func words() throws {
        var told = Set<String>()
        for name in try FileManager.default.contentsOfDirectory(atPath: Self.web.path) where name.hasSuffix(".js") {
            let text = try script(name)
            if name == "sw.js" { continue }
            for part in text.components(separatedBy: "tell.").dropFirst() {
                let word = part.prefix { $0.isLetter }
                if word != "js" { told.insert(String(word)) }
            }
            #expect(!text.contains("emit('") && !text.contains("deliver(['"), "\(name) tells something by its name")
        }
        #expect(told == Set(try table().keys))
    }
}
