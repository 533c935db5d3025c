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

    @Test("a record that changes while the export is read stands in it once, and no record is missing")
    func changing() async throws {
        let spools = Spools(ServerConfiguration())
        var export = try await ExportWriter(of: Self.account, at: stamp().wall, cursor: 3, spools: spools)
        try await export.add([StoredRecord(record: todo(1), cursor: 1), StoredRecord(record: todo(2), cursor: 2)])
        // The third to-do was changed before the export reached it, the first afterwards.
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

    private static let account = StoredAccount(
        id: AccountID(uuid(1)),
        name: nil,
        mobile: nil,
        email: "a@b.cd",
        passwordHash: "",
        createdAt: stamp().wall
    )

    @Test("[N3] notes are in their order and have their photos, wherever these came; many wait on the disk")
    func notes() async throws {
        let spools = Spools(ServerConfiguration())
        var export = try await ExportWriter(of: Self.account, at: stamp().wall, cursor: 3, spools: spools)
        var index = NoteIndex()
        var records: [Record] = []
        for number: UInt64 in 1...300 {
            let text = Record.Field(
                "description",
                .string(String(repeating: "ä", count: 500)),
                stamp(Int64(number % 7))
            )
            let title = Record.Field("title", .string("Note \(number)"), stamp(Int64(number % 7)))
            let note = Record.Field("note", .string(uuid(1_000 + (number * 7) % 300).description), stamp())
            let digest = Record.Field("sha256", .string(SHA256.digest([UInt8(number % 256)]).description), stamp())
            records.append(Record(kind: .note, id: uuid(1_000 + number), fields: [text, title]))
            let facts = [("width", 4), ("height", 3), ("bytes", 9)].map { Record.Field($0, .integer($1), stamp()) }
            let type = Record.Field("type", .string("image/png"), stamp())
            records.append(Record(kind: .photo, id: uuid(9_000 + number), fields: facts + [type, note, digest]))
        }
        for record in records { index.refresh(record.key, record) }
        for start in stride(from: 0, to: records.count, by: 100) {
            let page = records[start..<start + 100].map { StoredRecord(record: $0, cursor: 1) }
            try await export.add(page)
        }
        #expect(spools.usedBytes > 0)
        var bytes: [UInt8] = []
        try await export.endRecords(sessions: [], activity: []) { bytes += $0 }
        export.finish()
        let zip = try Unzipped(bytes + export.drain())
        let expected = try index.notes.map { note in
            var bytes: [UInt8] = []
            note.write(to: &bytes)
            return try JSON(bytes)
        }
        #expect(expected.count == 300 && expected.contains { $0["photos"]?.arrayValue?.isEmpty == false })
        #expect(try zip.json("notes.json")["notes"]?.arrayValue == expected)
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
