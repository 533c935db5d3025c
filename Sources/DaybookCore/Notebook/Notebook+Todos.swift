// The verbs of to-dos. A draft has passed the rules.

extension Notebook {
    /// Adds a to-do.
    public mutating func add(_ draft: TodoDraft, id: UUID, _ now: Instant) -> [Effect] {
        let fields = Todo.fields(for: draft, at: replica.stamp(now: now))
        return make([Record(kind: .todo, id: id, fields: fields)], as: .added(draft.title))
            + [.announce(Texts.added(draft.title))]
    }

    /// Adds several to-dos. The first one gets the id and is the newest, so that the list has the order of the drafts.
    public mutating func add(_ drafts: [TodoDraft], first: UUID, _ now: Instant) -> [Effect] {
        let stamp = replica.stamp(now: now)
        let records = drafts.enumerated().map { place, draft in
            var fields = Todo.fields(for: draft, at: stamp).filter { $0.name != Todo.Field.created }
            // No to-do is older than its stamp, because then it would look edited.
            let created = stamp.wall.advanced(by: .milliseconds(Int64(drafts.count - place)))
            fields.append(Record.Field(Todo.Field.created, .integer(created.milliseconds), stamp))
            let id = place == 0 ? first : UUID.v5(namespace: first, name: place.description)
            return Record(kind: .todo, id: id, fields: fields)
        }
        return make(records, as: .addedTodos(drafts.count)) + [.announce(Texts.added(drafts.count))]
    }

    /// The draft of a planned to-do. A repeating to-do is planned from its usual reminder. `usual` is the moved usual reminder
    /// if the draft's reminder is another one or nil; ``edit(_:to:keeping:_:)`` keeps it for the next occurrences.
    func planned(
        _ todo: Todo,
        _ plan: Plan,
        _ now: Instant,
        in zone: TimeZone
    ) -> (draft: TodoDraft, usual: Instant?) {
        var draft = TodoDraft(todo)
        let left = draft.plan(plan, usual: replica.records[todo.id.key]?.seriesReminder, now, in: zone)
        return (draft, draft.repetition == nil ? nil : left)
    }

    /// Changes a to-do's fields to those of a draft. Does nothing when they are equal. `usual`: the reminder that the next
    /// occurrence goes by in place of the draft's.
    public mutating func edit(
        _ todo: Todo,
        to draft: TodoDraft,
        keeping usual: Instant? = nil,
        _ now: Instant
    ) -> [Effect] {
        let fields = todo.changes(to: draft, keeping: usual, at: replica.stamp(now: now))
        if fields.isEmpty { return [] }
        return make([Record(kind: .todo, id: todo.id.uuid, fields: fields)], as: .edited(todo.title))
    }

    /// Marks a to-do done or open (T8). If the to-do repeats, the next occurrence is added or deleted with it.
    public mutating func mark(_ id: Todo.ID, done: Bool, _ now: Instant, in zone: TimeZone) -> [Effect] {
        guard let todo = todos[id], todo.isDone != done, let record = replica.records[id.key] else { return [] }
        let marking = Marking(done: done, at: replica.stamp(now: now), now: now, in: zone)
        let next = marking.change(following: record, next: replica.records[record.following])
        let effects = make(
            [marking.change(of: record)] + [next].compactMap { $0 },
            as: done ? .markedDone(todo.title) : .markedOpen(todo.title)
        )
        guard done else { return effects + [.announce(Texts.markedOpen(todo.title))] }
        var text = Texts.markedDone(todo.title)
        if todo.repetition != nil {
            let next = todos[Todo.ID(record.following.id)].flatMap { $0.isDone ? nil : $0 }
            text += Texts.next(next, now: now, zone: zone)
        }
        return effects + [.announce(text)]
    }

    /// Puts a to-do at another place in the person's own order, this many rows further down in `list`, which has open
    /// to-dos in that order. A place beyond an end of the list is that end.
    public mutating func move(_ id: Todo.ID, by rows: Int, in list: [Slot], _ now: Instant) -> [Effect] {
        guard let slot = todos.slot(of: id), let from = list.firstIndex(of: slot) else { return [] }
        let place = from + min(max(rows, -from), list.count - 1 - from)
        if place == from { return [] }
        var wanted = list
        wanted.insert(wanted.remove(at: from), at: place)
        let (places, positions) = Todo.positions(moved: place, in: wanted.map { todos[$0].position })
        let stamp = replica.stamp(now: now)
        let changes = zip(places, positions).map { place, position in
            let field = Record.Field(Todo.Field.position, .integer(position), stamp)
            return Record(kind: .todo, id: todos[wanted[place]].id.uuid, fields: [field])
        }
        return make(changes, as: .moved(todos[slot].title))
            + [.announce(Texts.moved(to: place + 1, of: wanted.count))]
    }

    /// The next occurrence of a repeating to-do, which need not exist.
    public func following(_ id: Todo.ID) -> Todo.ID? {
        replica.records[id.key].map { Todo.ID($0.following.id) }
    }

    /// Deletes a to-do (T8).
    public mutating func delete(_ id: Todo.ID, _ now: Instant) -> [Effect] {
        guard let todo = todos[id] else { return [] }
        let change = Record(kind: .todo, id: id.uuid, deleted: replica.stamp(now: now))
        return make([change], as: .deleted(todo.title))
    }

    /// Deletes the samples, and returns how many there were.
    public mutating func deleteSamples(_ now: Instant) -> (count: Int, effects: [Effect]) {
        let keys = todos.todos.filter { $0.origin == .imported }.map { $0.id.key }
        let stamp = replica.stamp(now: now)
        let changes = keys.map { Record(kind: .todo, id: $0.id, deleted: stamp) }
        return (keys.count, make(changes, as: .removedSamples(keys.count)))
    }

    mutating func restore(_ id: Todo.ID, _ now: Instant) -> [Effect] {
        let title = replica.records[id.key].flatMap { Todo($0, evenIfDeleted: true) }?.title ?? ""
        return revive(id.key, title, now).map { $0 + [.announce(Texts.restored(title))] } ?? []
    }

    /// Restores a deleted to-do or note. Nil when it is not deleted.
    mutating func revive(_ key: Record.Key, _ title: String, _ now: Instant) -> [Effect]? {
        guard let record = replica.records[key], !record.isAlive,
            let (name, value) = record.revival
        else { return nil }
        let field = Record.Field(name, value, replica.stamp(now: now))
        return make([Record(kind: key.kind, id: key.id, fields: [field])], as: .restored(title))
    }
}

extension Todo.ID {
    /// The record that holds the to-do.
    var key: Record.Key { Record.Key(kind: .todo, id: uuid) }
}

extension Note.ID {
    /// The record that holds the note.
    var key: Record.Key { Record.Key(kind: .note, id: uuid) }
}
