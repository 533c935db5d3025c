// How the other screens carry out the outcomes of one screen.

extension Home {
    /// Carries out the outcomes of an action in a screen. Without a context, which means that no person acted, no
    /// outcome opens another place.
    mutating func carry(_ outcomes: [Outcome], _ context: Context? = nil) -> [Effect] {
        var effects: [Effect] = []
        effects.reserveCapacity(outcomes.count)
        for outcome in outcomes { carry(outcome, context, to: &effects) }
        return effects
    }

    private mutating func carry(_ outcome: Outcome, _ context: Context?, to effects: inout [Effect]) {
        switch outcome {
        case .notebook(let effect): carry(effect, to: &effects)
        case .effect(let effect): effects.append(effect)
        case .move(let place): keyboard.move(to: place)
        case .write(let text, let field): keyboard.write(text, in: field)
        case .show(let toast):
            self.toast = toast
            effects += toast.shown
        case .showReplaced: if toast == nil { effects += showReplaced() }
        case .ask(let overlay): self.overlay = overlay
        case .dismiss: overlay = nil
        case .go(let destination): if let context { effects += go(to: destination, context) }
        case .discard(let destination):
            if let context {
                arrive(at: destination, from: sheet, context)
            }
        case .closeSheet: closeSheet()
        case .open(let route): effects += openScreen(at: route)
        case .delete(let key): if let context { effects += delete(key, context) }
        case .deleteSamples: if let context { effects += deleteSamples(context.now) }
        case .retag(let tag, let name): if let context { effects += retag(tag, to: name, context.now) }
        case .tagChosen(let tag):
            if let context { effects += carry(list.reduce(.act(.addTag(tag)), &notebook, context), context) }
        case .take(let direction, let step): if let context { effects += take(direction, step, context.now) }
        case .reveal(let id): if let context { effects += carry(list.show(id, notebook, context.today), context) }
        case .added(let id): if let context { effects += carry(list.offerToShow(id, notebook, context.today)) }
        case .gone(let key): forget(key)
        case .point(let id): list.cursor = id
        case .takeShared(let shared): if let context { effects += takeShared(shared, context) }
        case .reminderSet: effects += carry(reminders.reminderSet())
        case .signOut(let kind): effects += signOut(kind, context)
        }
    }

    // MARK: - Places

    /// Goes to a place once the open to-do or note is saved, unless the person must decide something first.
    private mutating func go(to destination: Destination, _ context: Context) -> [Effect] {
        overlay = nil
        (upper, settingsAreBelow) = (nil, false)
        switch destination {
        case .todo(let id) where editor?.subject == .existing(id):
            keyboard.move(to: .editorTitle)
            return []
        case .todo(let id) where notebook.todos[id] == nil: return []
        case .note(let id) where openNote?.id == id || notebook.notes[id] == nil: return []
        case .list(let section) where section == list.section: return []
        default: break
        }
        let (hasLeft, outcomes) = saveSheet(for: destination, context)
        // A new to-do has its id by now.
        let left = sheet
        let effects = carry(outcomes, context)
        if hasLeft { arrive(at: destination, from: left, context) }
        return effects
    }

    /// Saves the open to-do or note, and returns whether it can be left.
    private mutating func saveSheet(
        for destination: Destination,
        _ context: Context
    ) -> (hasLeft: Bool, outcomes: [Outcome]) {
        switch sheet {
        case nil: return (true, [])
        case .editor(var editor):
            defer { sheet = .editor(editor) }
            return editor.leave(for: destination, &notebook, context)
        case .note(var note):
            defer { sheet = .note(note) }
            let outcomes = note.takeTag(&notebook, context.now) + note.leave(&notebook, context.now)
            guard let broken = note.refusedTag, notebook.notes[note.id] != nil else { return (true, outcomes) }
            return (false, outcomes + [.ask(.confirmDiscard(then: destination)), .announce(broken.message)])
        }
    }

    private mutating func arrive(at destination: Destination, from left: Sheet?, _ context: Context) {
        sheet = nil
        switch destination {
        case .close: if let left { focusRow(of: left) }
        case .list(let section): list.section = section
        case .newTodo:
            list.section = .todos
            sheet = .editor(Editor(new: list.newDraft(context)))
            keyboard.move(to: .editorTitle)
        case .copy(let id):
            guard let todo = notebook.todos[id] else { return }
            list.section = .todos
            sheet = .editor(Editor(copying: todo, context.rules))
            keyboard.move(to: .editorTitle)
        case .todo(let id):
            list.section = .todos
            sheet = notebook.todos[id].map { .editor(Editor($0)) }
        case .newNote:
            list.section = .notes
            sheet = .note(OpenNote(new: Note.ID(context.newID)))
            keyboard.move(to: .noteTitle)
        case .note(let id):
            guard let note = notebook.notes[id] else { return }
            list.section = .notes
            list.noteCursor = id
            sheet = .note(OpenNote(note, isDraft: !notebook.draftViolations(note).isEmpty))
        }
    }

