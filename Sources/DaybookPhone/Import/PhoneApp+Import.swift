import DaybookCore

extension PhoneApp {
    /// Makes to-dos of reminders, in one step that can be undone. Importing the same reminders again makes nothing twice. Returns
    /// when the to-dos are on the disk.
    public func importReminders(_ reminders: [AppleReminder]) async throws(IntentError) -> ImportResult {
        let notebook = try await openHome().notebook
        let (rules, now, zone) = (notebook.rules, device.clock.now, app.world.zone)
        var result = ImportResult()
        var todos: [NewTodo] = []
        var ids: Set<Todo.ID> = []
        for reminder in reminders where ids.insert(reminder.todoID).inserted {
            if notebook.knows(reminder.todoID) {
                result.known += 1
            } else if let todo = reminder.todo(rules, now: now, in: zone) {
                todos.append(todo)
                if reminder.isSimplified { result.simplified += 1 }
            } else {
                result.tooLong += 1
                if rules.canBeLifted, reminder.todo(rules.widest, now: now, in: zone) != nil {
                    result.canBeLifted = true
                }
            }
        }
        result.added = todos.count
        let text = result.text
        addTodos(todos) { _ in text }
        await finishWriting()
        if app.home?.notebook.disk.failure != nil { throw .trouble(PhoneTexts.notWritten) }
        return result
    }
}
