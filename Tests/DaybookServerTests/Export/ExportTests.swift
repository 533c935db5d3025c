import DaybookCore
import DaybookStore
import HTTPTypes
import Testing

@testable import DaybookServer

@Suite("Exporting everything")
struct ExportTests {
    @Test("[A14] one zip to keep, with what Daybook reads and what people read")
    func export() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            _ = try await world.create(#"{"title":"Buy milk","tags":["home"],"detail":"2 litres"}"#, by: person)
            _ = try await world.sync([todo(2), Record(kind: .todo, id: uuid(3), deleted: stamp())], by: person)
            let answer = try await world.call(.get, "/api/v1/account/export", by: person)
            #expect(answer.status == .ok)
            #expect(answer.headers[.contentType] == "application/zip")
            #expect(answer.headers[.contentDisposition] == #"attachment; filename="daybook-2026-11-22.zip""#)
            #expect(answer.headers[.cacheControl] == "no-store")
            #expect(answer.headers[.xContentTypeOptions] == "nosniff")

            let zip = try Unzipped(answer.bytes)
            #expect(zip.names == ["daybook.json", "todos.json", "notes.json", "activity.json", "README.txt"])
            let data = try zip.json("daybook.json")
            #expect(
                data.objectValue?.map(\.name) == ["format", "version", "exportedAt", "cursor", "account", "records"]
            )
            #expect(data["format"] == .string("daybook-export") && data["version"] == .integer(1))
            #expect(data.text("exportedAt") == "2026-11-22T09:00:00.000Z" && data["cursor"] == .integer(3))
            #expect(data["account"]?.objectValue?.map(\.name) == ["id", "name", "mobile", "email", "createdAt"])
            #expect(try await world.records(of: person) == zip.records)
            let todos = try zip.json("todos.json")["todos"]?.arrayValue ?? []
            #expect(todos.map { $0.text("title") } == ["Buy milk", "Buy milk"])
            let shown = try await world.call(.get, "/api/v1/todos/\(todos[0].text("id"))", by: person)
            #expect(try shown.json == todos[0])
            #expect(zip.text("README.txt").hasPrefix("This is everything"))
        }
    }

    @Test("[A14] sessions and activity are in it, and no secret is")
    func activity() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let zip = try Unzipped(try await world.export(by: person))
            let activity = try zip.json("activity.json")
            #expect(activity["sessions"]?.arrayValue?.count == 1)
            #expect(activity["activity"]?.arrayValue?.map { $0.text("kind") } == ["exported", "signed_up"])
            #expect(try await world.activity(of: person) == [.exported, .signedUp])
            let hash = try #require(try await world.storage.account(person.account)?.passwordHash)
            for name in zip.names {
                for secret in [hash, person.token, Person.password] { #expect(!zip.text(name).contains(secret)) }
            }
        }
    }

    @Test("an account with nothing in it has an export too")
    func empty() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let zip = try Unzipped(try await world.export(by: person))
            #expect(try zip.json("daybook.json")["records"] == .array([]))
            #expect(try zip.json("todos.json")["todos"] == .array([]))
        }
    }

    @Test("more than one page is all there")
    func pages() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            for start in stride(from: UInt64(1), to: 2_500, by: 500) {
                _ = try await world.sync((start..<start + 500).map { todo($0) }, by: person)
            }
            let zip = try Unzipped(try await world.export(by: person))
            #expect(try zip.records == (1...2_500).map { todo($0) })
            #expect(try zip.json("todos.json")["todos"]?.arrayValue?.count == 2_500)
        }
    }

    @Test("a record that changes while the export is read stands in it once, and none is missing")
    func changing() async throws {
        let account = StoredAccount(
            id: AccountID(uuid(1)),
            name: nil,
            mobile: nil,
            email: "a@b.cd",
            passwordHash: "",
            createdAt: stamp().wall
        )
        let spools = Spools(ServerConfiguration())
        var export = try await ExportWriter(of: account, at: stamp().wall, cursor: 3, spools: spools)
        try await export.add([StoredRecord(record: todo(1), cursor: 1), StoredRecord(record: todo(2), cursor: 2)])
        // The third was changed before its turn came, the first after.
        var third = todo(3)
        third.merge(change(3, at: 5, ("done", .bool(true))))
        var first = todo(1)
        first.merge(change(1, at: 6, ("done", .bool(true))))
        try await export.add([StoredRecord(record: third, cursor: 4), StoredRecord(record: first, cursor: 5)])
        var bytes: [UInt8] = []
        try await export.endRecords(sessions: [], activity: []) { bytes += $0 }
        export.finish()
        let zip = try Unzipped(bytes + export.drain())
        #expect(try zip.records == [todo(1), todo(2), third])
        let todos = try zip.json("todos.json")["todos"]?.arrayValue ?? []
        #expect(todos.map { $0["done"] } == [.bool(false), .bool(false), .bool(true)])
    }

    @Test("a look at the headers alone exports nothing")
    func head() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let answer = try await world.call(.head, "/api/v1/account/export", by: person)
            #expect(answer.status == .ok && answer.bytes.isEmpty)
            #expect(try await world.activity(of: person) == [.signedUp])
        }
    }
}
