extension ListScreen {
    /// The outcomes for a to-do that cannot be planned; nil for a to-do that can. A sample has no dates (T10), and
    /// neither has a done to-do.
    func insteadOfPlanning(_ id: Todo.ID, _ notebook: Notebook) -> [Outcome]? {
        guard let todo = notebook.todos[id], !todo.isDone else { return [] }
        return todo.origin == .imported ? [.ask(.imported(id))] : nil
    }

    /// Asks when a to-do is to be done.
    func askWhen(_ id: Todo.ID, _ notebook: Notebook, _ context: Context) -> [Outcome] {
        if let instead = insteadOfPlanning(id, notebook) { return instead }
        guard let todo = notebook.todos[id] else { return [] }
        let zone = context.world.zone
        let day = (todo.deadline ?? todo.reminder).map { zone.date(at: $0) } ?? context.today.date
        return [.point(at: id), .ask(.when(.todo(id), MonthGrid(at: max(day, context.today.date)), TypedTime()))]
    }

    /// Plans a to-do for a day, for no day or by words, and offers to undo it if all of it can be undone.
    func plan(_ id: Todo.ID, _ plan: Plan, _ notebook: inout Notebook, _ context: Context) -> [Outcome] {
        guard let todo = notebook.todos[id] else { return [] }
        let (draft, usual) = notebook.planned(todo, plan, context.now, in: context.world.zone)
        if draft == TodoDraft(todo) { return [] }
        if let broken = context.rules.violations(of: draft, changing: todo, now: context.now).first {
            return [.show(Toast(text: broken.message))]
        }
        let outcomes = notebook.editTodo(todo, to: draft, keeping: usual, context.now)
        let text = Texts.planned(Texts.brief(todo.title), plan, context.now, in: context.world.zone)
        return outcomes + [
            .notebook(.changed([id.key])), .show(Toast(text: text, undo: notebook.wholeUndo(context.now))),
        ]
    }
}
