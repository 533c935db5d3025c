import Testing

@testable import DaybookCore

@Suite struct PhotoRecordTests {
    private let id = UUID(high: 7, low: 3)

    private func stamp(_ wall: Int64) -> Stamp { Stamp(wall: Instant(milliseconds: wall), counter: 0, device: 1) }

    private func record(_ photo: Photo) -> Record {
        Record(kind: .photo, id: photo.id.uuid, fields: photo.fields(at: stamp(1)))
    }

    @Test("[N4] A photo's fields read back, with a thumbnail or without", arguments: [false, true])
    func new(hasThumbnail: Bool) {
        let photo = Sample.photo(3, position: -5, thumbnail: hasThumbnail)
        #expect(Photo(record(photo)) == photo)
        #expect(photo.fields(at: stamp(1)).count == (hasThumbnail ? 8 : 7))
        #expect(photo.changes(to: -5, at: stamp(2)) == [])
        #expect(photo.changes(to: 9, at: stamp(2)) == [Record.Field("position", .integer(9), stamp(2))])
    }

    @Test(
        "[N4] A record without the fields that a photo needs is not a photo",
        arguments: [
            ("note", .null), ("note", .integer(1)), ("note", .string("x")), ("sha256", .string("")),
            ("sha256", .string(String(repeating: "A", count: 64))), ("sha256", .bool(true)),
            ("type", .string("image/svg+xml")), ("type", .string("")), ("type", .array([])), ("width", .integer(0)),
            ("width", .integer(-1)), ("width", .integer(20_001)), ("width", .integer(.max)), ("width", .number("1e3")),
            ("height", .integer(.min)), ("height", .string("480")), ("bytes", .integer(0)), ("bytes", .integer(-1)),
            ("bytes", .integer(.max)), ("bytes", .number("1.5")), ("bytes", .object([])),
        ] as [(String, JSON)]
    )
    func broken(field: String, value: JSON) {
        var broken = record(Sample.photo(3))
        #expect(Photo(broken) != nil)
        broken.merge(Record.Field(field, value, stamp(2)))
        #expect(Photo(broken) == nil)
    }

    @Test("[N4] A photo's record lacks nothing but where it stands, and is of its kind and alive")
    func incomplete() {
        let whole = record(Sample.photo(3))
        for field in whole.fields {
            let rest = Record(kind: .photo, id: whole.id, fields: whole.fields.filter { $0.name != field.name })
            #expect((Photo(rest) == nil) == (field.name != "position"), "without \(field.name)")
        }
        #expect(Photo(Record(kind: .note, id: whole.id, fields: whole.fields)) == nil)
        let deleted = Record(kind: .photo, id: whole.id, fields: whole.fields, deleted: stamp(9))
        #expect(Photo(deleted) == nil)
        #expect(Photo(deleted, evenIfDeleted: true) == Sample.photo(3))
    }

    @Test(
        "[N4] A thumbnail or a position of a wrong type costs only itself, and no position is out of reach",
        arguments: [
            ("thumbnail", .integer(1), 3), ("thumbnail", .string("x"), 3), ("position", .string("first"), 0),
            ("position", .null, 0), ("position", .integer(.max), 1 << 52), ("position", .integer(.min), -1 << 52),
        ] as [(String, JSON, Int64)]
    )
    func tolerated(field: String, value: JSON, position: Int64) {
        var odd = record(Sample.photo(3, position: 3))
        odd.merge(Record.Field(field, value, stamp(2)))
        #expect(Photo(odd) == Sample.photo(3, position: position))
    }

    @Test("[N4] No record makes reading a photo or arranging photos stop, whatever its fields hold")
    func anything() {
        let values: [JSON] = [
            .null, .bool(true), .integer(.min), .integer(.max), .integer(0), .integer(640), .number("1e999"),
            .string(""), .string("image/png"), .string(id.description), .string(String(repeating: "a", count: 64)),
            .array([.null]), .object([]),
        ]
        property(runs: 500) { random in
            var photos: [Photo] = []
            for _ in 0..<8 {
                var odd = record(Sample.photo(3, thumbnail: true))
                for field in odd.fields where Bool.random(using: &random) && field.name != "note" {
                    odd.merge(Record.Field(field.name, random.pick(values), stamp(2)))
                }
                if let photo = Photo(odd) { photos.append(photo) }
            }
            try hold(Photo.positions(for: photos + [nil]).count, equals: photos.count + 1, "a position for each")
        }
    }

    @Test("[N1] Photos stand by position, equal ones by id")
    func order() {
        let photos = [
            Sample.photo(4, position: 2), Sample.photo(1, position: 3), Sample.photo(3, position: 2),
            Sample.photo(2, position: -1),
        ]
        #expect(photos.inOrder == [photos[3], photos[2], photos[0], photos[1]])
    }
}

@Suite struct PhotoPositionTests {
    private let gap: Int64 = 1 << 16

    @Test("[N1] The first photos stand a gap apart, the next after the last")
    func appended() {
        #expect(Photo.positions(for: []) == [])
        #expect(Photo.positions(for: [nil, nil]) == [gap, 2 * gap])
        let two = [Sample.photo(1, position: gap), Sample.photo(2, position: 2 * gap)]
        #expect(Photo.positions(for: two + [nil]) == [gap, 2 * gap, 3 * gap])
        #expect(Photo.positions(for: [nil] + two) == [0, gap, 2 * gap])
    }

    @Test("[N1] [S3] Moving one photo changes its position alone, to the middle of where it goes")
    func moved() {
        let photos = (1...5).map { Sample.photo(UInt64($0), position: Int64($0) * gap) }
        #expect(
            Photo.positions(for: [photos[0], photos[3], photos[1], photos[2], photos[4]])
                == [gap, gap + gap / 2, 2 * gap, 3 * gap, 5 * gap]
        )
        #expect(
            Photo.positions(for: [photos[4], photos[0], photos[1], photos[2], photos[3]])
                == [0, gap, 2 * gap, 3 * gap, 4 * gap]
        )
    }

    @Test("[N1] Where no room is left all get new positions; two that two devices put in one place may stay there")
    func crowded() {
        let tight = [Sample.photo(1, position: 5), Sample.photo(2, position: 6), Sample.photo(3, position: 6)]
        #expect(Photo.positions(for: tight) == [5, 6, 6])
        #expect(Photo.positions(for: [tight[0], nil, tight[1]]) == [gap, 2 * gap, 3 * gap])
        let far = [Sample.photo(1, position: 1 << 52)]
        #expect(Photo.positions(for: far + [nil]) == [gap, 2 * gap])
        #expect(Photo.positions(for: [nil, Sample.photo(1, position: -1 << 52)]) == [gap, 2 * gap])
    }

    @Test("[N1] Any order asked for is the order that comes of it, however often photos move")
    func anyOrder() {
        property(runs: 200) { random in
            var photos = (1...6).map {
                Sample.photo($0, position: random.pick([0, 0, gap, gap + 1, 1 << 52, -1 << 52]))
            }
            for _ in 0..<40 {
                let wanted = photos.shuffled(using: &random)
                let positions = Photo.positions(for: wanted)
                photos = wanted
                for place in photos.indices { photos[place].position = positions[place] }
                try hold(
                    photos.inOrder.map { $0.id },
                    equals: wanted.map { $0.id },
                    "the order wanted, at \(positions)"
                )
                try hold(Photo.positions(for: photos), equals: positions, "what stands in order stays")
            }
        }
    }
}
