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

    /// The moment is over: the marked to-dos leave. Returns the message that offers to undo the last mark.
    mutating func removeMarked(_ notebook: Notebook, _ today: Today) -> Toast? {
        let left = marked
        let before = rows(notebook, today)
        marked = []
        keepCursor(before, notebook, today)
        guard let last = left.last(where: { notebook.todos[$0.kept.id]?.isDone == true }), let step = last.step else {
            return nil
        }
        return Toast(text: Texts.markedDone(Texts.brief(last.title)), undo: step, isAnnounced: true)
    }
}
