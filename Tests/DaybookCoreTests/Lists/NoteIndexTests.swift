import Testing

@testable import DaybookCore

@Suite struct NoteIndexTests {
    private func note(
        _ number: UInt64,
        _ title: String,
        _ description: String = "",
        tags: [String] = [],
        isPinned: Bool = false,
        created: Int64 = 0,
        modified: Int64? = nil
    ) -> Note {
        Note(
            id: Note.ID(UUID(high: 0, low: number)),
            title: title,
            description: description,
            tags: tags,
            isPinned: isPinned,
            created: Instant(milliseconds: created),
            modified: Instant(milliseconds: modified ?? created)
        )
    }

    private func numbers(_ index: NoteIndex) -> [UInt64] { index.notes.map { $0.id.uuid.low } }

    private func numbers(_ slots: [Slot], _ index: NoteIndex) -> [UInt64] {
        slots.map { index[$0].id.uuid.low }
    }

    // MARK: - Orders and search

    @Test("[L1] [L3] [L2] [N3] By change, creation and title, ties newest first and then by id")
    func orders() {
        var index = NoteIndex(
            [
                note(1, "Zebra", created: 1, modified: 9), note(2, "émile", created: 3), note(3, "Emil", created: 2),
                note(5, "emil", created: 2), note(4, "apple", created: 4, modified: 9),
            ],
            photos: []
        )
        #expect(index.order == .modified)
        #expect(numbers(index) == [4, 1, 2, 3, 5])
        index.arrange(by: .created)
        #expect(numbers(index) == [4, 2, 3, 5, 1])
        index.arrange(by: .title)
        #expect(numbers(index) == [4, 3, 5, 2, 1])
        index.arrange(by: .titleDescending)
        #expect(numbers(index) == [1, 2, 3, 5, 4])
    }

    @Test("[L4] [N3] Search goes through title and description, without case or accents, and not across the two")
    func search() {
        let index = NoteIndex(
            [note(1, "Call Zoë"), note(2, "Tax", "zoe’s\npapers", created: 5), note(3, "zo", "ex")],
            photos: []
        )
        #expect(numbers(index.matches(" ZOE "), index) == [2, 1])
        #expect(index.matches("zoex") == [])
        #expect(index.select("zoex") == Selection(slots: index.matches(""), isSearchEmpty: true))
        #expect(!index.select("tax").isSearchEmpty)
        #expect(!NoteIndex().select(" \u{200B}").isSearchEmpty)
        #expect(NoteIndex().select("a").isSearchEmpty)
    }

    @Test("[N7] Pinned notes come first in each order and in a search; what pages by rank has the order alone")
    func pinned() {
        var index = NoteIndex(
            [
                note(1, "a", created: 1), note(2, "b", isPinned: true, created: 2), note(3, "c", created: 3),
                note(4, "ab", isPinned: true, created: 4),
            ],
            photos: []
        )
        #expect(numbers(index.select("").slots, index) == [4, 2, 3, 1])
        #expect(numbers(index.select("a").slots, index) == [4, 1])
        #expect(numbers(index.select("zzz").slots, index) == [4, 2, 3, 1])
        #expect(numbers(index) == [4, 3, 2, 1] && numbers(index.matches("a"), index) == [4, 1])
        #expect(index.rank(of: note(2, "b", created: 2)) == 2)
        index.arrange(by: .title)
        #expect(numbers(index.select("").slots, index) == [4, 2, 1, 3])
        index.upsert(note(2, "b", created: 2))
        index.upsert(note(3, "c", isPinned: true, created: 3))
        #expect(numbers(index.select("").slots, index) == [4, 3, 1, 2])
        index.remove(Note.ID(UUID(high: 0, low: 4)))
        index.remove(Note.ID(UUID(high: 0, low: 3)))
        #expect(index.select("").slots == index.matches(""))
    }

    @Test("[N7] [L4] [L5] A note is found by its tags, with their sign and without; the tags in use are counted")
    func tags() {
        var index = NoteIndex(
            [
                note(1, "Lake", tags: ["Été", "trip"], created: 1), note(2, "Hill", "see #eternal", created: 2),
                note(3, "Sea", tags: ["home", "trip"], created: 3),
            ],
            photos: []
        )
        #expect(numbers(index.matches("#ete"), index) == [2, 1])
        #expect(numbers(index.matches("#tri"), index) == [3, 1])
        #expect(numbers(index.matches("rip sea"), index) == [3])
        #expect(index.matches("#rip") == [])
        #expect(index.tags(beginning: "", besides: [], limit: 9) == ["trip", "Été", "home"])
        #expect(index.tags(beginning: "T", besides: ["TRIP"], limit: 9) == [])
        index.upsert(note(1, "Lake", tags: ["trip"], created: 1))
        index.remove(Note.ID(UUID(high: 0, low: 3)))
        #expect(index.tags(beginning: "", besides: [], limit: 9) == ["trip"])
        var empty = NoteIndex(countsTags: false)
        empty.upsert(note(1, "Lake", tags: ["trip"]))
        #expect(empty.tags(beginning: "", besides: [], limit: 9) == [])
    }

    // MARK: - Photos

