extension Home {
    mutating func reduceEditor(_ action: Editor.Action, _ context: Context) -> [Effect] {
        guard editor != nil else { return [] }
        switch action {
        case .saveTapped: return saveEditor(context)
        case .closed: return closeEditor(then: .close, context)
        case .deleteTapped:
            guard case .existing(let id) = editor?.subject else { return [] }
            return delete(id, context.now)
        default: return editor?.reduce(action, context) ?? []
        }
    }

    /// Saves what is open, if anything is, and goes on to what follows (T11). Stays when something must be decided
    /// or mended first.
    mutating func closeEditor(then exit: Editor.Exit, _ context: Context) -> [Effect] {
        guard var editor else { return leaveEditor(exit, context) }
        editor.takeTag(context.rules)
        if !editor.isTouched { return leaveEditor(exit, context) }
        if !editor.canSave {
            overlay = .confirmDiscard(then: exit)
            return []
        }
        if case .saving = editor.status { return leaveEditor(exit, context) }
        self.editor = editor
        guard let effects = commitEditor(context) else {
            return [.announce(self.editor?.violations.first?.message ?? "")]
        }
        return effects + leaveEditor(exit, context)
    }

    /// Closes the editor as it is and opens what follows.
    mutating func leaveEditor(_ exit: Editor.Exit, _ context: Context) -> [Effect] {
        switch exit {
        case .close:
            let subject = editor?.subject
            editor = nil
            if case .existing(let id) = subject, notebook.todos[id] != nil { return [.focus(.row(id))] }
            return []
        case .openNew: editor = Editor()
        case .open(let id):
            guard let todo = notebook.todos[id] else { return leaveEditor(.close, context) }
            editor = Editor(todo)
        }
        return editor?.subject == .new ? [.focus(.editorTitle)] : []
    }

    /// The Save button: the editor stays until the disk has it (T11).
    private mutating func saveEditor(_ context: Context) -> [Effect] {
        guard var editor else { return [] }
        if case .saving = editor.status { return [] }
        editor.takeTag(context.rules)
        self.editor = editor
        if !editor.isTouched, editor.canSave {
            guard case .failed = editor.status, notebook.disk.failure != nil else {
                return leaveEditor(.close, context)
            }
            // The change is made; the disk alone lacks it, and is tried again.
            let effects = carry(notebook.journal(.changed([])))
            self.editor?.status = .saving(sequence: notebook.disk.sequence)
            return effects
        }
        guard let effects = commitEditor(context) else {
            return [.announce(self.editor?.violations.first?.message ?? "")] + focusBroken()
        }
        // In memory there is nothing to wait for.
        if notebook.disk.place == .memory { return effects + leaveEditor(.close, context) }
        self.editor?.status = .saving(sequence: notebook.disk.sequence)
        return effects
    }

    private func focusBroken() -> [Effect] {
        editor?.violation(.title) == nil ? [] : [.focus(.editorTitle)]
    }

    /// Turns the editor's draft into a change; nil, with the reasons in the editor, when it breaks a rule.
    private mutating func commitEditor(_ context: Context) -> [Effect]? {
        guard var editor else { return [] }
        let draft = context.rules.normalized(editor.draft)
        let subject: Todo?
        if case .existing(let id) = editor.subject { subject = notebook.todos[id] } else { subject = nil }
        editor.violations = context.rules.violations(of: draft, changing: subject, now: context.now)
        if let broken = context.deadlineViolation(draft, subject) { editor.violations.append(broken) }
        guard editor.violations.isEmpty else {
            self.editor = editor
            return nil
        }
        editor.draft = draft
        editor.base = draft
        let effects: [Effect]
        if let subject {
            effects = edit(subject, to: draft, context.now)
        } else {
            // The record may be gone because another device deleted it: what was typed here is kept as a new one.
            effects = add(draft, id: context.fresh, context.now)
            editor.subject = .existing(Todo.ID(context.fresh))
            list.cursor = Todo.ID(context.fresh)
        }
        self.editor = editor
        return effects
    }

    /// The disk has everything up to its `storedThrough`.
    mutating func editorStored() -> [Effect] {
        guard case .saving(let sequence) = editor?.status, notebook.disk.storedThrough >= sequence else { return [] }
        let subject = editor?.subject
        editor = nil
        var effects: [Effect] = [.announce(Texts.saved)]
        if case .existing(let id) = subject { effects.append(.focus(.row(id))) }
        return effects
    }

    mutating func editorStoreFailed() -> [Effect] {
        guard case .saving = editor?.status else { return [] }
        let message = notebook.disk.failure == .full ? Texts.diskFull : Texts.diskRefused
        editor?.status = .failed(message)
        return [.announce(message)]
    }

    /// The notes that a to-do is offered: the first of their list, and the one that it belongs to.
    public func linkableNotes(_ chosen: Note.ID?) -> [Note] {
        let offered = notebook.notes.first(50)
        guard let chosen, !offered.contains(where: { $0.id == chosen }), let note = notebook.notes[chosen] else {
            return offered
        }
        return [note] + offered
    }

    /// What another device changed in the open to-do shows in every field the person has not touched.
    mutating func mergeIntoEditor(_ changed: [Record.Key]) -> [Effect] {
        guard let editor, case .existing(let id) = editor.subject,
            changed.contains(Record.Key(kind: .todo, id: id.uuid)), let todo = notebook.todos[id]
        else { return [] }
        return self.editor?.merge(TodoDraft(todo)) ?? []
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
