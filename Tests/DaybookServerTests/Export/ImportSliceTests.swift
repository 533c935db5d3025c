import DaybookCore
import DaybookStore
import HTTPTypes
import Testing

@testable import DaybookServer

@Suite("An import that is written in slices")
struct ImportSliceTests {
    private func small() throws -> any Storage {
        var budgets = Budgets()
        budgets[.transactionRows] = 10
        return try Storages.sqlite(path: try TestFolders.make() + "/daybook.sqlite", budgets: budgets)
    }

    @Test("[A14] an import of more records than a transaction takes is whole")
    func slices() async throws {
        try await World.with(storage: try small()) { world in
            let person = try await world.signUp()
            let records = (1...95).map { todo($0) }
            let answer = try await world.importZip(try .export(records), by: person)
            #expect(answer.text == #"{"imported":95,"rejected":[]}"#)
            #expect(try await world.records(of: person) == records)
            #expect(try await world.activity(of: person) == [.imported, .signedUp])
        }
    }

    @Test("[A14] an import that was interrupted goes on with the same file, and with no other")
    func goesOn() async throws {
        try await World.with(storage: try small()) { world in
            let person = try await world.signUp()
            let records = (1...45).map { todo($0) }
            // The state after a crash between two slices.
            try await world.storage.beginImport(into: person.account)
            _ = try await world.storage.apply(Array(records.prefix(20)), to: person.account, at: world.clock.now) {
                _,
                _ in
                []
            }
            let other = try await world.importZip(try .export([todo(90)]), by: person)
            #expect(other.status == .conflict)
            #expect(try await world.records(of: person).count == 20)
            let answer = try await world.importZip(try .export(records), by: person)
            #expect(answer.text == #"{"imported":45,"rejected":[]}"#)
            #expect(try await world.records(of: person) == records)
            #expect(try await world.changes(of: person) == 45)
            // The import has ended now.
            #expect(try await world.importZip(try .export(records), by: person).status == .conflict)
        }
    }

    @Test("[A14] a record that is too large is left out and reported, and the rest is imported")
    func tooLarge() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let text = JSON.string(String(repeating: "a", count: 1 << 20))
            let large = Record(
                kind: .todo,
                id: uuid(1),
                fields: [.init("title", .string("a"), stamp())] + (0..<17).map { .init("x\($0)", text, stamp()) }
            )
            let answer = try await world.importZip(try .export([large, todo(2)]), by: person).json(.ok)
            #expect(answer["imported"] == .integer(1))
            let rejected = try #require(answer["rejected"]?.arrayValue?.first)
            #expect(rejected["errors"]?.arrayValue?.first?.text("code") == "too_large")
        }
    }
}
