import DaybookCore
import HTTPTypes
import Testing

@testable import DaybookServer

@Suite("Notes as resources")
struct NoteTests {
    private static let path = "/api/v1/notes/\(uuid(1))"

    @Test("[N1] a new note is created now, and shows all it has")
    func create() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            try await world.store(1, 2, by: person)
            let made = try await world.call(
                .post,
                "/api/v1/notes",
                #"{"id":"\#(uuid(1).description.uppercased())","title":"  A walk ","description":"\n\#(longEnough) ","#
                    + #""photos":[{"sha256":"\#(digest(2))","thumbnail":"\#(digest(1))"},{"sha256":"\#(digest(1))"}]}"#,
                by: person
            )
            #expect(made.headers[.location] == Self.path)
            #expect(made.status == .created)
            #expect(
                made.text
                    == #"{"id":"\#(uuid(1))","title":"A walk","description":"\#(longEnough)","tags":[],"pinned":false,"#
                    + #""photos":["#
                    + #"{"sha256":"\#(digest(2))","width":640,"height":480,"type":"image/webp","bytes":3,"#
                    + #""thumbnail":"\#(digest(1))"},"#
                    + #"{"sha256":"\#(digest(1))","width":640,"height":480,"type":"image/webp","bytes":3,"#
                    + #""thumbnail":null}],"#
                    + #""createdAt":"2026-11-22T09:00:00.000Z","modifiedAt":"2026-11-22T09:00:00.000Z"}"#
            )
            #expect(try await world.call(.get, Self.path, by: person).text == made.text)
        }
    }

    private static func body(_ title: String, _ description: String, _ more: String = "") -> String {
        #"{"title":"\#(title)","description":"\#(description)"\#(more)}"#
    }

    @Test(
        "[N2] broken rules are reported at their fields",
        arguments: [
            ("{}", ["title:required", "description:required"]),
            (body("abcd", longEnough), ["title:too_short"]), (body(" abcd ", longEnough), ["title:too_short"]),
            (body(String(repeating: "a", count: 101), longEnough), ["title:too_long"]),
            (body("A walk", "short"), ["description:too_short"]),
            (body("A walk", String(repeating: "a", count: 1_001)), ["description:too_long"]),
            (body("A\\nwalk", longEnough), ["title:bad_characters"]),
            (body("A walk", longEnough, #","photos":[{}]"#), ["photos:required"]),
            (body("A walk", longEnough, #","photos":[1]"#), ["photos:wrong_type"]),
            (body("A walk", longEnough, #","photos":null"#), ["photos:wrong_type"]),
            (body("A walk", longEnough, #","photos":[{"sha256":"x"}]"#), ["photos:wrong_type"]),
            (
                body("A walk", longEnough, #","photos":[{"sha256":"\#(digest(1))","colour":1}]"#),
                ["photos:unknown_field"]
            ),
            (body("A walk", longEnough, #","photos":[{"sha256":"\#(digest(9))"}]"#), ["photos:unknown"]),
            (
                body("A walk", longEnough, #","photos":[{"sha256":"\#(digest(1))","thumbnail":"\#(digest(9))"}]"#),
                ["photos:unknown"]
            ),
            (body("A walk", longEnough, #","photos":[{"sha256":"\#(digest(1))","width":641}]"#), ["photos:fixed"]),
            (
                body("A walk", longEnough, #","photos":[{"sha256":"\#(digest(1))","type":"image/png"}]"#),
                ["photos:fixed"]
            ),
            (body("A walk", longEnough, #","tags":"home""#), ["tags:wrong_type"]),
            (body("A walk", longEnough, #","tags":["a","b","c","d"]"#), ["tags:too_many"]),
            (body("A walk", longEnough, #","tags":["ninechars"]"#), ["tags:too_long"]),
            (body("A walk", longEnough, #","tags":["home","HOME"]"#), ["tags:duplicate"]),
            (body("A walk", longEnough, #","pinned":1"#), ["pinned:wrong_type"]),
            (body("A walk", longEnough, #","createdAt":"2026-11-22T09:00:00Z""#), ["createdAt:unknown_field"]),
        ]
    )
    func rules(_ body: String, _ broken: [String]) async throws {
        try await World.with { world in
            let person = try await world.signUp()
            try await world.store(1, by: person)
            let answer = try await world.call(.post, "/api/v1/notes", body, by: person)
            #expect(answer.status == .unprocessableContent)
            #expect(answer.broken == broken, "\(answer.text)")
            #expect(try await world.changes(of: person) == 0)
        }
    }

    @Test("[N2] ten photos are taken and an eleventh is not; the same picture may be there twice")
    func tenPhotos() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            try await world.store(1, 2, 3, 4, 5, 6, by: person)
            let ten: [UInt8] = [1, 2, 3, 4, 5, 5, 4, 3, 2, 1]
            let refused = try await world.call(.post, "/api/v1/notes", world.noteBody(1, photos: ten + [6]), by: person)
            #expect(refused.broken == ["photos:too_many"])
            #expect(try await world.createNote(photos: ten, by: person).photoNumbers == ten)
            #expect(try await world.arrange(ten + [6], by: person).broken == ["photos:too_many"])
            #expect(try await world.arrange(ten.reversed(), by: person).json(.ok).photoNumbers == ten)
        }
    }

    @Test("the same POST again is the same note, also when it was edited meanwhile; another one with its id is refused")
    func idempotent() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            try await world.store(1, 2, 3, by: person)
            let first = try await world.createNote(photos: [1, 2], by: person)
            let changes = try await world.changes(of: person)
            #expect(try await world.createNote(photos: [1, 2], by: person) == first)
            #expect(try await world.changes(of: person) == changes)
            for body in [
                world.noteBody(1, title: "Another", photos: [1, 2]), world.noteBody(1, photos: [1]),
                world.noteBody(1, photos: [1, 2, 3]), world.noteBody(1, photos: [2, 1]), world.noteBody(1),
            ] {
                let other = try await world.call(.post, "/api/v1/notes", body, by: person)
                #expect(other.status == .conflict && other.broken == ["id:taken"], "\(body)")
            }
            world.clock.advance(.minutes(1))
            let edited = try await world.call(.patch, Self.path, #"{"title":"Another walk"}"#, by: person).json(.ok)
            _ = try await world.arrange([2], by: person).json(.ok)
            let again = try await world.createNote(photos: [1, 2], by: person)
            #expect(again.text("title") == "Another walk" && again.photoNumbers == [2])
            #expect(edited.text("modifiedAt") == "2026-11-22T09:01:00.000Z")
            _ = try await world.call(.delete, Self.path, by: person)
            let gone = try await world.call(.post, "/api/v1/notes", world.noteBody(1, photos: [1, 2]), by: person)
            #expect(gone.status == .conflict && gone.text.contains("This note was deleted."))
            _ = try await world.call(.post, "/api/v1/history/note/\(uuid(1))/restore", #"{"entry":0}"#, by: person)
            let back = try await world.call(.post, "/api/v1/notes", world.noteBody(1, photos: [1, 2]), by: person)
            #expect(try back.json(.created).text("title") == "Another walk")
        }
    }

    @Test("many that send the same POST at once make one note with each photo once")
    func crowd() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            try await world.store(1, 2, by: person)
            try await withThrowingTaskGroup { group in
                for _ in 0..<20 {
                    group.addTask {
                        let body = world.noteBody(1, photos: [1, 2])
                        let answer = try await world.call(.post, "/api/v1/notes", body, by: person)
                        #expect(answer.status == .created, "\(answer.text)")
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await world.changes(of: person) == 3)
        }
    }

    @Test("[N1] [S3] a change sets its members and nothing else, and the time of modification")
    func change() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let before = try await world.createNote(by: person)
            world.clock.advance(.seconds(9))
            let same = try await world.call(.patch, Self.path, #"{"title":" A walk "}"#, by: person).json(.ok)
            #expect(same == before)
            let more = String(repeating: "b", count: 100)
            let changed = try await world.call(.patch, Self.path, #"{"description":"\#(more)"}"#, by: person).json(.ok)
            #expect(changed.text("description") == more && changed.text("title") == "A walk")
            #expect(changed.text("createdAt") == before.text("createdAt"))
            #expect(changed.text("modifiedAt") == "2026-11-22T09:00:09.000Z")
            let broken = try await world.call(.patch, Self.path, #"{"title":"","description":"x"}"#, by: person)
            #expect(broken.broken == ["title:required", "description:too_short"])
            #expect(try await world.note(by: person) == changed)
        }
    }

    @Test("[N7] tags and a pin are made, replaced and taken away; the same POST again is the same note")
    func labels() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            func change(_ body: String) async throws -> Answer {
                try await world.call(.patch, Self.path, body, by: person)
            }
            func tags(_ note: JSON) -> [String] { (note["tags"]?.arrayValue ?? []).compactMap { $0.stringValue } }
            let body =
                #"{"id":"\#(uuid(1))","title":"A walk","description":"\#(longEnough)","#
                + #""tags":[" work ","Home"],"pinned":true}"#
            let made = try await world.call(.post, "/api/v1/notes", body, by: person).json(.created)
            #expect(tags(made) == ["Home", "work"] && made["pinned"] == .bool(true))
            #expect(try await world.call(.post, "/api/v1/notes", body, by: person).json(.created) == made)
            let other = try await world.call(.post, "/api/v1/notes", world.noteBody(1), by: person)
            #expect(other.status == .conflict, "a note without them is another one")
            world.clock.advance(.seconds(9))
            let same = try await change(#"{"tags":["work","Home"],"pinned":true}"#).json(.ok)
            #expect(same == made)
            let changed = try await change(#"{"tags":["trip","Home"]}"#).json(.ok)
            #expect(tags(changed) == ["Home", "trip"] && changed["pinned"] == .bool(true))
            #expect(changed.text("modifiedAt") == "2026-11-22T09:00:09.000Z")
            world.clock.advance(.seconds(9))
            let loose = try await change(#"{"pinned":false}"#).json(.ok)
            #expect(loose.text("modifiedAt") == "2026-11-22T09:00:09.000Z", "a pin changes nothing in the note")
            #expect(loose["pinned"] == .bool(false))
            let unpinned = try await change(#"{"tags":[],"pinned":false}"#).json(.ok)
            #expect(tags(unpinned) == [] && unpinned["pinned"] == .bool(false))
            #expect(try await change(#"{"tags":["a","b","c","d"]}"#).broken == ["tags:too_many"])
            let both = try await change(#"{"tags":["ninechars"],"title":""}"#)
            #expect(both.broken == ["title:required", "tags:too_long"])
            #expect(try await change(#"{"tags":null}"#).broken == ["tags:wrong_type"])
            #expect(try await change(#"{"pinned":null}"#).broken == ["pinned:wrong_type"])
            #expect(try await world.note(by: person) == unpinned)
        }
    }

    @Test("[S4] [N7] a note with more tags than allowed keeps them; one can be taken away and none added")
    func manyTags() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            _ = try await world.createNote(by: person)
            for (place, tag) in ["a", "b", "c", "d"].enumerated() {
                let field = Record.Field("tag:" + tag, .bool(true), stamp(Int64(place), device: UInt64(place + 2)))
                let change = Record(kind: .note, id: uuid(1), fields: [field])
                _ = try await world.storage.apply([change], to: person.account, at: world.clock.now) { _, _ in [] }
            }
            world.clock.advance(.seconds(1))
            func change(_ tags: String) async throws -> Answer {
                try await world.call(.patch, Self.path, #"{"tags":[\#(tags)]}"#, by: person)
            }
            #expect(try await change(#""a","b","c","d""#).status == .ok)
            #expect(try await change(#""a","b","c","e""#).broken == ["tags:too_many"])
            #expect(try await change(#""a","b""#).status == .ok)
        }
    }

    @Test("[A11] [N1] a deleted note is not there any more, nor is somebody else's or one that never was")
    func gone() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let other = try await world.signUp(2)
            try await world.store(1, by: person)
            try await world.store(2, by: other)
            _ = try await world.createNote(photos: [1], by: person)
            // Another person's photo is as unknown as one that does not exist.
            #expect(try await world.arrange([2], by: person).broken == ["photos:unknown"])
            #expect(try await world.call(.delete, Self.path, by: other).status == .notFound)
            #expect(try await world.call(.delete, Self.path, by: person).status == .noContent)
            for (method, body) in [(HTTPRequest.Method.get, nil), (.patch, #"{"title":"Again"}"#), (.delete, nil)] {
                #expect(try await world.call(method, Self.path, body, by: person).status == .notFound)
                #expect(try await world.call(method, "/api/v1/notes/x", body, by: person).status == .notFound)
            }
            // A to-do's id is not a note's id.
            _ = try await world.sync([todo(5)], by: person)
            #expect(try await world.call(.get, "/api/v1/notes/\(uuid(5))", by: person).status == .notFound)
        }
    }
}
