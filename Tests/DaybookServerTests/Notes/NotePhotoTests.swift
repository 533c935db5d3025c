import DaybookCore
import DaybookStore
import Testing

@testable import DaybookServer

@Suite("Photos of a note")
struct NotePhotoTests {
    private func isPhoto(_ record: Record) -> Bool { record.kind == .photo }

    @Test("[N1] photos stand in the order asked for; moving one changes it alone, and the note is modified")
    func order() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            try await world.store(1, 2, 3, 4, by: person)
            _ = try await world.createNote(photos: [1, 2, 3], by: person)
            let cursor = try await world.changes(of: person)
            world.clock.advance(.seconds(1))
            let moved = try await world.arrange([3, 1, 2], by: person).json(.ok)
            #expect(moved.photoNumbers == [3, 1, 2])
            #expect(moved.text("modifiedAt") == "2026-11-22T09:00:01.000Z")
            let changes = try await world.sync(cursor: cursor, by: person).changes
            #expect(changes.count { $0.kind == .photo } == 1 && changes.count == 2)
            #expect(try await world.note(by: person) == moved)
            // The same request again changes nothing.
            let now = try await world.changes(of: person)
            world.clock.advance(.seconds(1))
            #expect(try await world.arrange([3, 1, 2], by: person).json(.ok) == moved)
            #expect(try await world.changes(of: person) == now)
            let mixed = try await world.arrange([4, 2, 4, 3], by: person).json(.ok)
            #expect(mixed.photoNumbers == [4, 2, 4, 3])
            #expect(try await world.note(by: person) == mixed)
            #expect(try await world.arrange([], by: person).json(.ok).photoNumbers == [])
        }
    }

    @Test("[N1] what an answer shows of photos can be sent back, and any other member is refused")
    func shownBack() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            try await world.store(1, 2, by: person)
            let made = try await world.createNote(photos: [1, 2], by: person)
            let photos = String(decoding: try #require(made["photos"]).encoded, as: UTF8.self)
            let path = "/api/v1/notes/\(uuid(1))"
            #expect(try await world.call(.patch, path, #"{"photos":\#(photos)}"#, by: person).json(.ok) == made)
            let other = photos.replacing("640", with: "641")
            #expect(
                try await world.call(.patch, path, #"{"photos":\#(other)}"#, by: person).broken
                    == ["photos:fixed", "photos:fixed"]
            )
        }
    }

    @Test("[S4] a photo that a device removed and one that another added are both done, whatever REST does meanwhile")
    func beside() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            try await world.store(1, 2, 3, by: person)
            _ = try await world.sync([note(1), photo(1, position: 1), photo(2, position: 2)], by: person)
            #expect(try await world.note(by: person).photoNumbers == [1, 2])
            _ = try await world.sync(
                [Record(kind: .photo, id: uuid(1), deleted: stamp(5)), photo(3, at: 5)],
                by: person
            )
            #expect(try await world.note(by: person).photoNumbers == [3, 2])
            #expect(try await world.arrange([2, 3], by: person).json(.ok).photoNumbers == [2, 3])
        }
    }

    @Test("[N1] requests that arrange photos at the same time each do so whole, one after another")
    func crowd() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            try await world.store(1, 2, 3, 4, by: person)
            _ = try await world.createNote(photos: [1], by: person)
            let wanted: [[UInt8]] = [[1, 2], [2, 1], [3, 4], [4], [1, 2, 3, 4], []]
            try await withThrowingTaskGroup { group in
                for photos in wanted + wanted {
                    group.addTask {
                        let answer = try await world.arrange(photos, by: person)
                        // 409: other requests changed the photos during every attempt.
                        #expect(answer.status == .ok || answer.status == .conflict, "\(answer.text)")
                        if answer.status == .ok { #expect(try answer.json.photoNumbers == photos) }
                    }
                }
                try await group.waitForAll()
            }
            #expect(wanted.contains(try await world.note(by: person).photoNumbers))
        }
    }

    @Test("[N6] a photo that a note is given has another day, so that no garbage comes between")
    func touched() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            try await world.store(1, by: person)
            world.clock.advance(.hours(23))
            _ = try await world.createNote(photos: [1], by: person)
            world.clock.advance(.hours(23))
            await world.collectGarbage()
            #expect(try await world.storage.photo(digest(1), of: person.account) != nil)
        }
    }
}
