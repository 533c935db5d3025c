import DaybookCore

extension Note: ListItem {
    var uuid: UUID { id.uuid }

    func moment(in order: NoteOrder) -> Instant? { order == .modified ? modified : nil }

    init(after end: PageEnd<Note>) {
        self.init(
            id: ID(end.id),
            title: end.title,
            description: "",
            created: end.created,
            modified: end.moment ?? end.created
        )
    }

    /// A photo counts as the text of its facts.
    var textBytes: Int {
        tags.reduce(title.utf8.count + description.utf8.count + photos.count * 128) {
            $0 + Todo.tagBytes + $1.utf8.count
        }
    }
}

extension NoteIndex: ListIndex {
    /// As for to-dos (L1). The apps show the notes that were changed last first.
    static var usualOrder: NoteOrder { .created }

    static func empty(in order: NoteOrder) -> NoteIndex { NoteIndex(order: order, countsTags: false) }

    /// Photos are kept also without their notes, which may come later.
    var otherBytes: Int { photos.count * 200 }

    /// Applies the record of a note or a photo to the index.
    mutating func take(_ record: Record) -> Int {
        let note = record.kind == .photo ? photos.note(of: Photo.ID(record.id)) : Note.ID(record.id)
        let before = note.flatMap { self[$0] }?.textBytes ?? 0
        let changed = refresh(record.key, record)
        return (changed.flatMap { self[$0] }?.textBytes ?? 0) - before
    }

    func slots(_ criteria: NoteCriteria, goesOn: () -> Bool) -> [Slot]? {
        matches(criteria.search, tag: criteria.tag, goesOn: goesOn)
    }

    func item(_ id: UUID) -> Note? { self[Note.ID(id)] }
}

/// The filters of the list of notes.
struct NoteCriteria: ListCriteria {
    var search = ""
    var tag: String?

    mutating func read(_ name: String, _ value: String) -> Bool {
        guard name == "tag" else { return false }
        tag = value
        return true
    }

    static func hint(_ name: String) -> String? { name == "tag" ? "Give a tag." : nil }
}
