/// The content that only this device has, so that no export of the server contains it (A14): the drafts of notes (N2),
/// and the to-do and the line that are being typed in this tab. Without a server, it is everything.
package struct Drafts: Equatable, Sendable {
    /// The notes, each before its photos, then the to-dos.
    private(set) var records: [Record] = []
    /// The photos of the notes.
    private(set) var photos: [Photo] = []

    private mutating func add(_ note: Note, _ replica: Replica) {
        let mine = note.photos.map { Record.Key(kind: .photo, id: $0.id.uuid) }
        records += ([note.id.key] + mine).compactMap { replica.records[$0] }
        photos += note.photos
    }

    private mutating func add(_ todo: TodoDraft, _ id: UUID, at stamp: Stamp) {
        records.append(Record(kind: .todo, id: id, fields: Todo.fields(for: todo, at: stamp)))
    }
}

extension Drafts {
    /// The drafts of a person's screens. `context` names and dates the to-dos that have no record yet.
    fileprivate init(_ home: Home, _ context: Context) {
        let unsaved = home.unsaved
        var replica = home.notebook.replica
        let stamp = replica.stamp(now: context.now)
        for id in home.draftNotes { if let note = home.notebook.notes[id] { add(note, replica) } }
        var id = context.newID
        if let editor = unsaved.editor {
            var todo = editor.draft
            let tag = Text.trimmed(editor.tagText)
            if !tag.isEmpty, !todo.tags.hasText(tag) { todo.tags.append(tag) }
            let edited = if case .existing(let edited) = editor.subject { edited.uuid } else { id }
            add(todo, edited, at: stamp)
        }
        id.low &+= 1
        if !unsaved.line.isEmpty { add(TodoDraft(title: unsaved.line), id, at: stamp) }
    }
}

extension Drafts {
    /// Everything in a notebook that no server has, deleted records included: each note before its photos.
    package init(everythingIn notebook: Notebook) {
        func rank(_ record: Record) -> Int { record.kind == .note ? 0 : record.kind == .photo ? 1 : 2 }
        records = notebook.replica.records.values.sorted { (rank($0), $0.id) < (rank($1), $1.id) }
        photos = records.compactMap { Photo($0) }
    }
}

extension Home {
    /// The notes that the rules do not accept yet, or that are being typed, the oldest first.
    fileprivate var draftNotes: [Note.ID] {
        notebook.replica.held.filter { $0.kind == .note }.map { Note.ID($0.id) }
            .filter { notebook.notes[$0] != nil }.sorted()
    }

    /// The number of notes, to-dos and lines that only this device has.
    public var draftCount: Int {
        let unsaved = unsaved
        return draftNotes.count + (unsaved.editor == nil ? 0 : 1) + (unsaved.line.isEmpty ? 0 : 1)
    }

    // MARK: - Their file

    /// Begins the file of the drafts; `save` follows at once, or after the photos were read. While a file is being
    /// written, a message tells the person so.
    mutating func saveDrafts(_ context: Context) -> [Outcome] {
        if draftArchive != nil { return [.show(Toast(text: Texts.draftsBeingWritten))] }
        let saved = saveNote(context.now).map { Outcome.effect($0) }
        let most = DraftArchive.photoBytesMaximum
        draftArchive = DraftArchive(Drafts(self, context), context.now, photoBytes: most)
        return saved + goOnSavingDrafts()
    }

    /// A photo for the file was read. Without bytes, neither the device nor a reachable server has the photo.
    mutating func draftPhotoRead(_ digest: Digest, _ bytes: [UInt8]) -> [Outcome] {
        guard let written = draftArchive?.take(digest, bytes) else { return [] }
        return written.map { Outcome.effect($0) } + goOnSavingDrafts()
    }

    private mutating func goOnSavingDrafts() -> [Outcome] {
        guard var archive = draftArchive else { return [] }
        if let photo = archive.next { return [.effect(.readPhoto(photo))] }
        draftArchive = nil
        let missing = archive.missing
        let file = Outcome.effect(.save(name: DraftArchive.name, archive.end()))
        return [file] + (missing == 0 ? [] : [.show(Toast(text: Texts.photosMissing(missing)))])
    }
}
