// A marked to-do that the list would not show any more stays for a breath, and leaves with an offer to undo.

extension ListScreen {
    /// A to-do that was marked a moment ago, in a list that is about to lose it.
    struct Marked: Equatable, Sendable {
        var id: Todo.ID
        var title: String
        /// The number of the step that marked it.
        var step: Int?
    }

    /// How long a marked to-do stays, from the last mark on.
    static let breathMilliseconds = 1_200

    mutating func mark(_ id: Todo.ID, _ notebook: inout Notebook, _ context: Context) -> [Outcome] {
        guard let todo = notebook.todos[id] else { return [] }
        let outcomes = notebook.markTodo(id, done: !todo.isDone, context)
        if !filter.hidesMarked { return outcomes }
        marked.removeAll { $0.id == id }
        marked.append(Marked(id: id, title: todo.title, step: notebook.steps.latest))
        return outcomes + [.effect(.startTimer(.breath, milliseconds: Self.breathMilliseconds))]
    }

    /// The breath is over: what was marked leaves, and a message offers to undo the last mark.
    mutating func endBreath(_ notebook: Notebook) -> [Outcome] {
        let left = marked
        marked = []
        guard let last = left.last(where: { notebook.todos[$0.id]?.isDone == true }), let step = last.step else {
            return []
        }
        return [.show(Toast(text: Texts.markedDone(Texts.brief(last.title)), undo: step))]
    }
}
