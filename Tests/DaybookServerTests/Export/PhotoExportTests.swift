import DaybookCore
import DaybookStore
import DaybookZip
import HTTPTypes
import TestSupport
import Testing

@testable import DaybookServer

@Suite("Notes and photos in an export")
struct PhotoExportTests {
    private static let picture = Pictures.png(width: 8, height: 6)
    private static let small = Pictures.png(width: 4, height: 3)

    /// Adds a note with photos of these bytes.
    private func fill(_ world: World, _ person: Person) async throws {
        for bytes in [Self.picture, Self.small] { _ = try await world.put(bytes, by: person).json(.created) }
        let photo = #"{"sha256":"\#(digest(of: Self.picture))","thumbnail":"\#(digest(of: Self.small))"}"#
        let body = #"{"id":"\#(uuid(1))","title":"A walk","description":"\#(longEnough)","photos":[\#(photo)]}"#
        _ = try await world.call(.post, "/api/v1/notes", body, by: person).json(.created)
    }

    private static func name(_ bytes: [UInt8]) -> String { "photos/\(digest(of: bytes)).png" }

    @Test("[A14] [N4] an export holds notes as they are shown, and their photos and thumbnails as files, once each")
    func export() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            try await fill(world, person)
            // No note uses this photo, and the same picture twice is one file.
            _ = try await world.put(Pictures.png(width: 5, height: 5), by: person).json(.created)
            let path = "/api/v1/notes/\(uuid(1))"
            let twice =
                #"{"photos":[\#([1, 2].map { _ in #"{"sha256":"\#(digest(of: Self.picture))"}"# }.joined(separator: ","))]}"#
            _ = try await world.call(.patch, path, twice, by: person).json(.ok)
            let zip = try Unzipped(try await world.export(by: person))
            let photos = [Self.name(Self.picture), Self.name(Self.small)].sorted()
            #expect(zip.names == ["daybook.json", "todos.json", "notes.json", "activity.json", "README.txt"] + photos)
            #expect(zip.bytes(Self.name(Self.picture)) == Self.picture)
            #expect(zip.bytes(Self.name(Self.small)) == Self.small)
            #expect(try zip.json("notes.json")["notes"] == .array([try await world.note(by: person)]))
        }
    }

    @Test("[A14] an export gives back the same notes with their photos in an empty account, on another server")
    func roundTrip() async throws {
        try await World.with { source in
            let person = try await source.signUp()
            try await fill(source, person)
            let zip = try await source.export(by: person)
            try await World.with { target in
                let other = try await target.signUp(2)
                let answer = try await target.importZip(zip, by: other).json(.ok)
                #expect(answer == (try JSON(text: #"{"photos":2,"rejectedPhotos":[],"imported":2,"rejected":[]}"#)))
                #expect(try await target.note(by: other) == (try await source.note(by: person)))
                for bytes in [Self.picture, Self.small] {
                    #expect(try await target.get(bytes, by: other).bytes == bytes)
                }
                #expect(try await target.records(of: other) == (try await source.records(of: person)))
                let again = try Unzipped(try await target.export(by: other))
                #expect(again.names == (try Unzipped(zip)).names)
                await target.collectGarbage()
                target.clock.advance(.days(40))
                await target.collectGarbage()
                #expect(try await target.photos(of: other).count == 2)
            }
        }
    }

    /// A zip with a note, the record of its photo, and some files.
    private func zip(_ files: [(String, [UInt8])]) throws -> [UInt8] {
        let photo = Photo(
            id: Photo.ID(uuid(11)),
            note: Note.ID(uuid(1)),
            sha256: digest(of: Self.picture),
            type: .png,
            width: 8,
            height: 6,
            bytes: Self.picture.count,
            position: 1
        )
        let record = Record(kind: .photo, id: uuid(11), fields: photo.fields(at: stamp()))
        let writer = ZipWriter(modified: ZipTime(year: 2026, month: 1, day: 1, hour: 0, minute: 0, second: 0))
        try writer.add("daybook.json", PackedEntry(deflated: .daybookFile([note(1), record])))
        for (name, bytes) in files { try writer.add(name, PackedEntry(deflated: bytes)) }
        writer.finish()
        return writer.drain()
    }

    @Test("[N4] a file that is not the photo of its name is left out with the reason, and the rest is taken")
    func refused() async throws {
        let html = Array("<html><script>alert(1)</script>".utf8)
        for (bytes, code) in [
            (Self.small, "hash"), (html, "other"), ([], "other"), (Array(Self.picture.dropLast()), "other"),
        ] {
            try await World.with { world in
                let person = try await world.signUp()
                let answer = try await world.importZip(try zip([(Self.name(Self.picture), bytes)]), by: person)
                let json = try answer.json(.ok)
                #expect(json["photos"] == .integer(0) && json["imported"] == .integer(2))
                let rejected = json["rejectedPhotos"]?.arrayValue?.first
                #expect(rejected?.text("sha256") == digest(of: Self.picture).description)
                #expect(rejected?["errors"]?.arrayValue?.first?.text("code") == code, "\(answer.text)")
                #expect(try await world.photos(of: person).isEmpty)
                // It is shown once it is uploaded.
                #expect(try await world.put(Self.picture, by: person).status == .created)
            }
        }
    }

    @Test(
        "[N6] files that no record names, or that are named otherwise, are passed over; any ending and packing will do"
    )
    func others() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let zip = try zip([
                (Self.name(Self.small), Self.small), ("photos/x.png", Self.small),
                ("other/\(digest(of: Self.picture)).png", []),
                ("photos/\(digest(of: Self.picture)).jpeg", Self.picture),
                ("photos/\(digest(of: Self.picture)).png", Self.small),
            ])
            let answer = try await world.importZip(zip, by: person).json(.ok)
            #expect(answer["photos"] == .integer(1) && answer["rejectedPhotos"] == .array([]))
            #expect(try await world.photos(of: person).map(\.facts.sha256) == [digest(of: Self.picture)])
        }
    }

    @Test("[N4] what does not fit the account's quota is left out, and the notes are taken")
    func quota() async throws {
        let bytes = Int64(Self.picture.count + Self.small.count - 1)
        try await World.with { source in
            let person = try await source.signUp()
            try await fill(source, person)
            let zip = try await source.export(by: person)
            try await World.with(configure: { $0.photoQuota = bytes }) { target in
                let other = try await target.signUp(2)
                let answer = try await target.importZip(zip, by: other).json(.ok)
                #expect(answer["photos"] == .integer(1) && answer["imported"] == .integer(2))
                let errors = answer["rejectedPhotos"]?.arrayValue?.first?["errors"]?.arrayValue
                #expect(errors?.first?.text("code") == "quota")
            }
        }
    }
}
