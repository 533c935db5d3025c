/// All of one person's notes with their photos, kept in one order, found by id, searched as one types (N3, L3, L4).
///
/// Notes and photos are separate records that come in any order, and are put together here.
public struct NoteIndex: Sendable {
    private var list: SlotIndex<Note>
    /// The photos of all notes, also of notes that are not in the index.
    public private(set) var photos = PhotosByNote()
    private var pinnedCount = 0
    private(set) var tagUses = TagUses()
    private let countsTags: Bool

    /// An empty index. Without `countsTags` it does not know the tags in use.
    public init(order: NoteOrder = .modified, countsTags: Bool = true) {
        self.countsTags = countsTags
        list = SlotIndex(order: order)
    }

    /// An index of these notes and photos, whose ids are unique. Notes bring no photos of their own.
    public init(_ notes: some Sequence<Note>, photos: some Sequence<Photo>, order: NoteOrder = .modified) {
        countsTags = true
        for photo in photos { self.photos.upsert(photo) }
        let photos = self.photos
        list = SlotIndex(notes.map { photos.fill($0) }, order: order)
        for slot in list.arrangement { count(list[slot], by: 1) }
    }

    /// The number of notes.
    public var count: Int { list.count }

    /// The order in which they stand.
    public var order: NoteOrder { list.order }

    /// The version of the index. It grows with every change, so that a value derived from the index can be checked.
    public var revision: Int { list.revision }

    /// The note with an id, with its photos.
    public subscript(id: Note.ID) -> Note? { list[id] }

    /// The slot of a note, for as long as it exists.
    public func slot(of id: Note.ID) -> Slot? { list.slot(of: id) }

    /// The note in a slot that this index returned and that is still in use.
    public subscript(slot: Slot) -> Note { list[slot] }

    /// Whether the note in a slot has a photo, without reading more of it.
    public func hasPhotos(_ slot: Slot) -> Bool { list.has(.hasPhotos, slot) }

    /// All notes, in the current order.
    public var notes: [Note] { list.items }

    /// The first notes of the index.
    public func first(_ count: Int) -> [Note] { list.arrangement.prefix(count).map { list[$0] } }

    /// The tags of notes that begin with a text, as ``TodoIndex/tags(beginning:besides:limit:)`` returns those of
    /// to-dos.
    func tags(beginning: String, besides used: [String], limit: Int) -> [String] {
        tagUses.names(beginning: beginning, besides: used, limit: limit)
    }

    /// The number of notes that come before a note in the order, for paging. The note need not be in the index, and pins do
    /// not count.
    public func rank(of note: Note) -> Int { list.rank(of: note) }
}

// MARK: - Changing

extension NoteIndex {
    /// Brings the index up to date with a record that may have changed in any way, or is gone. Returns the note whose
    /// row may change; nil when there is no such note.
    @discardableResult
    public mutating func refresh(_ key: Record.Key, _ record: Record?) -> Note.ID? {
        switch key.kind {
        case .note:
            let id = Note.ID(key.id)
            if let note = record.flatMap({ Note($0) }) {
                upsert(note)
            } else {
                guard let old = list.remove(id) else { return nil }
                count(old, by: -1)
            }
            return id
        case .photo:
            let id = Photo.ID(key.id)
            let before = photos.note(of: id)
            if let photo = record.flatMap({ Photo($0) }) { upsert(photo) } else { remove(id) }
            return photos.note(of: id) ?? before
        default: return nil
        }
    }

    /// Puts a new or changed note in its place. Its photos are those in ``photos``.
    public mutating func upsert(_ note: Note) {
        if let old = list.upsert(photos.fill(note)) { count(old, by: -1) }
        count(note, by: 1)
    }

    /// Removes a note, if it is there. Its photos stay in ``photos``, in case the note comes back.
    public mutating func remove(_ id: Note.ID) {
        if let old = list.remove(id) { count(old, by: -1) }
    }

    private mutating func count(_ note: Note, by step: Int) {
        if note.isPinned { pinnedCount += step }
        if countsTags { tagUses.count(note.tags, by: step) }
    }

    /// Puts a new or changed photo in its place in its note, which need not be here yet. No order depends on photos.
    public mutating func upsert(_ photo: Photo) {
        let before = photos.note(of: photo.id)
        photos.upsert(photo)
        if let before, before != photo.note { photosChanged(of: before) }
        photosChanged(of: photo.note)
    }

    /// Removes a photo, if it is there.
    public mutating func remove(_ id: Photo.ID) {
        if let note = photos.remove(id) { photosChanged(of: note) }
    }

    private mutating func photosChanged(of id: Note.ID) {
        let photos = photos[id]
        list.amend(id) { $0.photos = photos }
    }

    /// Changes the order; the same order again costs nothing.
    public mutating func arrange(by order: NoteOrder) { list.arrange(by: order) }

    /// Sorts in advance by one of the other orders. False when all are ready.
    mutating func prepareOrder() -> Bool { NoteOrder.allCases.contains { list.prepare($0) } }
}

