import DaybookCore
import DaybookStore
import HTTPTypes
import Testing

@testable import DaybookServer

@Suite("The trash")
struct TrashTests {
    private func delete(_ number: UInt64, at milliseconds: Int64, device: UInt64 = 1) -> Record {
        Record(kind: .todo, id: uuid(number), deleted: stamp(milliseconds, device: device))
    }

    @Test("[S12] deleted records are listed with their time and device, the last first, and are restored whole")
    func whole() async throws {
        try await World.with { world in
            let person = try await world.signUpOnPhone()
            let tagged = change(1, at: 1, ("tag:home", .bool(true)), ("detail", .string("2 litres")))
            _ = try await world.sync([todo(1), tagged, todo(2)], by: person)
            let path = "/api/v1/todos/\(uuid(1))"
            let before = try await world.call(.get, path, by: person).json(.ok)
            _ = try await world.sync([delete(1, at: 7, device: uuid(999).low)], by: person)
            _ = try await world.call(.delete, "/api/v1/todos/\(uuid(2))", by: person)
            let items = try await world.trash(by: person)
            #expect(items.map { $0.text("id") } == [uuid(2).description, uuid(1).description])
            let device = #"{"id":"\#(uuid(999))","name":"Phone"}"#
            var expected = try JSON(
                text: #"{"kind":"todo","id":"\#(uuid(1))","deletedAt":"2026-11-22T09:00:00.007Z","#
                    + #""device":\#(device),"entry":0}"#
            ).objectValue
            expected?.append(.init("todo", before))
            #expect(items.last?.objectValue == expected)
            #expect(items.first?["device"] == .null)

            world.clock.advance(.minutes(1))
            let restored = try await world.restore(0, by: person).json(.ok)
            func sameButModified(_ todo: JSON) -> [JSON.Member]? {
                todo.objectValue?.filter { $0.name != "modifiedAt" }
            }
            #expect(sameButModified(restored) == sameButModified(before))
            #expect(try await world.call(.get, path, by: person).json(.ok) == restored)
            #expect(try await world.trash(by: person).map { $0.text("id") } == [uuid(2).description])
            // A restore is not an edit, so the history is empty, and a second restore changes nothing.
            #expect(try await world.history(by: person).isEmpty)
            #expect(try await world.restore(0, by: person).json(.ok) == restored)
        }
    }

    @Test("[S12] a page of the trash ends before its notes have too many photos, and the next page goes on there")
    func manyPhotos() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            for number: UInt64 in 1...84 {
                let deleted = Record(kind: .note, id: uuid(number), deleted: stamp(1_000 - Int64(number)))
                let photos = (0..<100).map { photo(number * 100 + 1_000 + $0, of: number) }
                let records = [note(number)] + photos + [deleted]
                _ = try await world.storage.apply(records, to: person.account, at: world.clock.now) { _, _ in [] }
            }
            var (lengths, numbers, after) = ([Int](), [UInt64](), "")
            repeat {
                let query = "/api/v1/trash?limit=500" + (after.isEmpty ? "" : "&after=\(after)")
                let page = try await world.call(.get, query, by: person).json(.ok)
                let items = page["items"]?.arrayValue ?? []
                #expect(items.allSatisfy { $0["note"]?["photos"]?.arrayValue?.count == 100 })
                numbers += items.compactMap { DaybookCore.UUID($0.text("id"))?.low }.map { $0 & 0xFFFF }
                lengths.append(items.count)
                after = page["next"]?.stringValue ?? ""
            } while !after.isEmpty && lengths.count < 9
            #expect(lengths.first == 81)
            #expect(numbers == (1...84).map { $0 })
        }
    }

    @Test("[S4] [S12] an edit made elsewhere meanwhile is not overridden when a thing comes back")
    func editedMeanwhile() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            _ = try await world.sync([todo(1), delete(1, at: 5)], by: person)
            world.clock.advance(.minutes(1))
            _ = try await world.restore(0, by: person).json(.ok)
            // Edited a moment before the restore, by a device that was offline.
            _ = try await world.sync([change(1, at: 59_000, device: 9, ("title", .string("Edited")))], by: person)
            #expect(try await world.list(by: person).titles == ["Edited"])
        }
    }

    @Test("[S12] things stay in the trash for 30 days")
    func month() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            _ = try await world.sync([todo(1), delete(1, at: 0)], by: person)
            world.clock.advance(.days(30))
            #expect(try await world.trash(by: person).count == 1)
            world.clock.advance(.milliseconds(1))
            #expect(try await world.trash(by: person).isEmpty)
            #expect(try await world.restore(0, by: person).status == .notFound)
        }
    }

    @Test("[S10] [S12] a thing that was forgotten for good has no history any more")
    func forgotten() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            _ = try await world.sync([todo(1), delete(1, at: 0)], by: person)
            world.clock.advance(.days(90))
            // Its last value arrived today.
            _ = try await world.sync([change(1, at: -1, ("title", .string("Late")))], by: person)
            #expect(try await world.history(by: person).count == 1)
            await world.collectGarbage()
            #expect(try await world.restore(1, by: person).status == .notFound)
            #expect(try await world.call(.get, HistoryTests.path, by: person).status == .notFound)
        }
    }

    @Test("the trash comes in pages, also when many went at one moment")
    func pages() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            _ = try await world.sync((1...9).map { todo($0) }, by: person)
            _ = try await world.sync((1...9).map { delete($0, at: $0 < 5 ? 1 : Int64($0)) }, by: person)
            var seen: [String] = []
            var query = "?limit=2"
            while true {
                let page = try await world.call(.get, "/api/v1/trash\(query)", by: person).json(.ok)
                let items = page["items"]?.arrayValue ?? []
                #expect(items.count <= 2)
                seen += items.map { $0.text("id") }
                guard let next = page["next"]?.stringValue else { break }
                query = "?limit=2&after=\(next)"
            }
            #expect(seen == (1...9).reversed().map { uuid($0).description })
        }
    }

    @Test("[A11] an account's trash is its own; a record that never held anything is not in it")
    func foreign() async throws {
        try await World.with { world in
            let (asha, ben) = (try await world.signUp(1), try await world.signUp(2))
            _ = try await world.sync([todo(1), delete(1, at: 5), delete(2, at: 6)], by: asha)
            #expect(try await world.trash(by: asha).count == 1)
            #expect(try await world.trash(by: ben).isEmpty)
            #expect(try await world.restore(0, by: ben).status == .notFound)
            #expect(try await world.restore(0, of: 2, by: asha).status == .notFound)
        }
    }

    @Test("other kinds are in the trash too, and come back as in sync")
    func otherKinds() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let recipe = Record(
                kind: Record.Kind("recipe"),
                id: uuid(1),
                fields: [.init("steps", .string("boil"), stamp())],
                deleted: stamp(1)
            )
            _ = try await world.sync([recipe], by: person)
            let items = try await world.trash(by: person)
            #expect(items.map { $0.text("kind") } == ["recipe"] && items.first?["todo"] == nil)
            let path = "/api/v1/history/recipe/\(uuid(1))/restore"
            let json = try await world.call(.post, path, #"{"entry":0}"#, by: person).json(.ok)
            let record = try Record(json: json)
            #expect(record.isAlive)
        }
    }
}

extension World {
    /// The first page of the trash.
    func trash(by person: Person) async throws -> [JSON] {
        try await call(.get, "/api/v1/trash", by: person).json(.ok)["items"]?.arrayValue ?? []
    }
}
