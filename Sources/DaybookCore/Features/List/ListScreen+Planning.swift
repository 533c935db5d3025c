extension ListScreen {
    /// Plans a to-do for another day, or for no day, and offers to undo it if the rules let its dates come back.
    func plan(_ id: Todo.ID, for day: CivilDate?, _ notebook: inout Notebook, _ context: Context) -> [Outcome] {
        guard let todo = notebook.todos[id] else { return [] }
        var draft = TodoDraft(todo)
        draft.plan(for: day, context.now, in: context.world.zone)
        if draft == TodoDraft(todo) { return [] }
        if let broken = context.rules.violations(of: draft, changing: todo, now: context.now).first {
            return [.show(Toast(text: broken.message))]
        }
        let outcomes = notebook.editTodo(todo, to: draft, context.now)
        let text = Texts.planned(Texts.brief(todo.title), for: day, today: context.today.date)
        // T5, T6: dates that have passed do not come back.
        let canUndo = context.rules.violations(of: TodoDraft(todo), changing: notebook.todos[id], now: context.now)
            .isEmpty
        let toast = Toast(text: text, undo: canUndo ? notebook.steps.latest : nil)
        return outcomes + [.notebook(.changed([id.key])), .show(toast)]
    }
}