// MARK: - Search

extension NoteIndex {
    /// The result of a search, pinned notes first (N7) and otherwise in the current order; all notes, with a flag, when it
    /// finds no note (L4). A complete tag finds the notes that have it, if any has.
    public func select(_ search: String) -> Selection {
        var found = SearchWords.completeTag(search).map { slots(of: $0) } ?? []
        if found.isEmpty { found = matches(search) }
        if !found.isEmpty || list.count == 0 && SearchWords(search).isEmpty {
            return Selection(slots: pinnedFirst(found))
        }
        return Selection(slots: pinnedFirst(list.arrangement), isSearchEmpty: true)
    }

    /// The slots of the notes with a tag, without case or accents, in the current order.
    func slots(of tag: String) -> [Slot] {
        let tag = Fold.bytes(tag)
        return list.arrangement.filter { has(tag, $0) }
    }

    /// Whether the note at a slot has a folded tag.
    private func has(_ tag: [UInt8], _ slot: Slot) -> Bool {
        list.read(slot) { $0.tags.contains { Fold.bytes($0) == tag } } ?? false
    }

    /// The slots with those of pinned notes first, each part in the order that it had.
    private func pinnedFirst(_ slots: [Slot]) -> [Slot] {
        if pinnedCount == 0 { return slots }
        var pinned: [Slot] = []
        var others: [Slot] = []
        others.reserveCapacity(slots.count)
        for slot in slots {
            if list.has(.isPinned, slot) { pinned.append(slot) } else { others.append(slot) }
        }
        return pinned + others
    }

    /// The notes whose title, description or tags contain all words of a text, without case or accents; a blank text
    /// finds all. Returns only the matches, which may be empty and stand in the current order without regard to pins.
    /// One search over several lists and the REST interface use it.
    public func matches(_ search: String) -> [Slot] {
        list.slots(containing: SearchWords(search).words)
    }
}

extension NoteIndex {
    /// ``matches(_:)`` for a list of any length, of the notes with a tag if one is given. Nil when `goesOn`, which is asked
    /// every few milliseconds, returns false.
    public func matches(_ search: String, tag: String? = nil, goesOn: () -> Bool) -> [Slot]? {
        guard let found = list.slots(containing: SearchWords(search).words, goesOn: goesOn) else { return nil }
        guard let tag = tag.map({ Fold.bytes($0) }) else { return found }
        var kept: [Slot] = []
        for (place, slot) in found.enumerated() {
            if place % 1_024 == 0, !goesOn() { return nil }
            if has(tag, slot) { kept.append(slot) }
        }
        return kept
    }
}

extension NoteIndex: Equatable {
    /// Equal when they hold the same notes in the same order, whatever their slots.
    public static func == (left: NoteIndex, right: NoteIndex) -> Bool {
        left.order == right.order && left.notes == right.notes
    }
}

extension NoteIndex {
    /// Holds the notes and photos among these records instead of all that it held, in the same order.
    mutating func replace(with records: some Collection<Record>) {
        let before = revision
        self = NoteIndex(records, order: order)
        list.succeed(revision: before)
    }

    /// An index of the notes and photos among a person's records.
    init(_ records: some Collection<Record>, order: NoteOrder) {
        self.init(records.compactMap { Note($0) }, photos: records.compactMap { Photo($0) }, order: order)
    }
}

extension Note: Listed {
    /// The place of an order in a menu.
    public static func place(of order: NoteOrder) -> Int { NoteOrder.allCases.firstIndex(of: order) ?? 0 }

    /// The title decides in orders of titles.
    public static func titleDirection(in order: NoteOrder) -> TitleDirection? {
        switch order {
        case .created, .modified: nil
        case .title: .ascending
        case .titleDescending: .descending
        }
    }

    /// Whether the note is pinned, and whether it has photos.
    public var traits: Traits {
        var traits: Traits = isPinned ? .isPinned : []
        if !photos.isEmpty { traits.insert(.hasPhotos) }
        return traits
    }

    /// The note changed last comes first.
    public var times: SortTimes { SortTimes(created: ~created.sortKey, first: ~modified.sortKey, second: 0) }

    /// The last change, if that decides.
    public static func timeKey(_ times: SortTimes, in order: NoteOrder) -> UInt64 {
        order == .modified ? times.first : 0
    }

    /// A search covers the description and the tags too.
    public func appendSearchable(to text: inout [UInt8]) {
        text.append(0xFF)
        Fold.append(description, to: &text)
        for tag in tags { Fold.append(tag: tag, to: &text) }
    }
}

extension Fold {
    /// Appends a tag to the text that is searched, behind its sign, so that `#ho` finds tags that begin with "ho".
    static func append(tag: String, to text: inout [UInt8]) {
        text.append(0xFF)
        text.append(UInt8(ascii: "#"))
        append(tag, to: &text)
    }
}
