extension Home {
    /// Makes a change on this device: shows it, journals it, and has it sent.
    mutating func make(_ change: Record) -> [Effect] { make([change]) }

    /// Makes changes that belong together.
    mutating func make(_ changes: [Record]) -> [Effect] {
        if changes.isEmpty { return [] }
        for change in changes {
            replica.apply(change)
            refresh(change.key)
        }
        if changes.contains(where: { $0.kind == .note }) { holdDrafts() }
        // What waits on this device is no reason to call the server.
        let isHeld = changes.allSatisfy { replica.held.contains($0.key) }
        return write(.changed(changes)) + (isHeld ? [] : syncNow())
    }

    /// Brings the list up to date with a record that may have changed in any way.
    mutating func refresh(_ key: Record.Key) {
        guard key.kind == .todo else {
            notes.refresh(key, replica.records[key])
            if let cursor = noteCursor, notes[cursor] == nil { noteCursor = nil }
            return
        }
        if let todo = replica.records[key].flatMap({ Todo($0) }) {
            todos.upsert(todo)
            reminders.schedule.set(todo.id, to: ReminderSchedule.due(todo))
        } else {
            let id = Todo.ID(key.id)
            todos.remove(id)
            reminders.schedule.set(id, to: nil)
            if list.cursor == id { list.cursor = nil }
        }
    }

    private func record(_ id: Todo.ID, _ fields: [Record.Field]) -> Record {
        Record(kind: .todo, id: id.uuid, fields: fields)
    }

    /// Adds a to-do for a draft that passed the rules.
    mutating func add(_ draft: TodoDraft, id: UUID, _ now: Instant) -> [Effect] {
        let fields = Todo.fields(for: draft, at: replica.stamp(now: now))
        let effects = make(Record(kind: .todo, id: id, fields: fields)) + [.announce(Texts.added(draft.title))]
        return effects + reminderSet(draft, before: nil)
    }

    /// Changes a to-do to what a draft says; nothing happens when that is what it says already.
    mutating func edit(_ todo: Todo, to draft: TodoDraft, _ now: Instant) -> [Effect] {
        if TodoDraft(todo) == draft { return [] }
        let effects = make(record(todo.id, todo.changes(to: draft, at: replica.stamp(now: now))))
        return effects + reminderSet(draft, before: todo.reminder)
    }

    /// Marks a to-do done or not done (T8).
    ///
    /// Of one that repeats the next occurrence comes or goes with it.
    mutating func mark(_ id: Todo.ID, done: Bool, _ context: Context) -> [Effect] {
        guard let todo = todos[id], todo.isDone != done,
            let record = replica.records[Record.Key(kind: .todo, id: id.uuid)]
        else { return [] }
        let stamp = replica.stamp(now: context.now)
        let marking = Marking(done: done, at: stamp, now: context.now, in: context.world.zone)
        var changes = [marking.change(of: record)]
        var text = done ? Texts.markedDone(todo.title) : Texts.markedOpen(todo.title)
        if let next = marking.change(following: record, next: replica.records[record.following]) {
            changes.append(next)
            if !done, editor?.subject == .existing(Todo.ID(next.id)) { editor = nil }
        }
        let effects = make(changes)
        if todo.repetition != nil, done {
            let next = todos[Todo.ID(record.following.id)].flatMap { $0.isDone ? nil : $0 }
            text += Texts.next(next, now: context.now, zone: context.world.zone)
        }
        return effects + [.announce(text)]
    }

    /// Deletes a to-do and offers to bring it back (T8).
    mutating func delete(_ id: Todo.ID, _ now: Instant) -> [Effect] {
        guard let todo = todos[id] else { return [] }
        let stamp = replica.stamp(now: now)
        if editor?.subject == .existing(id) { editor = nil }
        let effects = make(Record(kind: .todo, id: id.uuid, deleted: stamp))
        let repeats = todo.repetition != nil && !todo.isDone
        let text = repeats ? Texts.deletedRepeating(todo.title) : Texts.deleted(todo.title)
        return effects + show(Toast(text: text, undo: .todo(id)))
    }

    /// Brings the to-do of the toast back as it was.
    mutating func undo(_ now: Instant) -> [Effect] {
        guard let undo = toast?.undo else { return [] }
        toast = nil
        let effects: [Effect]
        let focus: Effect.Focus
        switch undo {
        case .todo(let id): (effects, focus) = (revive(id, now), .row(id))
        case .note(let id): (effects, focus) = (revive(id, now), .noteRow(id))
        case .photo(let id): (effects, focus) = (revive(id, now), .photo(id))
        }
        return effects + [.cancelTimer(.toast)] + (effects.isEmpty ? [] : [.focus(focus)])
    }

    /// Shows a message for some seconds in place of the one before.
    mutating func show(_ toast: Toast) -> [Effect] {
        self.toast = toast
        return [.startTimer(.toast, milliseconds: Toast.milliseconds), .announce(toast.text)]
    }
}

/// A message at the bottom that goes by itself.
public struct Toast: Equatable, Sendable {
    /// What it says.
    public var text: String
    /// What Undo brings back.
    public var undo: Undo?
    /// It offers a newer version of the app, and stays until something else is to be said.
    public var offersUpdate: Bool

    /// How long it stays.
    static let milliseconds = 6_000

    /// Something deleted that can be brought back.
    public enum Undo: Equatable, Sendable {
        case todo(Todo.ID)
        case note(Note.ID)
        case photo(Photo.ID)
    }

    /// A message, with Undo for something deleted.
    public init(text: String, undo: Undo? = nil, offersUpdate: Bool = false) {
        self.text = text
        self.undo = undo
        self.offersUpdate = offersUpdate
    }
}
