import DaybookCore
import HTTPTypes
import Testing

@testable import DaybookServer

@Suite("Notes and photos by sync")
struct NoteSyncTests {
    @Test("[N1] [N2] a note and its photos are pushed and pulled; the photo's bytes may come later")
    func push() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let brought = [note(1), photo(11), photo(12, position: 5)]
            #expect(try await world.sync(brought, by: person).rejected.isEmpty)
            #expect(try await world.sync(device: 5, by: person).changes == brought)
            #expect(try await world.note(by: person).photoNumbers == [11, 12])
        }
    }

    @Test("[S9] [N2] a note that breaks a rule is refused by itself, at its fields, and a photo too")
    func refused() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            func fields(_ pairs: (String, JSON)...) -> [Record.Field] { pairs.map { .init($0.0, $0.1, stamp()) } }
            let short = fields(("title", .string("abcd")), ("description", .string("short")))
            let half = fields(("title", .string("A walk")))
            let picture = Record(kind: .photo, id: uuid(9), fields: fields(("sha256", .string("x"))))
            let answer = try await world.sync(
                [
                    Record(kind: .note, id: uuid(7), fields: short), note(1),
                    Record(kind: .note, id: uuid(8), fields: half), picture,
                ],
                by: person
            )
            let told = answer.rejected.map { rejected in
                "\(rejected.key.kind.name) "
                    + rejected.violations.map { "\($0.field.name):\($0.code.rawValue)" }.sorted()
                    .joined(separator: " ")
            }
            #expect(
                told == [
                    "note description:too_short title:too_short", "note description:required",
                    "photo bytes:required height:required note:required position:required sha256:wrong_type "
                        + "type:required width:required",
                ]
            )
            #expect(try await world.changes(of: person) == 1)
        }
    }

    @Test("[S4] two devices that add ten photos each with no network keep all twenty, in one order on both")
    func twenty() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let cursor = try await world.sync([note(1)], by: person).cursor
            let phone = (0..<10).map { photo(20 + $0, position: Int64($0), at: 5) } + [photosChanged(at: 5)]
            let tablet =
                (0..<10).map { photo(40 + $0, position: Int64($0), at: 5, device: 2) }
                + [photosChanged(at: 6, device: 2)]
            #expect(try await world.sync(phone, cursor: cursor, device: 1, by: person).rejected.isEmpty)
            #expect(try await world.sync(tablet, cursor: cursor, device: 2, by: person).rejected.isEmpty)
            let photos = try await world.note(by: person).photoNumbers
            #expect(photos == (0..<10).flatMap { [20 + $0, 40 + $0] })
            // A person may now remove and move photos, but not add any.
            try await world.store(20, 40, 99, by: person)
            let some = Array(photos.dropLast(5).reversed())
            #expect(try await world.arrange(some, by: person).json(.ok).photoNumbers == some)
            #expect(try await world.arrange(some + [99, 99, 99, 99, 99, 99], by: person).broken == ["photos:too_many"])
        }
    }

    @Test("[S4] adding a photo on one device brings back a note that another deleted before")
    func revived() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            _ = try await world.sync([note(1)], by: person)
            _ = try await world.sync([Record(kind: .note, id: uuid(1), deleted: stamp(5))], by: person)
            #expect(try await world.call(.get, "/api/v1/notes/\(uuid(1))", by: person).status == .notFound)
            _ = try await world.sync([photo(11, at: 6, device: 2), photosChanged(at: 6, device: 2)], by: person)
            #expect(try await world.note(by: person).photoNumbers == [11])
        }
    }

    @Test(
        "[N2] [S4] beyond 100 photos of a note sync takes no more, however they come; the others of a request are kept"
    )
    func bound() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let many = (0..<99).map { photo(1_000 + $0) }
            #expect(try await world.sync([note(1)] + many, by: person).rejected.isEmpty)
            let answer = try await world.sync(
                [photo(2_000), photo(2_001), photo(2_002, of: 2), todo(5), photo(1_000, at: 9)],
                by: person
            )
            #expect(answer.rejected.map(\.key.id) == [uuid(2_001)])
            #expect(answer.rejected.first?.violations.map(\.code) == [.tooMany])
            // A removed photo makes room, even in the same request, and a removed photo that returns takes that room
            // again.
            let swapped = try await world.sync(
                [Record(kind: .photo, id: uuid(1_000), deleted: stamp(20)), photo(2_001, at: 1)],
                by: person
            )
            #expect(swapped.rejected.isEmpty)
            let back = Record(
                kind: .photo,
                id: uuid(1_000),
                fields: [.init(Photo.Field.position, .integer(7), stamp(30))]
            )
            #expect(try await world.sync([back], by: person).rejected.map(\.key.id) == [uuid(1_000)])
            #expect(try await world.note(by: person).photoNumbers.count == 100)
            // A photo that is already there is not an addition, so sending it again is allowed.
            #expect(try await world.sync([photo(2_000), photo(2_001, at: 1)], by: person).rejected.isEmpty)
        }
    }
}
