extension App {
    /// Looks after the reminders once something has happened.
    mutating func remind(_ now: Instant) -> [Effect] {
        guard case .home = screen else { return [] }
        return withHome { $0.carry($0.notebook.remind(now)) }
    }
}

extension Home {
    /// A reminder came due: shows it as the device does, and has the server know that this device has.
    func rang(_ id: Todo.ID, _ due: Instant, _ isMissed: Bool) -> [Effect] {
        guard let todo = notebook.todos[id] else { return [] }
        if isMissed { return [.announce(Texts.missed(todo.title))] }
        let said = Effect.announce(Texts.timeIsUp(todo.title))
        guard reminders.notifying.permission == .granted else { return [said] }
        let text = todo.detail.map { todo.title + "\n" + $0 } ?? todo.title
        return [said, .notify(Notice(todo: todo.id, due: due, title: Labels.timeIsUp, text: text))]
    }

    // MARK: - What the person does

    mutating func reduceReminders(_ action: ReminderDesk.Action, _ context: Context) -> [Effect] {
        switch action {
        case .notifying(let notifying): return notifyingChanged(notifying)
        case .shown(let entries):
            notebook.shown(entries)
            return []
        case .subscribed(let address): return tellDevice(address)
        case .notSubscribed:
            reminders.notifying.obstacle = .refused
            return tellDevice(nil)
        case .answered(let id, let reply), .replyTapped(let id, let reply):
            return carryOut(reply, id, context) + [.closeNotice(id)]
        case .openTapped(let id):
            notebook.dismissReminder(of: id)
            return closePage() + reduceList(.rowTapped(id), context) + [.closeNotice(id)]
        case .dismissTapped(let id):
            notebook.dismissReminder(of: id)
            return [.closeNotice(id)]
        case .allowTapped: return [.askToNotify]
        case .testTapped: return testReminders()
        case .reloadTapped: return loadReminders()
        }
    }

    private mutating func carryOut(_ reply: ReminderDesk.Reply, _ id: Todo.ID, _ context: Context) -> [Effect] {
        notebook.dismissReminder(of: id)
        guard let todo = notebook.todos[id] else { return [] }
        switch reply {
        case .done: return mark(id, done: true, context)
        case .later:
            guard !todo.isDone else { return [] }
            let again = carry(notebook.remindLater(of: todo, context.now))
            guard let moved = notebook.todos[id], let due = moved.reminder else { return again }
            let text = Texts.remindsAgain(due, now: context.now, zone: context.world.zone)
            return again + reminderSet(TodoDraft(moved), before: todo.reminder) + show(Toast(text: text))
        }
    }

    /// A reminder was set here: the first one asks whether this device may notify, and a "no" is explained once (R4).
    mutating func reminderSet(_ draft: TodoDraft, before: Instant?) -> [Effect] {
        guard let due = draft.reminder, due != before else { return [] }
        switch reminders.notifying.permission {
        case .unasked: return [.askToNotify]
        case .granted: return []
        case .denied, .unsupported:
            if reminders.hasExplained { return [] }
            reminders.hasExplained = true
            return show(Toast(text: Texts.onlyWhileOpen))
        }
    }
}
