extension App {
    /// Looks after the reminders once something has happened.
    mutating func remind(_ now: Instant) -> [Effect] {
        guard case .home = screen else { return [] }
        return withHome { $0.remind(now) }
    }
}

extension Home {
    /// Rings what has come due, lets go of what has been dealt with, and sets the timer to what comes next.
    mutating func remind(_ now: Instant) -> [Effect] {
        if reminders.schedule.count == 0, reminders.ringing.isEmpty, reminders.armed == nil { return [] }
        let since = reminders.since ?? now
        reminders.since = since
        var effects = settleRinging()
        if reminders.knowsShown { effects += ring(reminders.schedule.due(after: since, through: now), now) }
        return effects + arm(now)
    }

    /// The screen shows for the first time: what came due since this device last told a reminder, or at least heard of
    /// anything, is to be told now. A device that knows nothing yet has missed nothing.
    mutating func takeUpReminders(_ notifying: Notifying, _ now: Instant) {
        reminders.notifying = notifying
        let told = preferences[Preference.reminded].flatMap { Int64(decimal: $0) }.map { Instant(milliseconds: $0) }
        let heard = replica.records.isEmpty ? now : replica.clock.latest
        reminders.since = min(told ?? heard, now)
        // A device that keeps nothing cannot tell what it has shown either.
        reminders.knowsShown = disk.place == .memory
    }

    /// Everything due until then is told.
    private mutating func tellFrom(_ moment: Instant) -> [Effect] {
        let before = preferences[Preference.reminded].flatMap { Int64(decimal: $0) }
        if let before, before >= moment.milliseconds { return [] }
        return prefer(Preference.reminded, moment.milliseconds.description)
    }

    /// What was moved, cancelled, done or deleted rings no longer (R2).
    private mutating func settleRinging() -> [Effect] {
        let settled = reminders.ringing.filter { reminders.schedule[$0.todo] != $0.due }
        if settled.isEmpty { return [] }
        reminders.ringing.removeAll { ringing in settled.contains(ringing) }
        return settled.map { .closeNotice($0.todo) }
    }

    private mutating func ring(_ due: ArraySlice<ReminderSchedule.Entry>, _ now: Instant) -> [Effect] {
        var effects: [Effect] = []
        var latest: Instant?
        for entry in due where reminders.told[entry.todo] != entry.due {
            reminders.told[entry.todo] = entry.due
            latest = entry.due
            guard let todo = todos[entry.todo] else { continue }
            let isMissed = entry.due.advanced(by: ReminderDesk.punctual) < now
            reminders.ringing.removeAll { $0.todo == entry.todo }
            reminders.ringing.append(ReminderDesk.Ringing(todo: entry.todo, due: entry.due, isMissed: isMissed))
            effects.append(.announce(isMissed ? Texts.missed(todo.title) : Texts.timeIsUp(todo.title)))
            if !isMissed { effects += notify(todo, entry.due, now) }
        }
        if let latest { effects += tellFrom(latest) }
        return effects
    }

    /// Shows it as the device does, and has the server know that this device has.
    private func notify(_ todo: Todo, _ due: Instant, _ now: Instant) -> [Effect] {
        guard reminders.notifying.permission == .granted else { return [] }
        let text = todo.detail.map { todo.title + "\n" + $0 } ?? todo.title
        let notice = Notice(todo: todo.id, due: due, title: Labels.timeIsUp, text: text)
        return [.notify(notice)]
    }

    private mutating func arm(_ now: Instant) -> [Effect] {
        let next = reminders.schedule.next(after: now)
        if next == reminders.armed { return [] }
        reminders.armed = next
        guard let next else { return [.cancelTimer(.reminder)] }
        let wait = min(next.milliseconds - now.milliseconds, ReminderDesk.longestTimer)
        return [.startTimer(.reminder, milliseconds: Int(wait))]
    }

    // MARK: - What the person does

    mutating func reduceReminders(_ action: ReminderDesk.Action, _ context: Context) -> [Effect] {
        switch action {
        case .notifying(let notifying): return notifyingChanged(notifying)
        case .shown(let entries):
            for entry in entries { reminders.told[entry.todo] = entry.due }
            reminders.knowsShown = true
            return []
        case .subscribed(let address): return tellDevice(address)
        case .notSubscribed:
            reminders.notifying.obstacle = .refused
            return tellDevice(nil)
        case .answered(let id, let reply), .replyTapped(let id, let reply):
            return carryOut(reply, id, context) + [.closeNotice(id)]
        case .openTapped(let id):
            reminders.ringing.removeAll { $0.todo == id }
            let effects = page == nil ? [] : closePage(isRouted: false)
            return effects + reduceList(.rowTapped(id), context) + [.closeNotice(id)]
        case .dismissTapped(let id):
            reminders.ringing.removeAll { $0.todo == id }
            return [.closeNotice(id)]
        case .allowTapped: return [.askToNotify]
        case .testTapped: return testReminders()
        case .reloadTapped: return loadReminders()
        }
    }

    private mutating func carryOut(_ reply: ReminderDesk.Reply, _ id: Todo.ID, _ context: Context) -> [Effect] {
        reminders.ringing.removeAll { $0.todo == id }
        guard let todo = todos[id] else { return [] }
        switch reply {
        case .done: return mark(id, done: true, context)
        case .later:
            guard !todo.isDone else { return [] }
            var draft = TodoDraft(todo)
            let due = context.now.advanced(by: ReminderDesk.later)
            draft.reminder = due
            let again = Texts.remindsAgain(due, now: context.now, zone: context.world.zone)
            return edit(todo, to: draft, context.now) + show(Toast(text: again))
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
