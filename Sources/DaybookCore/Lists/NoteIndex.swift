/// All of one person's notes with their photos, kept in one order, found by id, searched as one types (N3, L3, L4).
///
/// Built as ``TodoIndex`` is: notes stand in slots that never move, an order is an array of slots. Notes and photos are
/// separate records that come in any order, and are put together here.
public struct NoteIndex: Sendable {
    /// Where a note stands for as long as it exists.
    public typealias Slot = Int32

    var entries: [Entry?] = []
    private var free: [Slot] = []
    private var slots: [Note.ID: Slot] = [:]
    var arrangement: [Slot] = []
    /// Photos of all notes, of those too that are not here.
    public private(set) var shelf = PhotoShelf()
    /// The order in which ``arrangement`` stands.
    public private(set) var order: NoteOrder
    /// Grows with every change, so that whoever derived something from this index can tell whether it still holds.
    public private(set) var revision = 0
    /// Folded title and description of each slot, with a byte between that stands in no text.
    var searchText = SearchText()

    /// A note with what sorting needs of it, computed once.
    struct Entry: Sendable {
        var note: Note
        /// The folded title.
        var title: [UInt8]

        init(_ note: Note) {
            self.note = note
            title = Fold.bytes(note.title)
        }

        var searchable: [UInt8] {
            var text = title
            text.append(0xFF)
            Fold.append(note.description, to: &text)
            return text
        }
    }

    /// An empty index.
    public init(order: NoteOrder = .modified) {
        self.order = order
    }

    /// An index of these notes and photos, whose ids are unique. Notes bring no photos of their own.
    public init(_ notes: some Sequence<Note>, photos: some Sequence<Photo>, order: NoteOrder = .modified) {
        self.order = order
        for photo in photos { shelf.upsert(photo) }
        for note in notes {
            let slot = Slot(entries.count)
            let entry = Entry(withPhotos(note))
            searchText.set(Int(slot), to: entry.searchable)
            entries.append(entry)
            slots[note.id] = slot
            arrangement.append(slot)
        }
        sort()
    }

    /// How many notes there are.
    public var count: Int { arrangement.count }

    /// The note with an id, with its photos.
    public subscript(id: Note.ID) -> Note? {
        slots[id].flatMap { entries[Int($0)]?.note }
    }

    /// The slot of a note, for as long as it exists.
    public func slot(of id: Note.ID) -> Slot? { slots[id] }

    /// The note in a slot that came from this index and still stands.
    public subscript(slot: Slot) -> Note {
        guard let entry = entries[Int(slot)] else { preconditionFailure("the slot's note is gone") }
        return entry.note
    }

    /// Whether the note in a slot has a photo, without reading more of it.
    public func hasPhotos(_ slot: Slot) -> Bool {
        entries[Int(slot)].map { !$0.note.photos.isEmpty } ?? false
    }

    /// All notes, in the current order.
    public var notes: [Note] { arrangement.map { self[$0] } }

    /// The first of them.
    public func first(_ count: Int) -> [Note] { arrangement.prefix(count).map { self[$0] } }

    private func withPhotos(_ note: Note) -> Note {
        var note = note
        note.photos = shelf[note.id]
        return note
    }
}

// MARK: - Changing

extension NoteIndex {
    /// Brings the index up to date with a record that may have changed in any way, or is gone. Says which note shows
    /// something else since; nil when none does.
    @discardableResult
    public mutating func refresh(_ key: Record.Key, _ record: Record?) -> Note.ID? {
        switch key.kind {
        case .note:
            let id = Note.ID(key.id)
            if let note = record.flatMap({ Note($0) }) {
                upsert(note)
            } else {
                guard slots[id] != nil else { return nil }
                remove(id)
            }
            return id
        case .photo:
            let id = Photo.ID(key.id)
            let before = shelf.note(of: id)
            if let photo = record.flatMap({ Photo($0) }) { upsert(photo) } else { remove(id) }
            return shelf.note(of: id) ?? before
        default: return nil
        }
    }

    /// Puts a new or changed note in its place, found by binary search. Its photos are those of the ``shelf``.
    public mutating func upsert(_ note: Note) {
        revision += 1
        let new = Entry(withPhotos(note))
        guard let slot = slots[note.id], let old = entries[Int(slot)] else { return insert(new) }
        if old.title != new.title || old.note.description != note.description {
            searchText.set(Int(slot), to: new.searchable)
        }
        if precedes(old, new) || precedes(new, old) {
            arrangement.remove(at: place(of: old))
            entries[Int(slot)] = new
            arrangement.insert(slot, at: place(of: new))
        } else {
            entries[Int(slot)] = new
        }
    }

    private mutating func insert(_ entry: Entry) {
        // Found before the entry stands in its slot: the search sees only what is arranged.
        let place = place(of: entry)
        let slot: Slot
        if let reused = free.popLast() {
            slot = reused
            entries[Int(slot)] = entry
        } else {
            slot = Slot(entries.count)
            entries.append(entry)
        }
        slots[entry.note.id] = slot
        searchText.set(Int(slot), to: entry.searchable)
        arrangement.insert(slot, at: place)
    }

    /// Takes a note out; nothing happens when it is not there. Its photos stay on the ``shelf``, should it come back.
    public mutating func remove(_ id: Note.ID) {
        guard let slot = slots.removeValue(forKey: id), let entry = entries[Int(slot)] else { return }
        revision += 1
        arrangement.remove(at: place(of: entry))
        entries[Int(slot)] = nil
        free.append(slot)
    }

    /// Puts a new or changed photo in its place in its note, which need not be here yet. No order depends on photos.
    public mutating func upsert(_ photo: Photo) {
        let before = shelf.note(of: photo.id)
        shelf.upsert(photo)
        if let before, before != photo.note { photosChanged(of: before) }
        photosChanged(of: photo.note)
    }

    /// Takes a photo out; nothing happens when it is not there.
    public mutating func remove(_ id: Photo.ID) {
        if let note = shelf.remove(id) { photosChanged(of: note) }
    }

    private mutating func photosChanged(of id: Note.ID) {
        guard let slot = slots[id] else { return }
        revision += 1
        entries[Int(slot)]?.note.photos = shelf[id]
    }

    /// Changes the order; the same order again costs nothing.
    public mutating func arrange(by order: NoteOrder) {
        guard order != self.order else { return }
        self.order = order
        revision += 1
        sort()
    }
}

extension NoteIndex: Equatable {
    /// Equal when they hold the same notes in the same order, whatever their slots.
    public static func == (left: NoteIndex, right: NoteIndex) -> Bool {
        left.order == right.order && left.notes == right.notes
    }
}

extension NoteIndex {
    /// An index of the notes and photos among a person's records.
    init(_ records: some Collection<Record>, order: NoteOrder) {
        self.init(records.compactMap { Note($0) }, photos: records.compactMap { Photo($0) }, order: order)
    }
}
