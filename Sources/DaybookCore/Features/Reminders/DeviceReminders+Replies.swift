extension DeviceReminders {
    mutating func reduce(_ action: Action, _ notebook: inout Notebook, _ context: Context) -> [Outcome] {
        switch action {
        case .shown(let entries):
            notebook.shown(entries)
            return []
        case .subscribed(let address): return sendPushAddress(address, &notebook)
        case .notSubscribed:
            notifying.obstacle = .refused
            return sendPushAddress(nil, &notebook)
        case .answered(let id, let reply), .replyTapped(let id, let reply):
            return carryOut(reply, id, &notebook, context) + [.effect(.closeNotice(id))]
        case .snoozeTapped(let id, let snooze):
            return self.snooze(id, snooze, &notebook, context) + [.effect(.closeNotice(id))]
        case .openTapped(let id):
            let dismissed = [Outcome](notebook.dismissReminder(of: id))
            let close = Outcome.effect(.closeNotice(id))
            return dismissed + (notebook.todos[id] == nil ? [close] : [.point(at: id), .go(.todo(id)), close])
        case .dismissTapped(let id):
            return [Outcome](notebook.dismissReminder(of: id)) + [.effect(.closeNotice(id))]
        case .allowTapped: return [.effect(.askToNotify)]
        }
    }

    private func carryOut(
        _ reply: Reply,
        _ id: Todo.ID,
        _ notebook: inout Notebook,
        _ context: Context
    ) -> [Outcome] {
        switch reply {
        case .done: [Outcome](notebook.dismissReminder(of: id)) + notebook.markTodo(id, done: true, context)
        case .later: snooze(id, .tenMinutes, &notebook, context)
        }
    }

    /// Puts a reminder that rings off, unless the to-do is done by now.
    private func snooze(
        _ id: Todo.ID,
        _ snooze: Snooze,
        _ notebook: inout Notebook,
        _ context: Context
    ) -> [Outcome] {
        let dismissed = [Outcome](notebook.dismissReminder(of: id))
        guard let todo = notebook.todos[id], !todo.isDone,
            let moment = snooze.moment(context.now, in: context.world.zone)
        else { return dismissed }
        let again = notebook.remind(of: todo, at: moment, context.now) + [.changed([id.key])]
        let text = Texts.remindsAgain(moment, now: context.now, zone: context.world.zone)
        return dismissed + [Outcome](again)
            + [.reminderSet, .show(Toast(text: text))]
    }

    /// A reminder came due: shows it as the device does.
    func showReminder(_ todo: Todo, _ due: Instant, _ isMissed: Bool) -> [Effect] {
        if isMissed { return [.announce(Texts.missed(todo.title))] }
        let announcement = Effect.announce(Texts.timeIsUp(todo.title))
        guard notifying.permission == .granted else { return [announcement] }
        let text = todo.detail.map { todo.title + "\n" + $0 } ?? todo.title
        return [announcement, .notify(Notice(todo: todo.id, due: due, title: Labels.timeIsUp, text: text))]
    }

    /// A reminder was set here: the first one asks whether this device may notify, and a "no" is explained once (R4).
    mutating func reminderSet() -> [Outcome] {
        switch notifying.permission {
        case .unasked: return [.effect(.askToNotify)]
        case .granted: return []
        case .denied, .unsupported:
            if hasExplained { return [] }
            hasExplained = true
            // The steps stay until they are put away.
            if notifying.obstacle == .notInstalled {
                return [.show(Toast(text: Texts.notifying(notifying), opens: .reminders))]
            }
            return [.show(Toast(text: Texts.onlyWhileOpen))]
        }
    }
}
