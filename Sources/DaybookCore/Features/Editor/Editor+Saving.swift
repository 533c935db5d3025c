extension Editor {
    mutating func reduce(_ action: Action, _ notebook: inout Notebook, _ context: Context) -> [Outcome] {
        switch action {
        case .saveTapped: return save(&notebook, context)
        case .linesSubmitted: return addLines(&notebook, context)
        case .closed: return [.go(.close)]
        case .discardTapped: return [.discard(then: .close)]
        case .deleteTapped:
            guard case .existing(let id) = subject else { return [] }
            return [.delete(id.key)]
        case .historyTapped:
            guard case .existing(let id) = subject else { return [] }
            return [.open(.history(id))]
        case .otherTitleTapped:
            return keep(draft.title, over: base.title, in: Todo.Field.title, &notebook, context.now)
                + edit(action, context)
        case .otherDetailTapped:
            return keep(draft.detail, over: base.detail, in: Todo.Field.detail, &notebook, context.now)
                + edit(action, context)
        default: return edit(action, context)
        }
    }

    /// The person leaves the editor for another place: the to-do is saved (T11). The editor stays open when the person
    /// must decide or correct something first.
    mutating func leave(
        for destination: Destination,
        _ notebook: inout Notebook,
        _ context: Context
    ) -> (hasLeft: Bool, outcomes: [Outcome]) {
        // A draft that cannot be saved stays as it was typed, the line for tags included.
        var finished = self
        finished.takeTag(context.rules)
        if !finished.isTouched { return (true, []) }
        let question = Outcome.ask(.confirmDiscard(then: destination))
        if !finished.canSave || isGone { return (false, [question]) }
        if case .saving = status { return (true, []) }
        self = finished
        guard let outcomes = commit(&notebook, context) else {
            return (false, [question, .announce(violations.first?.message ?? "")])
        }
        return (true, outcomes)
    }

    /// The Save button: the editor stays until the disk has the to-do (T11).
    private mutating func save(_ notebook: inout Notebook, _ context: Context) -> [Outcome] {
        if case .saving = status { return [] }
        takeTag(context.rules)
        if !isTouched, canSave, !isGone {
            guard case .failed = status, notebook.disk.failure != nil else { return [.go(.close)] }
            // The change is made, but the disk lacks it: the write is tried again.
            let outcomes = [Outcome](notebook.journal(.changed([])))
            status = .saving(sequence: notebook.disk.sequence)
            return outcomes
        }
        guard let outcomes = commit(&notebook, context) else {
            let focus: [Outcome] = violation(.title) == nil ? [] : [.move(.editorTitle)]
            return [.announce(violations.first?.message ?? "")] + focus
        }
        // In memory there is no write to wait for.
        if notebook.disk.place == .memory { return outcomes + [.go(.close)] }
        status = .saving(sequence: notebook.disk.sequence)
        return outcomes
    }

    /// Turns the draft into a change; nil, with the reasons in ``violations``, when it breaks a rule.
    private mutating func commit(_ notebook: inout Notebook, _ context: Context) -> [Outcome]? {
        // A refused tag stays in its line until the person corrects or removes it.
        let refusedTag = tagText.isEmpty ? nil : violation(.tags)
        if isReadingTitle, let question = titleLine.question(context, beside: draft, at: .title) {
            violations = [question]
            return nil
        }
        let normal = spoken(context)
        var todo: Todo?
        if case .existing(let id) = subject {
            // A time that has passed may stay, also when it comes back from the trash.
            todo = notebook.replica.records[id.key].flatMap { Todo($0, evenIfDeleted: true) }
        }
        violations = context.rules.violations(of: normal, changing: todo, now: context.now)
        if let broken = context.deadlineViolation(normal, todo) { violations.append(broken) }
        if let refusedTag, violation(.tags) == nil { violations.append(refusedTag) }
        if let why = deadlineTyped.unclear {
            violations.append(Violation(.deadline, .badForm, why))
            showPanel(.deadline, context)
        }
        if let why = reminderTyped.unclear {
            violations.append(Violation(.reminder, .badForm, why))
            showPanel(.reminder, context)
        }
        if !violations.isEmpty { return nil }
        let last = notebook.steps.latest
        let restored = restore(&notebook, context)
        todo = todo.flatMap { notebook.todos[$0.id] }
        draft = normal
        base = normal
        titleLine = QuickAddLine()
        if let todo {
            let edited = notebook.editTodo(todo, to: normal, context.now)
            if !restored.isEmpty { notebook.steps.join(after: last, as: .edited(todo.title)) }
            return restored + edited
        }
        var id = Todo.ID(context.newID)
        // The record is gone from this device. The to-do comes back with the same id, so that no device has it twice.
        if case .existing(let gone) = subject { id = gone }
        subject = .existing(id)
        return notebook.addTodo(normal, id: id.uuid, context.now) + [.point(at: id), .added(id)]
    }

    /// Keeps the text of this device in the local history before another device's text takes its place.
    private func keep(
        _ text: String,
        over base: String,
        in field: String,
        _ notebook: inout Notebook,
        _ now: Instant
    ) -> [Outcome] {
        guard text != base, case .existing(let id) = subject else { return [] }
        return [Outcome](notebook.keepReplaced(text, in: field, of: id.key, at: now))
    }

    /// Makes a to-do of each line that was pasted into the title, with the values of the other fields.
    private mutating func addLines(_ notebook: inout Notebook, _ context: Context) -> [Outcome] {
        takeTag(context.rules)
        let drafts = titleLine.drafts(context, over: draft)
        for draft in drafts {
            violations = context.rules.violations(of: draft, now: context.now)
            if let broken = violations.first { return [.announce(broken.message)] }
        }
        let (first, outcomes) = notebook.addTodos(drafts, context)
        return outcomes + [.closeSheet] + (first.map { [.point(at: $0), .move(.row($0)), .added($0)] } ?? [])
    }

    /// Brings a to-do back that was deleted elsewhere.
    private mutating func restore(_ notebook: inout Notebook, _ context: Context) -> [Outcome] {
        guard isGone, case .existing(let id) = subject else { return [] }
        isGone = false
        return [Outcome](notebook.restore(id.key, context.now))
    }

    // MARK: - From elsewhere

    /// A write is on the disk.
    mutating func stored(_ disk: Disk) -> [Outcome] {
        switch status {
        case .saving(let sequence) where disk.storedThrough >= sequence:
            return [.closeSheet, .announce(Texts.saved)]
        case .failed where disk.failure == nil:
            // It was tried again, some time after the person asked for it, so the sheet stays.
            status = .editing
            return [.announce(Texts.saved)]
        default: return []
        }
    }

    /// A write to the disk failed.
    mutating func storeFailed(_ failure: Disk.Failure) -> [Outcome] {
        guard case .saving = status else { return [] }
        let message = failure == .full ? Texts.diskFull : Texts.diskRefused
        status = .failed(message)
        return [.announce(message)]
    }

    /// Another device changed or deleted the to-do. Each field that the person has not edited shows the change. A text
    /// that was edited in both places is kept beside the text written here.
    mutating func recordsChanged(_ keys: [Record.Key], _ notebook: Notebook) -> [Outcome] {
        if keys.contains(Limits.Choice.key) { judgeLengths(notebook.rules) }
        guard case .existing(let id) = subject, keys.contains(id.key) else { return [] }
        isGone = notebook.todos[id] == nil
        let (title, detail) = (otherTitle, otherDetail)
        if let todo = notebook.todos[id] { merge(TodoDraft(todo)) }
        if title == otherTitle && detail == otherDetail { return [] }
        return [.announce(Texts.editedElsewhere(nil))]
    }

    /// Another device chose other limits (A15): what they allow is no longer refused.
    private mutating func judgeLengths(_ rules: Rules) {
        let broken = rules.tagViolation(Text.trimmed(tagText))
        violations = violations.filter { $0.code != .tooLong || $0 == broken }
    }
}

extension Context {
    /// T5 with the person's own calendar: the rules alone cannot know when today began.
    fileprivate func deadlineViolation(_ draft: TodoDraft, _ todo: Todo?) -> Violation? {
        guard let deadline = draft.deadline, deadline != todo?.deadline,
            world.zone.date(at: deadline) < world.zone.date(at: now)
        else { return nil }
        return rules.deadlineViolation(Instant(milliseconds: .min), setAt: now)
    }
}