    @Test("[N1] Photos stand in their notes in order, whichever of the two came first")
    func photos() {
        var index = NoteIndex()
        index.upsert(Sample.photo(1, of: 1, position: 5))
        index.upsert(note(1, "A walk"))
        index.upsert(Sample.photo(2, of: 1, position: 3))
        index.upsert(Sample.photo(3, of: 2, position: 3))
        let id = Note.ID(UUID(high: 0, low: 1))
        #expect(index[id]?.photos.map { $0.id.uuid.low } == [2, 1])
        #expect(index.slot(of: id).map { index.hasPhotos($0) } == true)
        index.upsert(Sample.photo(1, of: 1, position: 1))
        #expect(index[id]?.photos.map { $0.id.uuid.low } == [1, 2])
        index.remove(Photo.ID(UUID(high: 7, low: 1)))
        #expect(index[id]?.photos.map { $0.id.uuid.low } == [2])
        index.remove(id)
        #expect(index[id] == nil)
        index.upsert(note(1, "Back"))
        #expect(index[id]?.photos.map { $0.id.uuid.low } == [2])
        #expect(index.photos.count == 2)
    }

    @Test("[N1] Refreshing returns the note that shows something else, and grows the revision only when one does")
    func refresh() {
        func stamp(_ wall: Int64) -> Stamp { Stamp(wall: Instant(milliseconds: wall), counter: 0, device: 1) }
        let id = Note.ID(UUID(high: 0, low: 1))
        let draft = NoteDraft(title: "A walk", description: "x")
        var record = Record(kind: .note, id: id.uuid, fields: Note.fields(for: draft, at: stamp(1)))
        let photo = Sample.photo(4, of: 1)
        var photoRecord = Record(kind: .photo, id: photo.id.uuid, fields: photo.fields(at: stamp(1)))
        var index = NoteIndex()
        #expect(index.refresh(photoRecord.key, photoRecord) == id)
        #expect(index.revision == 0)
        #expect(index.refresh(record.key, record) == id)
        #expect(index[id]?.photos == [photo])
        #expect(index.refresh(Record.Key(kind: .todo, id: id.uuid), nil) == nil)
        let revision = index.revision
        #expect(index.refresh(Record.Key(kind: .photo, id: id.uuid), nil) == nil)
        #expect(index.refresh(Record.Key(kind: .note, id: photo.id.uuid), nil) == nil)
        #expect(index.revision == revision)
        photoRecord.merge(deleted: stamp(2))
        #expect(index.refresh(photoRecord.key, photoRecord) == id)
        #expect(index[id]?.photos == [])
        #expect(index.revision > revision)
        record.merge(deleted: stamp(3))
        #expect(index.refresh(record.key, record) == id)
        #expect(index.count == 0)
    }

    // MARK: - Against a naive reference

    private func naive(_ notes: [Note], _ order: NoteOrder) -> [Note] {
        notes.map { ($0, Fold.bytes($0.title)) }.sorted { first, second in
            let ((left, leftTitle), (right, rightTitle)) = (first, second)
            switch order {
            case .title where leftTitle != rightTitle: return leftTitle.lexicographicallyPrecedes(rightTitle)
            case .titleDescending where leftTitle != rightTitle: return rightTitle.lexicographicallyPrecedes(leftTitle)
            case .modified where left.modified != right.modified: return left.modified > right.modified
            default: return left.created != right.created ? left.created > right.created : left.id < right.id
            }
        }.map { $0.0 }
    }

    @Test("[L1] [L4] [L6] [N1] [N7] [L2] After any changes the index is what sorting and searching everything gives")
    func againstNaive() {
        property(runs: 12) { random in
            var order = random.pick(NoteOrder.allCases)
            var notes: [Note.ID: Note] = [:]
            var photos: [Photo.ID: Photo] = [:]
            for _ in 0..<random.int(0...30) {
                let note = random.note()
                notes[note.id] = note
                let photo = random.photo()
                photos[photo.id] = photo
            }
            var index = NoteIndex(Array(notes.values), photos: Array(photos.values), order: order)
            for step in 0..<150 {
                switch random.int(0...9) {
                case 0...3:
                    let note = random.note()
                    notes[note.id] = note
                    index.upsert(note)
                case 4, 5:
                    let id = random.note().id
                    notes[id] = nil
                    index.remove(id)
                case 6, 7:
                    let photo = random.photo()
                    photos[photo.id] = photo
                    index.upsert(photo)
                case 8:
                    let id = random.photo().id
                    photos[id] = nil
                    index.remove(id)
                default:
                    order = random.pick(NoteOrder.allCases)
                    index.arrange(by: order)
                }
                let sorted = naive(Array(notes.values), order).map { note in
                    var note = note
                    note.photos = photos.values.filter { $0.note == note.id }.sorted { $0.precedes($1) }
                    return note
                }
                try hold(index.notes, equals: sorted, "step \(step), order \(order)")
                try hold(index.photos.count, equals: photos.count, "photos")
                let search = random.oneIn(2) ? "" : random.pick(Sample.words + Sample.texts)
                let words = search.unicodeScalars.split { $0.properties.isWhitespace }
                let needles = words.map { Fold.bytes(Text.trimmed(String($0))) }
                let expected = sorted.filter { note in
                    needles.allSatisfy { needle in
                        needle.isEmpty
                            || [note.title, note.description].contains { Fold.contains(Fold.bytes($0), needle) }
                    }
                }
                try hold(index.matches(search).map { index[$0] }, equals: expected, "step \(step), \(search)")
                let all = expected.isEmpty ? sorted : expected
                let shown = all.filter { $0.isPinned } + all.filter { !$0.isPinned }
                try hold(index.select(search).slots.map { index[$0] }, equals: shown, "shown for \(search)")
                if let note = sorted.randomElement(using: &random) {
                    try hold(index[note.id], equals: note, "found by id")
                    let hasPhotos = index.slot(of: note.id).map { index.hasPhotos($0) }
                    try hold(hasPhotos, equals: !note.photos.isEmpty, "photos")
                    try hold(index.rank(of: note), equals: sorted.firstIndex { $0.id == note.id } ?? -1, "rank")
                }
            }
        }
    }
}
