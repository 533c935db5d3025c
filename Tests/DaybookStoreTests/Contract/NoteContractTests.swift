import DaybookCore
import Testing

@testable import DaybookStore

@Suite("Every storage keeps photos with their notes")
struct NoteContractTests {
    private func day(_ number: Int64) -> Instant { moment().advanced(by: .days(number)) }

    private func milliseconds(_ day: Int64) -> Int64 { day * 86_400_000 }

    private func ids(_ records: [StoredRecord]) -> [UInt64] { records.map { $0.record.id.low & 0xFFFF } }

    private func photos(_ storage: any Storage, of account: AccountID, in note: UInt64) async throws -> [UInt64] {
        try await storage.notePhotos(of: account, note: uuid(note)).map { $0.id.low & 0xFFFF }
    }

    @Test("[N1] the living photos of a note are found, and nobody else's", arguments: StorageKind.allCases)
    func photosOfNotes(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            let ben = try await storage.add(2)
            try await storage.push(note(1), photo(12, "b", in: 1), photo(11, "a", in: 1), to: asha)
            try await storage.push(photo(13, "c", in: 2), photo(14, "d", in: 1, deleted: 9), todo(1), to: asha)
            try await storage.push(photo(15, "a", in: 1), to: ben)
            #expect(try await photos(storage, of: asha.id, in: 1) == [11, 12])
            #expect(try await photos(storage, of: asha.id, in: 9).isEmpty)
            #expect(try await photos(storage, of: ben.id, in: 1) == [15])
            #expect(try await photos(storage, of: AccountID(uuid(99)), in: 1).isEmpty)
            // A changed photo stays with its note, and a photo that names another note moves there.
            let move = [Record.Field(Photo.Field.position, .integer(5), stamp(5))]
            try await storage.push(Record(kind: .photo, id: uuid(11), fields: move), to: asha)
            let away = [Record.Field(Photo.Field.note, .string(uuid(7).description), stamp(5))]
            try await storage.push(Record(kind: .photo, id: uuid(12), fields: away), to: asha)
            #expect(try await photos(storage, of: asha.id, in: 1) == [11])
            #expect(try await photos(storage, of: asha.id, in: 7) == [12])
        }
    }

    @Test(
        "[N1] the photos of a note with very many and very large records are all found, each once",
        arguments: StorageKind.allCases
    )
    func manyPhotos(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            let photo = Photo(
                id: Photo.ID(uuid(9_000)),
                note: Note.ID(uuid(1)),
                sha256: digest(of: "a"),
                type: .webp,
                width: 640,
                height: 480,
                bytes: 3,
                position: 0
            )
            // Records of 100 KB, of which each slice has two; then a thousand deleted ones.
            let large = Record.Field("later", .string(String(repeating: "a", count: 100_000)), stamp(0))
            for number: UInt64 in 0..<6 {
                let fields = photo.fields(at: stamp(0)) + [large]
                try await storage.push(Record(kind: .photo, id: uuid(10 + number), fields: fields), to: asha)
            }
            let deleted = (UInt64(0)..<1_000).map { DaybookStoreTests.photo(100 + $0, "b", in: 1, deleted: 9) }
            _ = try await storage.apply(deleted, to: asha.id, at: moment()) { _, _ in [] }
            try await storage.push(Record(kind: .photo, id: uuid(9_000), fields: photo.fields(at: stamp(0))), to: asha)
            let found = try await storage.notePhotos(of: asha.id, note: uuid(1))
            #expect(found.map { $0.id.low & 0xFFFF } == [10, 11, 12, 13, 14, 15, 9_000])
            #expect(found.last == NotePhoto(id: uuid(9_000), photo: photo))
            #expect(found.allSatisfy { $0.photo?.note == photo.note })
        }
    }

    @Test(
        "a photo's record that names no note is nobody's, and harmless",
        arguments: StorageKind.allCases,
        [JSON.null, .string(""), .string("x"), .integer(1), .object([])]
    )
    func strange(_ kind: StorageKind, _ note: JSON) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            let record = Record(kind: .photo, id: uuid(1), fields: [.init(Photo.Field.note, note, stamp(0))])
            try await storage.push(record, to: asha)
            #expect(try await storage.record(record.key, of: asha.id)?.record == record)
            #expect(try await storage.collectGarbage(at: day(99)) == Garbage())
        }
    }

    @Test(
        "[S12] photos whose note is past the trash, or has not come for 30 days, are deleted, and devices hear of it",
        arguments: StorageKind.allCases
    )
    func orphans(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            let ben = try await storage.add(2)
            // 1 stays, 2 is deleted, 3 is deleted and revived, 4 never arrives.
            try await storage.push(note(1), note(2), note(3), to: asha)
            try await storage.push(photo(11, "a", in: 1), photo(12, "b", in: 2), photo(13, "c", in: 3), to: asha)
            try await storage.push(photo(14, "d", in: 4), photo(15, "e", in: 2, deleted: 9), to: asha)
            try await storage.push(note(2), photo(12, "b", in: 2), to: ben)
            try await storage.push(Record(kind: .note, id: uuid(2), deleted: stamp(5)), to: asha, at: day(0))
            try await storage.push(Record(kind: .note, id: uuid(3), deleted: stamp(5)), to: asha, at: day(0))
            try await storage.push(note(3, at: milliseconds(20)), to: asha, at: day(20))
            let before = try await storage.cursor(of: asha.id)
            #expect(try await storage.collectGarbage(at: day(30)).orphans == 0)
            #expect(try await storage.collectGarbage(at: day(31)).orphans == 2)
            let changes = try await storage.pull(asha, after: before).changes
            #expect(ids(changes) == [12, 14] && changes.allSatisfy { !$0.record.isAlive })
            // With a stamp of now, which wins over all earlier ones.
            #expect(changes.allSatisfy { ($0.record.deleted?.wall ?? day(0)) >= day(31) })
            #expect(try await storage.record(photo(12, "b", in: 2).key, of: ben.id)?.record.isAlive == true)
            #expect(try await storage.collectGarbage(at: day(32)).orphans == 0)
            // They are forgotten like all deleted records.
            #expect(try await storage.collectGarbage(at: day(130)).records == 4)
            #expect(ids(try await storage.pull(asha).changes).sorted() == [1, 3, 11, 13])
        }
    }

    @Test("[S11] who listens is told when photos are deleted with their note", arguments: StorageKind.allCases)
    func told(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            try await storage.push(photo(11, "a", in: 1), to: asha)
            var cursors = storage.cursors(of: asha.id).makeAsyncIterator()
            #expect(try await storage.collectGarbage(at: day(31)).orphans == 1)
            #expect(await cursors.next() == 2)
        }
    }

    @Test("[S12] photos are not in the trash by themselves, and pages of it are full", arguments: StorageKind.allCases)
    func trash(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            for number: UInt64 in 1...6 {
                try await storage.push(note(number, deleted: Int64(number) * 2), to: asha)
                try await storage.push(photo(10 + number, "a", in: number, deleted: Int64(number) * 2 + 1), to: asha)
            }
            let limit = PageLimit(records: 4, bytes: 1 << 20)
            let first = try await storage.trash(of: asha.id, since: day(-1), after: nil, limit: limit)
            #expect(ids(first.records) == [6, 5, 4, 3])
            let end = try #require(first.next)
            let second = try await storage.trash(of: asha.id, since: day(-1), after: end, limit: limit)
            #expect(ids(second.records) == [2, 1] && second.next == nil)
        }
    }

    @Test(
        "[S12] that photos changed is no entry of a note's history; what was written is",
        arguments: StorageKind.allCases
    )
    func history(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            try await storage.push(note(1), to: asha)
            for at: Int64 in 1...3 {
                let changed = Record(kind: .note, id: uuid(1), fields: [Note.photosChanged(at: stamp(at))])
                try await storage.push(changed, to: asha)
            }
            try await storage.push(
                Record(kind: .note, id: uuid(1), fields: [.init("title", .string("Two"), stamp(9))]),
                to: asha
            )
            let entries = try await storage.history(of: asha.id, note(1).key, before: nil, limit: .sync).entries
            #expect(entries.map(\.field.name) == ["title"])
        }
    }
}
