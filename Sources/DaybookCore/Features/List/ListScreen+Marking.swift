// A marked to-do that no longer belongs in the list stays for a moment, and leaves with an offer to undo.

extension ListScreen {
    /// A to-do that was marked a moment ago, in a list that is about to lose it.
    struct Marked: Equatable, Sendable {
        var kept: Kept
        var title: String
        /// The number of the step that marked it.
        var step: Int?
    }

    /// How long a marked to-do stays, from the last mark on.
    static let markedMilliseconds = 1_200

    mutating func mark(_ id: Todo.ID, _ notebook: inout Notebook, _ context: Context) -> [Outcome] {
        guard let todo = notebook.todos[id] else { return [] }
        let outcomes = notebook.markTodo(id, done: !todo.isDone, context)
        let wasDone = marked.first { $0.kept.id == id }?.kept.wasDone ?? todo.isDone
        marked.removeAll { $0.kept.id == id }
        marked.append(Marked(kept: Kept(id, wasDone: wasDone), title: todo.title, step: notebook.steps.latest))
        return outcomes + [.effect(.startTimer(.removeMarked, milliseconds: Self.markedMilliseconds))]
    }

    /// The moment is over: the marked to-dos leave, and a message offers to undo the last mark.
    mutating func removeMarked(_ notebook: Notebook, _ today: Today) -> [Outcome] {
        let left = marked
        let before = selection(notebook, today).slots
        marked = []
        keepCursor(before, notebook, today)
        guard let last = left.last(where: { notebook.todos[$0.kept.id]?.isDone == true }), let step = last.step else {
            return []
        }
        return [.show(Toast(text: Texts.markedDone(Texts.brief(last.title)), undo: step, isAnnounced: true))]
    }

    /// Moves a cursor whose row has left to the row that took its place. `before` has the rows with it.
    private mutating func keepCursor(_ before: [Slot], _ notebook: Notebook, _ today: Today) {
        guard let slot = cursor.flatMap({ notebook.todos.slot(of: $0) }), let place = before.firstIndex(of: slot) else {
            return
        }
        let after = selection(notebook, today).slots
        if after.contains(slot) { return }
        cursor = after.isEmpty ? nil : notebook.todos[after[min(place, after.count - 1)]].id
    }
}
