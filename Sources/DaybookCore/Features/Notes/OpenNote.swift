/// The note that is open: being read, or being written (N3).
public struct OpenNote: Equatable, Sendable {
    /// Which one. A new one has an id before it has a record.
    public let id: Note.ID
    /// What is being written; nil while it is read.
    public internal(set) var writing: Writing?
    /// The photo that fills the screen.
    public internal(set) var gallery: Photo.ID?

    /// What stands in the fields.
    public struct Writing: Equatable, Sendable {
        /// As typed.
        public internal(set) var draft: NoteDraft
        /// What the fields began with, or what the note became elsewhere since.
        var base: NoteDraft
        /// It was opened for a new note.
        public let beganNew: Bool
    }

    /// What a person does with notes.
    public enum Action: Equatable, Sendable {
        case sectionChosen(Home.Section)
        case newTapped
        case opened(Note.ID)
        /// Went back from a note.
        case closed
        case writeTapped
        /// What was written is done with.
        case doneTapped
        /// Enter in the title.
        case titleSubmitted
        case titleChanged(String)
        case descriptionChanged(String)
        case deleteTapped(Note.ID)
        case orderChosen(NoteOrder)
        /// A line that begins with a dash becomes a to-do.
        case toTodosTapped
        case galleryOpened(Photo.ID)
        case gallerySwiped(to: Int)
        case galleryClosed
        case photoRemoved(Photo.ID)
        case photoMoved(Photo.ID, to: Int)
    }

    var route: Route {
        writing?.beganNew == true ? .newNote : .note(id)
    }
}

extension Home {
    /// Which of the two lists shows.
    public enum Section: String, Sendable, CaseIterable {
        case todos
        case notes
    }

    /// The note that is open, unless it is not there any more.
    public var shownNote: Note? { openNote.flatMap { notebook.notes[$0.id] } }

    mutating func reduceNotes(_ action: OpenNote.Action, _ context: Context) -> [Effect] {
        switch action {
        case .sectionChosen(let section): return show(section, context)
        case .newTapped: return newNote(context)
        case .opened(let id): return open(id, context)
        case .closed: return closeNote(context.now)
        case .writeTapped: return writeNote()
        case .doneTapped: return doneWriting(context.now)
        case .titleSubmitted: return [.focus(.noteDescription)]
        case .titleChanged(let text): return typed(context) { $0.title = Text.oneLine(text) }
        case .descriptionChanged(let text): return typed(context) { $0.description = Text.manyLines(text) }
        case .deleteTapped(let id): return delete(id, context.now)
        case .orderChosen(let order): return arrange(by: order)
        case .toTodosTapped: return makeTodos(context.now)
        case .galleryOpened(let id):
            guard shownNote?.photos.contains(where: { $0.id == id }) == true else { return [] }
            openNote?.gallery = id
            return []
        case .gallerySwiped(let place):
            guard openNote?.gallery != nil, let photos = shownNote?.photos, photos.indices.contains(place) else {
                return []
            }
            openNote?.gallery = photos[place].id
            return [.announce(Texts.photoOf(place + 1, photos.count))]
        case .galleryClosed:
            guard let id = openNote?.gallery else { return [] }
            openNote?.gallery = nil
            return [.focus(.photo(id))]
        case .photoRemoved(let id): return removePhoto(id, context.now)
        case .photoMoved(let id, let place): return carry(notebook.move(id, to: place, context.now))
        }
    }

    // MARK: - Going about

    /// Leaves the notes for the to-dos, if they show.
    mutating func showTodos(_ context: Context) -> [Effect] {
        if section == .todos { return [] }
        let effects = leaveNote(context.now)
        openNote = nil
        section = .todos
        return effects
    }

    /// Shows one of the two lists; what is open is saved first.
    private mutating func show(_ section: Section, _ context: Context) -> [Effect] {
        overlay = nil
        if self.section == section { return [.scrollToTop] }
        if section == .todos { return showTodos(context) + [.scrollToTop] }
        var effects: [Effect] = []
        if editor != nil {
            effects += closeEditor(then: .close, context)
            // A question is open: the list stays until it is answered.
            if editor != nil { return effects }
        }
        self.section = .notes
        return effects + [.scrollToTop]
    }

    /// Goes to a note's place from wherever one is.
    private mutating func enter(_ note: OpenNote, _ context: Context) -> [Effect] {
        var effects = leaveNote(context.now)
        if editor != nil {
            effects += closeEditor(then: .close, context)
            if editor != nil { return effects }
        }
        section = .notes
        openNote = note
        return effects
    }

    private mutating func newNote(_ context: Context) -> [Effect] {
        overlay = nil
        var note = OpenNote(id: Note.ID(context.fresh))
        note.writing = OpenNote.Writing(draft: NoteDraft(), base: NoteDraft(), beganNew: true)
        return enter(note, context) + [.focus(.noteTitle)]
    }

    mutating func open(_ id: Note.ID, _ context: Context) -> [Effect] {
        overlay = nil
        guard let note = notebook.notes[id] else { return [] }
        if openNote?.id == id { return [] }
        noteCursor = id
        var open = OpenNote(id: id)
        // What is not yet a note is there to be written on.
        if !notebook.draftViolations(note).isEmpty {
            open.writing = OpenNote.Writing(draft: NoteDraft(note), base: NoteDraft(note), beganNew: false)
        }
        return enter(open, context)
    }

    mutating func closeNote(_ now: Instant) -> [Effect] {
        guard let open = openNote else { return [] }
        var effects = leaveNote(now)
        openNote = nil
        if notebook.notes[open.id] != nil { effects.append(.focus(.noteRow(open.id))) }
        return effects
    }

    /// Saves what was written, lets it be sent, and drops a note in which there is nothing.
    private mutating func leaveNote(_ now: Instant) -> [Effect] {
        guard let open = openNote, open.writing != nil else { return [] }
        var effects = saveNote(now)
        notebook.typing = nil
        if let note = notebook.notes[open.id], note.title.isEmpty, note.description.isEmpty, note.photos.isEmpty {
            openNote = nil
            if noteCursor == open.id { noteCursor = nil }
            return effects + carry(notebook.delete(open.id, now))
        }
        effects += [.cancelTimer(.saveNote), .cancelTimer(.sendNote)]
        return effects + carry(notebook.releaseDrafts())
    }

    private mutating func writeNote() -> [Effect] {
        guard let note = shownNote, openNote?.writing == nil else { return [] }
        let draft = NoteDraft(note)
        openNote?.writing = OpenNote.Writing(draft: draft, base: draft, beganNew: false)
        return [.focus(.noteDescription)]
    }

    /// Back to reading what was written; a draft is left open in the list.
    mutating func doneWriting(_ now: Instant) -> [Effect] {
        guard let open = openNote, open.writing != nil else { return [] }
        let effects = leaveNote(now)
        guard let note = notebook.notes[open.id], notebook.draftViolations(note).isEmpty else {
            return effects + closeNote(now)
        }
        openNote?.writing = nil
        return effects + [.focus(.writeNote)]
    }

    private mutating func arrange(by order: NoteOrder) -> [Effect] {
        overlay = nil
        if notebook.notes.order == order { return [] }
        return carry(notebook.arrange(by: order)) + [.scrollToTop, .announce(Texts.arranged(order))]
    }
}
