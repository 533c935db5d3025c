import DaybookCore
import HTTPTypes
import Testing

@testable import DaybookServer

@Suite("History and trash of notes")
struct NoteHistoryTests {
    private static let path = "/api/v1/history/note/\(uuid(1))"

    private func restore(
        _ entry: Int,
        _ world: World,
        _ person: Person,
        at path: String = NoteHistoryTests.path
    ) async throws -> Answer {
        try await world.call(.post, "\(path)/restore", #"{"entry":\#(entry)}"#, by: person)
    }

    @Test("[S12] what was written before comes back; that photos changed is no entry")
    func entries() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            try await world.store(1, 2, by: person)
            _ = try await world.createNote(photos: [1], by: person)
            world.clock.advance(.minutes(1))
            let path = "/api/v1/notes/\(uuid(1))"
            _ = try await world.call(.patch, path, #"{"title":"Another walk"}"#, by: person).json(.ok)
            _ = try await world.arrange([2, 1], by: person).json(.ok)
            let items = try await world.call(.get, Self.path, by: person).json(.ok)["items"]?.arrayValue ?? []
            #expect(items.map { $0.text("field") } == ["title"] && items.first?.text("value") == "A walk")
            let back = try await restore(1, world, person).json(.ok)
            #expect(back.text("title") == "A walk" && back.photoNumbers == [2, 1])
            #expect(try await world.note(by: person) == back)
        }
    }

    @Test("[S12] [N7] an earlier tag and an earlier pin come back, but no fourth tag")
    func labels() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let path = "/api/v1/notes/\(uuid(1))"
            _ = try await world.createNote(by: person)
            for body in [#"{"tags":["home"],"pinned":true}"#, #"{"tags":[],"pinned":false}"#] {
                world.clock.advance(.minutes(1))
                _ = try await world.call(.patch, path, body, by: person).json(.ok)
            }
            let items = try await world.call(.get, Self.path, by: person).json(.ok)["items"]?.arrayValue ?? []
            var entries: [String: Int64] = [:]
            for item in items where item["value"] == .bool(true) {
                entries[item.text("field")] = item["entry"]?.integerValue
            }
            let pin = try #require(entries["pinned"])
            let tag = try #require(entries["tag:home"])
            #expect(try await restore(Int(pin), world, person).json(.ok)["pinned"] == .bool(true))
            _ = try await world.call(.patch, path, #"{"tags":["a","b","c"]}"#, by: person).json(.ok)
            #expect(try await restore(Int(tag), world, person).broken == ["tags:too_many"])
            _ = try await world.call(.patch, path, #"{"tags":["a","b"]}"#, by: person).json(.ok)
            let back = try await restore(Int(tag), world, person).json(.ok)
            #expect((back["tags"]?.arrayValue ?? []).compactMap { $0.stringValue } == ["a", "b", "home"])
        }
    }

    @Test("[S12] [N2] what breaks the rules of now does not come back")
    func broken() async throws {
        try await World.with(configure: { $0.rules.offer.classic.noteTitle = Rules.Range(7, 20) }) { world in
            let person = try await world.signUp()
            let long = try await world.call(
                .post,
                "/api/v1/notes",
                #"{"id":"\#(uuid(1))","title":"A long walk","description":"\#(longEnough)"}"#,
                by: person
            )
            #expect(long.status == .created)
            let old = Record(kind: .note, id: uuid(1), fields: [.init("title", .string("A walk"), stamp(-5))])
            _ = try await world.storage.apply([old], to: person.account, at: world.clock.now) { _, _ in [] }
            let answer = try await restore(1, world, person)
            #expect(answer.broken == ["title:too_short"])
        }
    }

    @Test(
        "[S12] a deleted note is in the trash with its photos, which are not there by themselves, and comes back whole"
    )
    func whole() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            try await world.store(1, 2, 3, by: person)
            _ = try await world.createNote(photos: [1, 2, 3], by: person)
            world.clock.advance(.minutes(1))
            let before = try await world.arrange([2, 1], by: person).json(.ok)
            _ = try await world.call(.delete, "/api/v1/notes/\(uuid(1))", by: person)
            _ = try await world.sync([todo(5)], by: person)
            _ = try await world.call(.delete, "/api/v1/todos/\(uuid(5))", by: person)
            let items = try await world.trash(by: person)
            #expect(items.map { $0.text("kind") } == ["todo", "note"])
            #expect(items.last?["note"] == before && items.last?["todo"] == nil)
            #expect(items.last?["entry"] == .integer(0))
            world.clock.advance(.days(29))
            await world.collectGarbage()
            let back = try await restore(0, world, person).json(.ok)
            #expect(back.photoNumbers == [2, 1] && back.text("title") == "A walk")
            #expect(try await world.note(by: person) == back)
            #expect(try await world.trash(by: person).map { $0.text("kind") } == ["todo"])
            #expect(try await world.storage.photo(digest(2), of: person.account) != nil)
        }
    }

    @Test("[S12] [N6] past the trash the photos of a note go too: their records, and a day later their files")
    func past() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            try await world.store(1, by: person)
            _ = try await world.createNote(photos: [1], by: person)
            _ = try await world.call(.delete, "/api/v1/notes/\(uuid(1))", by: person)
            let cursor = try await world.changes(of: person)
            await world.collectGarbage()
            world.clock.advance(.days(31))
            await world.collectGarbage()
            let changes = try await world.sync(cursor: cursor, by: person).changes
            #expect(changes.map(\.kind) == [.photo] && changes.allSatisfy { !$0.isAlive })
            #expect(try await world.storage.photo(digest(1), of: person.account) != nil)
            world.clock.advance(.days(1))
            await world.collectGarbage()
            #expect(try await world.storage.photo(digest(1), of: person.account) == nil)
        }
    }

    @Test("[S12] [N2] a removed photo comes back by its id, into a note that has room for it, and the note is modified")
    func photoBack() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let other = try await world.signUp(2)
            try await world.store(1, by: person)
            _ = try await world.sync([note(1), photo(11), photo(12, position: 5)], by: person)
            _ = try await world.sync([Record(kind: .photo, id: uuid(11), deleted: stamp(9))], by: person)
            #expect(try await world.trash(by: person).isEmpty)
            let path = "/api/v1/history/photo/\(uuid(11))"
            #expect(try await restore(0, world, other, at: path).status == .notFound)
            world.clock.advance(.seconds(5))
            let record = try await restore(0, world, person, at: path).json(.ok)
            #expect(record.text("kind") == "photo")
            let note = try await world.note(by: person)
            #expect(note.photoNumbers == [11, 12] && note.text("modifiedAt") == "2026-11-22T09:00:05.000Z")
            _ = try await world.sync([Record(kind: .photo, id: uuid(11), deleted: stamp(6_000))], by: person)
            _ = try await world.sync((20..<29).map { DaybookServerTests.photo($0, at: 6_000) }, by: person)
            world.clock.advance(.seconds(5))
            #expect(try await restore(0, world, person, at: path).broken == ["photos:too_many"])
            // A restore of a photo of a deleted note restores the note too.
            _ = try await world.sync(
                (20..<29).map { Record(kind: .photo, id: uuid($0), deleted: stamp(9_000)) },
                by: person
            )
            _ = try await world.call(.delete, "/api/v1/notes/\(uuid(1))", by: person)
            _ = try await restore(0, world, person, at: path).json(.ok)
            #expect(try await world.note(by: person).photoNumbers == [11, 12])
        }
    }
}
