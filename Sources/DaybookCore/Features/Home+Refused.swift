// Changes that the server refused: the line under the title tells of them, and leads to the first.

extension Home {
    /// The to-do or the note of the first refused change, in the order of their ids; nil when none of them shows.
    package var firstRefused: Record.Key? {
        notebook.replica.rejections.keys.compactMap(shown).min { $0.id < $1.id }
    }

    /// The line about refused changes. A single to-do or note has its title there.
    @inline(never)
    package var refusedBanner: String {
        let count = notebook.replica.rejections.count
        guard count == 1, let key = firstRefused else { return Texts.needAttention(count) }
        return Texts.needsAttention(title(key))
    }

    /// Brings the first to-do or note with a refused change into view, which shows the reason.
    @inline(never)
    func showRefused() -> [Outcome] {
        guard let key = firstRefused else { return [] }
        return [key.kind == .todo ? .reveal(Todo.ID(key.id)) : .go(.note(Note.ID(key.id)))]
    }

    /// The record that shows a record: a photo shows in its note.
    private func shown(_ key: Record.Key) -> Record.Key? {
        switch key.kind {
        case .todo: notebook.todos[Todo.ID(key.id)].map { $0.id.key }
        case .note: notebook.notes[Note.ID(key.id)].map { $0.id.key }
        case .photo: notebook.notes.photos.note(of: Photo.ID(key.id)).map { $0.key }
        default: nil
        }
    }

    private func title(_ key: Record.Key) -> String {
        if let todo = notebook.todos[Todo.ID(key.id)] { return todo.title }
        return Texts.named(notebook.notes[Note.ID(key.id)]?.title ?? "")
    }
}
