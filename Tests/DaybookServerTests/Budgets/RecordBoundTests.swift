import DaybookCore
import DaybookStore
import HTTPTypes
import Synchronization
import Testing

@testable import DaybookServer

@Suite("A record that grows call by call")
struct RecordBoundTests {
    private func fields(_ call: Int) -> Record {
        let text = JSON.string(String(repeating: "a", count: 63_990))
        let fields = (0..<15).map { Record.Field("x\(call)-\($0)", text, stamp(Int64(call + 1))) }
        return Record(kind: .todo, id: uuid(1), fields: fields)
    }

    /// Everything that a person does with a to-do works, with a clear answer.
    private func checkAll(_ world: World, _ person: Person) async throws {
        #expect(try await world.list(by: person).titles == ["Buy milk"])
        let call = SyncRequest(device: uuid(999), cursor: 0, limit: 10, changes: [])
        let synced = try await world.call(.post, "/api/v1/sync", bytes: call.encoded, by: person)
        #expect(synced.status == .ok && synced.text.contains(uuid(1).description))
        let records = try Unzipped(try await world.export(by: person)).records
        #expect(records.map(\.id) == [uuid(1)])
        let path = "/api/v1/todos/\(uuid(1))"
        let changed = try await world.call(.patch, path, #"{"done":true}"#, by: person).json(.ok)
        #expect(changed["done"] == .bool(true))
        let again = try await world.call(.patch, path, #"{"done":false}"#, by: person).json(.ok)
        #expect(again["done"] == .bool(false))
        #expect(try await world.call(.delete, path, by: person).status == .noContent)
        #expect(try await world.list(by: person).titles == [])
        #expect(try await world.storage.collectGarbage(at: world.clock.now.advanced(by: .days(91))).records == 1)
    }

    @Test(
        "[S9] eighteen calls of fifteen fields of 64,000 bytes for one id are refused by themselves, and all else works"
    )
    func attack() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            _ = try await world.sync([todo(1)], by: person)
            for call in 0..<18 {
                let change = fields(call)
                let answer = try await world.sync([change, todo(2, at: Int64(call))], by: person)
                #expect(answer.rejected.map(\.key) == [change.key])
                #expect(answer.rejected.flatMap(\.violations).map(\.code) == [.tooLarge])
            }
            // Fields are added one at a time, until the record is full.
            var refused = 0
            for (number, field) in fields(0).fields.enumerated() {
                let change = Record(kind: .todo, id: uuid(1), fields: [field])
                let answer = try await world.sync([change], by: person)
                if number >= 4 { refused += answer.rejected.count }
            }
            #expect(refused == 11)
            let stored = try #require(try await world.storage.record(todo(1).key, of: person.account))
            #expect(stored.record.fieldsBytes <= Rules.standard.recordBytesMaximum)
            _ = try await world.sync([Record(kind: .todo, id: uuid(2), deleted: stamp(99))], by: person)
            let before = try await world.changes(of: person)
            let kept = try await world.sync(cursor: before, by: person)
            #expect(kept.changes.isEmpty)
        }
    }

    @Test(
        "[S9] a record that grew beyond 16 MiB before there was a bound is listed, synced, exported, marked and deleted"
    )
    func fromBefore() async throws {
        let path = try TestFolders.make() + "/daybook.sqlite"
        var budgets = Budgets()
        budgets[.recordBytes] = 1 << 30
        budgets[.recordFields] = 512
        let person = Mutex<Person?>(nil)
        try await World.with(storage: try Storages.sqlite(path: path, budgets: budgets)) { world in
            let signedUp = try await world.signUp()
            var large = todo(1)
            for call in 0..<18 { large.merge(fields(call)) }
            _ = try await world.storage.apply([large], to: signedUp.account, at: world.clock.now) { _, _ in [] }
            person.withLock { $0 = signedUp }
        }
        let owner = try #require(person.withLock { $0 })
        try await World.with(storage: try Storages.sqlite(path: path)) { world in
            let growing = Record(kind: .todo, id: uuid(1), fields: [.init("y", .integer(1), stamp(900))])
            let answer = try await world.sync([growing], cursor: 1, by: owner)
            #expect(answer.rejected.flatMap(\.violations).map(\.code) == [.tooMany])
            try await checkAll(world, owner)
        }
    }

    @Test("a repetition that lists more days than anybody has a use for is refused, in plain words")
    func overlongRule() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let sundays = (1...37).map { "\($0)SU,-\($0)SU" }.joined(separator: ",")
            let rule = "FREQ=YEARLY;BYSETPOS=366;BYDAY=\(sundays)"
            let body = #"{"title":"Buy milk","repeat":{"rule":"\#(rule)"}}"#
            let answer = try await world.call(.post, "/api/v1/todos", body, by: person)
            #expect(answer.status == .unprocessableContent)
            #expect(answer.broken == ["repeat:too_many"])
        }
    }
}