    private mutating func closeSheet() {
        let left = sheet
        sheet = nil
        if let left { focusRow(of: left) }
    }

    /// Moves the keyboard back to the row of the to-do or note that was open.
    private mutating func focusRow(of left: Sheet) {
        switch left {
        case .editor(let editor):
            if case .existing(let id) = editor.subject, notebook.todos[id] != nil { keyboard.move(to: .row(id)) }
        case .note(let note): if notebook.notes[note.id] != nil { keyboard.move(to: .noteRow(note.id)) }
        }
    }

    private mutating func openScreen(at route: Route) -> [Effect] {
        guard let opened = UpperScreen(route) else { return [] }
        overlay = nil
        settingsAreBelow = route != .settings && (upper == .settings || upper != nil && settingsAreBelow)
        upper = opened
        let outcomes = route == .reminders ? reminders.register(&notebook, isAsked: true) : []
        return carry(outcomes) + loadUpper()
    }

    /// Closes the upper screen. The settings that led to it show again.
    mutating func closeUpper() {
        upper = settingsAreBelow ? .settings : nil
        settingsAreBelow = false
    }

    /// Asks the server for what the upper screen shows.
    mutating func loadUpper() -> [Effect] {
        carry(upper?.load(&notebook) ?? [])
    }

    /// The person is signed out. Text typed a moment before is kept, and the list that shows.
    private mutating func signOut(_ kind: SignOutKind, _ context: Context?) -> [Effect] {
        let saved = (context.map { saveNote($0.now) } ?? []) + keepUnsaved() + keepPlace()
        // Refused changes and the unsaved text of any tab are changes that only this device has, too.
        let replica = notebook.replica
        let unsent = replica.unsentCount + replica.rejections.count + (isWritingAnywhere ? 1 : 0)
        switch kind {
        case .loggedOut: return saved + [.signOut(.loggedOut(unsent: unsent))]
        case .sessionEnded:
            let isKept = unsent == 0 || notebook.disk.takesEntries
            return saved + carry(notebook.storeAgain()) + [.signOut(.sessionEnded(unsent: unsent, isKept: isKept))]
        case .deleted: return [.signOut(.deleted)]
        }
    }

    // MARK: - Deleting

    /// Deletes a to-do or a note and offers to bring it back (T8). The keyboard goes to the row that takes its place.
    private mutating func delete(_ key: Record.Key, _ context: Context) -> [Effect] {
        let rows = list.rows(notebook, context.today)
        let effects = delete(key, context.now)
        return effects + carry(list.keepCursor(rows, notebook, context.today))
    }

    private mutating func delete(_ key: Record.Key, _ now: Instant) -> [Effect] {
        if let todo = notebook.todos[Todo.ID(key.id)], key.kind == .todo {
            let effects = carry([Outcome](notebook.delete(todo.id, now)))
            forget(key)
            let repeats = todo.repetition != nil && !todo.isDone
            let text = repeats ? Texts.deletedRepeating(todo.title) : Texts.deleted(todo.title)
            return effects + carry([.show(Toast(text: text, undo: notebook.steps.latest))])
        }
        guard let note = notebook.notes[Note.ID(key.id)] else { return [] }
        // The text typed last comes back with the note.
        let saved = openNote?.id == note.id ? saveNote(now) + [.cancelTimer(.sendNote)] : []
        if openNote?.id == note.id { notebook.typing = nil }
        let effects = carry([Outcome](notebook.delete(note.id, now)))
        forget(key)
        let toast = Toast(text: Texts.deleted(Texts.named(note.title)), undo: notebook.steps.latest)
        return saved + effects + carry([.show(toast)])
    }

    /// Deletes the samples and offers to bring them back.
    private mutating func deleteSamples(_ now: Instant) -> [Effect] {
        let (count, effects) = notebook.deleteSamples(now)
        if count == 0 { return [] }
        list.recordsChanged(notebook)
        let toast = Toast(text: Texts.samplesRemoved(count), undo: notebook.steps.latest)
        return carry([Outcome](effects) + [.show(toast)])
    }

    /// Renames or removes a tag on all to-dos and notes, and offers to undo it. A list of the tag becomes that of its new name.
    private mutating func retag(_ tag: String, to name: String?, _ now: Instant) -> [Effect] {
        let (result, effects) = notebook.retag(tag, to: name, now)
        if list.filter.tag == tag, !result.leavesSamples { list.filter.tag = name }
        let toast = Toast(
            text: Texts.retagged(tag, to: name, result),
            undo: result.changed.isEmpty ? nil : notebook.steps.latest
        )
        // An open editor takes the new name over.
        return carry([Outcome](effects) + [.notebook(.changed(result.changed)), .show(toast)])
    }

    /// A record was deleted on this device: the screens that show it close.
    mutating func forget(_ key: Record.Key) {
        if case .existing(let id) = editor?.subject, id.key == key { sheet = nil }
        if openNote?.id.key == key { sheet = nil }
        list.recordsChanged(notebook)
    }
}
