import Testing

@testable import DaybookCore

@Suite struct NoteRecordTests {
    private let id = UUID(high: 1, low: 2)

    private func stamp(_ wall: Int64) -> Stamp { Stamp(wall: Instant(milliseconds: wall), counter: 0, device: 1) }

    @Test("[N1] A new note's fields read back as the draft, created now, with its photos in order")
    func new() {
        let draft = NoteDraft(title: "A walk", description: "Along\nthe river")
        let record = Record(kind: .note, id: id, fields: Note.fields(for: draft, at: stamp(5)))
        let photos = [Sample.photo(1, position: 9), Sample.photo(2, position: 8), Sample.photo(3, position: 8)]
        let note = Note(record, photos: photos)
        #expect(
            note
                == Note(
                    id: Note.ID(id),
                    title: "A walk",
                    description: "Along\nthe river",
                    photos: [photos[1], photos[2], photos[0]],
                    created: Instant(milliseconds: 5),
                    modified: Instant(milliseconds: 5)
                )
        )
        #expect(note.map { NoteDraft($0) } == draft)
    }

    @Test("[N1] A record is no note when it is of another kind, deleted, or has no title")
    func none() {
        let title = Record.Field("title", .string("a"), stamp(1))
        #expect(Note(Record(kind: .note, id: id, fields: [title]))?.description == "")
        #expect(Note(Record(kind: .todo, id: id, fields: [title])) == nil)
        #expect(Note(Record(kind: .note, id: id, fields: [.init("title", .integer(1), stamp(1))])) == nil)
        #expect(Note(Record(kind: .note, id: id)) == nil)
        let deleted = Record(kind: .note, id: id, fields: [title], deleted: stamp(2))
        #expect(Note(deleted) == nil)
        #expect(Note(deleted, evenIfDeleted: true)?.title == "a")
    }

    @Test("[N1] A photo that joins makes the note modified, and brings back one that was deleted before")
    func photosChanged() {
        var record = Record(kind: .note, id: id, fields: Note.fields(for: NoteDraft(title: "a"), at: stamp(5)))
        record.merge(deleted: stamp(6))
        #expect(Note(record) == nil)
        record.merge(Note.photosChanged(at: stamp(7)))
        #expect(Note(record)?.modified.milliseconds == 7)
        #expect(Note(record)?.created.milliseconds == 5)
    }

    @Test("[S3] An edit writes only what differs")
    func changes() throws {
        let record = Record(
            kind: .note,
            id: id,
            fields: Note.fields(for: NoteDraft(title: "a", description: "b"), at: stamp(1))
        )
        let note = try #require(Note(record))
        #expect(note.changes(to: NoteDraft(note), at: stamp(2)) == [])
        #expect(
            note.changes(to: NoteDraft(title: "a", description: "c"), at: stamp(2))
                == [Record.Field("description", .string("c"), stamp(2))]
        )
        #expect(note.changes(to: NoteDraft(title: "x", description: "c"), at: stamp(2)).map { $0.name }.count == 2)
    }

    @Test("[N7] [S3] [S4] Tags and the pin are fields; an edit writes only what differs")
    func labels() throws {
        let draft = NoteDraft(title: "a", description: "b")
        let fields =
            Note.fields(for: draft, at: stamp(1)) + Note.labels(["work", "Home"], isPinned: true, at: stamp(1))
        let note = try #require(Note(Record(kind: .note, id: id, fields: fields)))
        #expect(note.tags == ["Home", "work"] && note.isPinned)
        #expect(note.changes(at: stamp(2)) == [])
        #expect(note.changes(tags: ["work", "Home"], isPinned: true, at: stamp(2)) == [])
        #expect(
            note.changes(tags: ["trip", "Home"], isPinned: false, at: stamp(2)) == [
                Record.Field("tag:trip", .bool(true), stamp(2)), Record.Field("tag:work", .bool(false), stamp(2)),
                Record.Field("pinned", .bool(false), stamp(2)),
            ]
        )
        #expect(Note.labels([], isPinned: false, at: stamp(1)) == [])
        // Two devices each add a tag: both stay.
        var record = Record(kind: .note, id: id, fields: fields)
        record.merge(Record(kind: .note, id: id, fields: note.changes(tags: note.tags + ["one"], at: stamp(2))))
        record.merge(Record(kind: .note, id: id, fields: note.changes(tags: note.tags + ["two"], at: stamp(3))))
        #expect(Note(record)?.tags == ["Home", "one", "two", "work"])
    }

    @Test("[N1] A note in the shape of the HTTP interface")
    func json() {
        var bytes: [UInt8] = []
        var plain = Sample.photo(1)
        plain.position = 5
        Note(
            id: Note.ID(id),
            title: "A \"walk\"",
            description: "x\ny",
            tags: ["home", "\"q\""],
            isPinned: true,
            photos: [plain, Sample.photo(2, thumbnail: true)],
            created: Instant(milliseconds: 1),
            modified: Instant(milliseconds: 2)
        ).write(to: &bytes)
        let sha = String(repeating: "0", count: 63)
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"id":"00000000-0000-0001-0000-000000000002","title":"A \"walk\"","description":"x\ny","#
                + #""tags":["home","\"q\""],"pinned":true,"photos":["#
                + #"{"sha256":"\#(sha)1","width":640,"height":480,"type":"image/jpeg","bytes":1000,"thumbnail":null},"#
                + #"{"sha256":"\#(sha)2","width":640,"height":480,"type":"image/jpeg","bytes":1000,"#
                + #""thumbnail":"\#(sha)f"}],"#
                + #""createdAt":"1970-01-01T00:00:00.001Z","modifiedAt":"1970-01-01T00:00:00.002Z"}"#
        )
    }
}
