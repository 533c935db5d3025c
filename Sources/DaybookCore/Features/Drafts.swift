/// What only this device has, so that no export of the server contains it (A14): the drafts of notes (N2), and the text
/// that is being typed in this tab. The members have the names of the export's.
public struct Drafts: Equatable, Sendable {
    /// Notes: the one that is being written, then the others in no order.
    public internal(set) var notes: [JSON] = []
    /// The to-do that is being added or edited, and the text of the line that adds.
    public internal(set) var todos: [JSON] = []

    /// The number of notes, to-dos and lines.
    public var count: Int { notes.count + todos.count }

    /// The file for the person.
    var json: JSON { .object([.init("notes", .array(notes)), .init("todos", .array(todos))]) }

    @inline(never)
    fileprivate static func texts(_ title: String, _ name: String, _ text: String) -> [JSON.Member] {
        [.init("title", .string(title)), .init(name, .string(text))]
    }

    fileprivate mutating func add(_ note: NoteDraft) {
        notes.append(.object(Self.texts(note.title, "description", note.description)))
    }

    fileprivate mutating func add(_ todo: TodoDraft) {
        let others: [JSON.Member] = [
            .init("tags", .array(todo.tags.map { .string($0) })),
            .init("deadline", .optional(todo.deadline?.rfc3339)),
            .init("reminder", .optional(todo.reminder?.rfc3339)),
        ]
        todos.append(.object(Self.texts(todo.title, "detail", todo.detail) + others))
    }
}

extension Home {
    /// What only this device has.
    public var drafts: Drafts {
        let unsaved = unsaved
        var drafts = Drafts()
        if unsaved.note != nil { drafts.add(unsaved.writing) }
        for key in notebook.replica.held where key.kind == .note && key.id != unsaved.note?.uuid {
            if let note = notebook.notes[Note.ID(key.id)] { drafts.add(NoteDraft(note)) }
        }
        if let editor = unsaved.editor { drafts.add(editor.draft) }
        if !unsaved.line.isEmpty { drafts.add(TodoDraft(title: unsaved.line)) }
        return drafts
    }
}
