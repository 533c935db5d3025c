import DaybookCore

/// A to-do with the short name by which a person calls it.
public struct ListedTodo: Equatable, Sendable {
    /// The to-do, as it was when it is in the trash.
    public var todo: Todo
    /// The short name.
    public var name: String
    /// When it was deleted; nil when it is not in the trash.
    public var deleted: Instant?

    /// A to-do and its name.
    public init(todo: Todo, name: String, deleted: Instant? = nil) {
        self.todo = todo
        self.name = name
        self.deleted = deleted
    }
}

/// A note, with its photos, and the short name by which a person calls it.
public struct ListedNote: Equatable, Sendable {
    /// The note, as it was when it is in the trash.
    public var note: Note
    /// The short name.
    public var name: String
    /// When it was deleted; nil when it is not in the trash.
    public var deleted: Instant?

    /// A note and its name.
    public init(note: Note, name: String, deleted: Instant? = nil) {
        self.note = note
        self.name = name
        self.deleted = deleted
    }
}

/// A photo that was taken off its note, with the short name by which a person calls it in the trash.
public struct ListedPhoto: Equatable, Sendable {
    /// The photo.
    public var photo: Photo
    /// The title of its note.
    public var noteTitle: String
    /// The short name.
    public var name: String
    /// When it was taken off the note; nil when it is there again.
    public var deleted: Instant?
}

/// A to-do, a note or a photo, where a command is about all of them.
public enum ListedRecord: Equatable, Sendable {
    /// A to-do.
    case todo(ListedTodo)
    /// A note.
    case note(ListedNote)
    /// A photo that was taken off its note.
    case photo(ListedPhoto)

    /// The record.
    public var key: Record.Key {
        switch self {
        case .todo(let listed): Record.Key(kind: .todo, id: listed.todo.id.uuid)
        case .note(let listed): Record.Key(kind: .note, id: listed.note.id.uuid)
        case .photo(let listed): Record.Key(kind: .photo, id: listed.photo.id.uuid)
        }
    }

    /// The short name.
    public var name: String {
        switch self {
        case .todo(let listed): listed.name
        case .note(let listed): listed.name
        case .photo(let listed): listed.name
        }
    }

    /// The title, or a text that says that a note has no title. For a photo: the title of its note.
    public var title: String {
        switch self {
        case .todo(let listed): listed.todo.title
        case .note(let listed): listed.note.title.isEmpty ? Texts.untitledNote : listed.note.title
        case .photo(let listed): listed.noteTitle
        }
    }

    /// When it was deleted; nil when it is not in the trash.
    public var deleted: Instant? {
        switch self {
        case .todo(let listed): listed.deleted
        case .note(let listed): listed.deleted
        case .photo(let listed): listed.deleted
        }
    }
}

extension [ListedRecord] {
    /// The to-dos among them.
    public var todos: [ListedTodo] { compactMap { if case .todo(let listed) = $0 { listed } else { nil } } }
    /// The notes among them.
    public var notes: [ListedNote] { compactMap { if case .note(let listed) = $0 { listed } else { nil } } }
    /// The photos among them.
    public var photos: [ListedPhoto] { compactMap { if case .photo(let listed) = $0 { listed } else { nil } } }
}

/// How often a tag is used.
public struct TagUse: Equatable, Sendable {
    /// The tag, without its sign.
    public var name: String
    /// To-dos that have it.
    public var count: Int
    /// To-dos that have it and are open.
    public var openCount: Int
    /// Notes that have it.
    public var noteCount: Int

    /// The use of a tag.
    public init(name: String, count: Int, openCount: Int, noteCount: Int = 0) {
        self.name = name
        self.count = count
        self.openCount = openCount
        self.noteCount = noteCount
    }
}

/// Why a name is not the name of one record. `Record.Kind?`: the kind that was looked for; nil for any.
public enum NameError: Error, Equatable, Sendable {
    /// The text is not a name.
    case malformed(String, Record.Kind?)
    /// No record has the name.
    case unknown(String, Record.Kind?)
    /// No record of the kind has the name, but a record of the other kind has it.
    case otherKind(String, Record.Kind)
    /// The record with the name is in the trash.
    case inTrash(String, Record.Kind?)
    /// The record with the name is not in the trash.
    case notInTrash(String, Record.Kind?)
    /// Several records have names that begin with the text: some of these records, and the number of all.
    case several(String, Record.Kind?, [ListedRecord], count: Int)
}
