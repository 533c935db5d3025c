// What the screens do around a verb of the notebook.

extension Home {
    /// Adds a to-do for a draft that passed the rules.
    mutating func add(_ draft: TodoDraft, id: UUID, _ now: Instant) -> [Effect] {
        carry(notebook.add(draft, id: id, now)) + reminderSet(draft, before: nil)
    }

    /// Changes a to-do to what a draft says; nothing happens when that is what it says already.
    mutating func edit(_ todo: Todo, to draft: TodoDraft, _ now: Instant) -> [Effect] {
        if TodoDraft(todo) == draft { return [] }
        return carry(notebook.edit(todo, to: draft, now)) + reminderSet(draft, before: todo.reminder)
    }

    /// Marks a to-do done or not done (T8). The next occurrence that goes with it is not edited any more.
    mutating func mark(_ id: Todo.ID, done: Bool, _ context: Context) -> [Effect] {
        let next = notebook.following(id)
        let wasThere = next.flatMap { notebook.todos[$0] } != nil
        let effects = carry(notebook.mark(id, done: done, context.now, in: context.world.zone))
        if let next, wasThere, notebook.todos[next] == nil { todoWent(next) }
        return effects
    }

    /// Deletes a to-do and offers to bring it back (T8).
    mutating func delete(_ id: Todo.ID, _ now: Instant) -> [Effect] {
        guard let todo = notebook.todos[id] else { return [] }
        let effects = carry(notebook.delete(id, now))
        todoWent(id)
        let repeats = todo.repetition != nil && !todo.isDone
        let text = repeats ? Texts.deletedRepeating(todo.title) : Texts.deleted(todo.title)
        return effects + show(Toast(text: text, undo: id.key))
    }

    private mutating func todoWent(_ id: Todo.ID) {
        if editor?.subject == .existing(id) { editor = nil }
        if list.cursor == id { list.cursor = nil }
    }
}
