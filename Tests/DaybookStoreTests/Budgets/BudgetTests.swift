import Foundation
import Testing

@testable import DaybookStore

@Suite("Budgets")
struct BudgetTests {
    @Test("a budget is its default until an operator sets it", arguments: Budget.allCases)
    func standard(_ budget: Budget) throws {
        #expect(budget.entry.range.contains(budget.entry.standard))
        #expect(Budgets()[budget] == budget.entry.standard)
        let highest = budget.entry.range.upperBound
        let chosen = try Budgets("\(budget.rawValue)=\(highest)")
        #expect(chosen[budget] == highest)
        for other in Budget.allCases where other != budget { #expect(chosen[other] == other.entry.standard) }
    }

    @Test("several budgets are set at once, with spaces or without")
    func several() throws {
        let budgets = try Budgets("connections = 2000,accountCalls=4")
        #expect(budgets[.connections] == 2_000 && budgets[.accountCalls] == 4)
        #expect(try Budgets("") == Budgets())
    }

    @Test("what cannot be read is named, with what can be written in its place")
    func failures() {
        #expect(throws: Budgets.Failure.form("connections")) { try Budgets("connections") }
        #expect(throws: Budgets.Failure.name("conections")) { try Budgets("conections=20") }
        #expect(throws: Budgets.Failure.range(.connections, "many")) { try Budgets("accountCalls=4,connections=many") }
        #expect(throws: Budgets.Failure.range(.connections, "1")) { try Budgets("connections=1") }
        #expect("\(Budgets.Failure.range(.connections, "1"))".contains("from 16 to 1000000, not 1"))
        #expect("\(Budgets.Failure.name("x"))".contains("accountCalls"))
    }

    @Test("SECURITY.md has a row for each budget, with its default, and no row for another")
    func documented() throws {
        let project = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..").standardized
        let text = try String(contentsOf: project.appendingPathComponent("SECURITY.md"), encoding: .utf8)
        let section = try #require(text.components(separatedBy: "\n## Budgets\n").dropFirst().first)
        let rows = try #require(section.components(separatedBy: "\n## ").first).split(separator: "\n")
            .filter { $0.hasPrefix("| `") }.map { $0.components(separatedBy: " | ") }
        let told = Dictionary(rows.map { ($0[0].filter { $0.isLetter }, $0[1]) }) { first, _ in first }
        #expect(Set(told.keys) == Set(Budget.allCases.map(\.rawValue)))
        for budget in Budget.allCases {
            #expect(told[budget.rawValue] == "\(Self.grouped(budget.entry.standard)) \(budget.entry.unit)")
        }
    }

    /// A number with commas between its thousands.
    private static func grouped(_ number: Int) -> String {
        var text = ""
        for (place, digit) in String(number).reversed().enumerated() {
            if place > 0, place % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return String(text.reversed())
    }
}
