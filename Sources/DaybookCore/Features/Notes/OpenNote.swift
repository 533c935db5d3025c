/// The note that is open: being read, or being written (N3).
public struct OpenNote: Equatable, Sendable {
    /// The note's id. A new note has an id before it has a record.
    public let id: Note.ID
    /// The fields; nil while the note is read.
    public internal(set) var writing: Writing?
    /// The text in the line that adds a tag.
    public internal(set) var tagText = ""
    /// The rule that keeps the text from becoming a tag.
    public internal(set) var tagViolation: Violation?
    /// The photo that fills the screen.
    public internal(set) var gallery: Photo.ID?

    /// The texts in the fields.
    public struct Writing: Equatable, Sendable {
        /// As typed.
        public internal(set) var draft: NoteDraft
        /// The texts that the fields began with, or those of the note after it was saved here or changed elsewhere.
        var base: NoteDraft
        /// Whether the person has written in a field on this device.
        var writesTitle = false
        var writesDescription = false
        /// It was opened for a new note.
        public let beganNew: Bool
        /// The texts of another device for fields that the person was writing in, at most one for each field.
        var others: [Other] = []
        /// Whether the texts of the other device show beside those of this one.
        public internal(set) var showsBoth = false

        /// A text of another device.
        struct Other: Equatable {
            let isTitle: Bool
            var text: String
        }

        init(draft: NoteDraft, base: NoteDraft, beganNew: Bool) {
            self.draft = draft
            self.base = base
            self.beganNew = beganNew
            writesTitle = draft.title != base.title
            writesDescription = draft.description != base.description
        }

        /// The title that another device set while the person wrote another title here; nil if there is no such title.
        public var otherTitle: String? { others.first { $0.isTitle }?.text }
        /// The text that another device set while the person wrote another text here; nil if there is no such text.
        public var otherDescription: String? { others.first { !$0.isTitle }?.text }
    }

    /// The actions of a person in a note.
    public enum Action: Equatable, Sendable {
        /// Went back from the note.
        case closed
        case writeTapped
        /// The person has finished writing.
        case doneTapped
        /// Enter in the title.
        case titleSubmitted
        case titleChanged(String)
        case descriptionChanged(String)
        case deleteTapped
        case historyTapped
        /// A line that begins with a dash becomes a to-do.
        case toTodosTapped
        /// Pins the note, or takes the pin away.
        case pinTapped
        case tagTextChanged(String)
        case tagSubmitted
        /// One of the tags in use was chosen.
        case tagSuggested(String)
        case tagRemoved(String)
        case galleryOpened(Photo.ID)
        case gallerySwiped(to: Int)
        case galleryClosed
        case photoRemoved(Photo.ID)
        case photoMoved(Photo.ID, by: Int)
        /// Show or hide the texts of the other device.
        case bothTapped
        /// Exchange the text of the other device and the text of this one.
        case otherTitleTapped
        case otherDescriptionTapped
    }

    /// A note to be read.
    init(id: Note.ID) {
        self.id = id
    }

    /// A new note.
    init(new id: Note.ID) {
        self.id = id
        writing = Writing(draft: NoteDraft(), base: NoteDraft(), beganNew: true)
    }

    /// An existing note, opened to be read. A draft is opened to be written.
    init(_ note: Note, isDraft: Bool) {
        id = note.id
        if isDraft { writing = Writing(draft: NoteDraft(note), base: NoteDraft(note), beganNew: false) }
    }

    var route: Route {
        writing?.beganNew == true ? .newNote : .note(id)
    }
}

extension OpenNote {
    mutating func reduce(_ action: Action, _ notebook: inout Notebook, _ now: Instant) -> [Outcome] {
        switch action {
        case .closed: return [.go(.close)]
        case .writeTapped: return write(notebook)
        case .doneTapped: return done(&notebook, now)
        case .titleSubmitted: return [.move(.noteDescription)]
        case .titleChanged(let text):
            let before = writing?.draft.title
            writing?.draft.title = Text.oneLine(text)
            writing?.writesTitle = true
            let limit = notebook.rules.limits.noteTitle.maximum
            return typed(&notebook) + full(before, writing?.draft.title, limit, notebook.rules)
        case .descriptionChanged(let text):
            let before = writing?.draft.description
            writing?.draft.description = Text.manyLines(text)
            writing?.writesDescription = true
            let limit = notebook.rules.limits.noteDescription.maximum
            return typed(&notebook) + full(before, writing?.draft.description, limit, notebook.rules)
        case .deleteTapped: return [.delete(id.key)]
        case .historyTapped: return notebook.notes[id] == nil ? [] : [.open(.noteHistory(id))]
        case .toTodosTapped:
            let saved = save(&notebook, now)
            return saved + (notebook.notes[id].map { [Outcome](notebook.makeTodos(of: $0, now)) } ?? [])
        case .bothTapped:
            writing?.showsBoth.toggle()
            return []
        case .otherTitleTapped, .otherDescriptionTapped: return useOther(action, &notebook, now)
        case .pinTapped, .tagTextChanged, .tagSubmitted, .tagSuggested, .tagRemoved:
            return reduceLabels(action, &notebook, now)
        case .galleryOpened, .gallerySwiped, .galleryClosed, .photoRemoved, .photoMoved:
            return reducePhotos(action, &notebook, now)
        }
    }

    /// Tells that a text has reached its limit. To count a long text takes long, and one of fewer bytes is below its limit.
    private func full(_ before: String?, _ text: String?, _ limit: Int, _ rules: Rules) -> [Outcome] {
        guard let before, let text, text.utf8.count >= limit else { return [] }
        return Outcome.full(limit - rules.count(before), limit - rules.count(text))
    }

    private mutating func write(_ notebook: Notebook) -> [Outcome] {
        guard writing == nil, let note = notebook.notes[id] else { return [] }
        writing = Writing(draft: NoteDraft(note), base: NoteDraft(note), beganNew: false)
        return [.move(.noteDescription)]
    }

    /// Ends writing and shows the note to be read. A draft is left open in the list.
    mutating func done(_ notebook: inout Notebook, _ now: Instant) -> [Outcome] {
        if writing == nil { return [] }
        let outcomes = takeTag(&notebook, now) + leave(&notebook, now)
        guard let note = notebook.notes[id] else { return outcomes + [.closeSheet] }
        guard notebook.draftViolations(note).isEmpty else {
            return outcomes + (refusedTag == nil ? [.closeSheet, tellDraft(note, notebook)] : [.move(.tagInput)])
        }
        writing = nil
        return outcomes + [.move(.writeNote)]
    }

    /// Tells at the end of writing that the note is a draft, and what it needs first.
    private func tellDraft(_ note: Note, _ notebook: Notebook) -> Outcome {
        let missing = notebook.draftViolations(note).first.map { " " + $0.message } ?? ""
        return .announce(Labels.draftText + missing)
    }
}
