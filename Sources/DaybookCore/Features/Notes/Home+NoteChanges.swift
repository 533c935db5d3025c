// What is typed in a note is kept at once and sent once it is a note (N2): until then its record stays on this device.

extension Home {
    /// What keeps a note from being one; nothing when it is whole.
    public func draftViolations(_ note: Note) -> [Violation] {
        rules.violations(of: NoteDraft(note))
    }

    /// Something was typed.
    mutating func typed(_ context: Context, _ change: (inout NoteDraft) -> Void) -> [Effect] {
        guard var writing = openNote?.writing else { return [] }
        change(&writing.draft)
        writing.isBusy = true
        openNote?.writing = writing
        return [
            .startTimer(.saveNote, milliseconds: Home.saveNoteMilliseconds),
            .startTimer(.sendNote, milliseconds: Home.sendNoteMilliseconds),
        ]
    }

    /// From the last key to the device's disk.
    static let saveNoteMilliseconds = 300
    /// From the last key to the server.
    static let sendNoteMilliseconds = 4_000

    /// Puts what is written into the note's record, if it is new.
    mutating func saveNote(_ now: Instant) -> [Effect] {
        guard let open = openNote, let writing = open.writing else { return [] }
        let draft = rules.normalized(writing.draft)
        let fields: [Record.Field]
        if let note = notes[open.id] {
            // What is as it was when the field was opened, or as it became elsewhere, is nobody's edit.
            var changed = NoteDraft(note)
            let base = rules.normalized(writing.base)
            if draft.title != base.title { changed.title = draft.title }
            if draft.description != base.description { changed.description = draft.description }
            if changed == NoteDraft(note) { return [] }
            fields = note.changes(to: changed, at: replica.stamp(now: now))
        } else {
            if draft == NoteDraft() { return [] }
            fields = Note.fields(for: draft, at: replica.stamp(now: now))
        }
        openNote?.writing?.base = writing.draft
        return make(Record(kind: .note, id: open.id.uuid, fields: fields))
    }

    mutating func noteTimerFired(_ timer: Effect.Timer, _ now: Instant) -> [Effect] {
        let effects = saveNote(now)
        if timer == .saveNote { return effects }
        openNote?.writing?.isBusy = false
        return effects + releaseDrafts()
    }

    /// Sends what waits here no longer.
    mutating func releaseDrafts() -> [Effect] {
        holdDrafts()
        return (replica.sendableCount > 0 ? syncNow() : []) + startUploads()
    }

    /// Which notes wait on this device, with their photos.
    mutating func holdDrafts() {
        var held: Set<Record.Key> = []
        for key in replica.outbox.keys where key.kind == .note {
            let id = Note.ID(key.id)
            guard let note = notes[id] else { continue }
            let isBusy = openNote?.id == id && openNote?.writing?.isBusy == true
            guard isBusy || !draftViolations(note).isEmpty else { continue }
            held.insert(key)
            for photo in note.photos { held.insert(Record.Key(kind: .photo, id: photo.id.uuid)) }
        }
        replica.held = held
    }

    // MARK: - Deleting

    /// Deletes a note and offers to bring it back.
    mutating func delete(_ id: Note.ID, _ now: Instant) -> [Effect] {
        overlay = nil
        guard let note = notes[id] else { return [] }
        var effects: [Effect] = []
        if openNote?.id == id {
            effects = saveNote(now)
            openNote = nil
            effects += [.popRoute, .cancelTimer(.saveNote), .cancelTimer(.sendNote)]
        }
        effects += removeNote(id, now)
        let title = note.title.isEmpty ? Texts.untitledNote : note.title
        return effects + show(Toast(text: Texts.deleted(title), undo: .note(id)))
    }

    mutating func removeNote(_ id: Note.ID, _ now: Instant) -> [Effect] {
        let key = Record.Key(kind: .note, id: id.uuid)
        var effects: [Effect] = []
        // The server would refuse what is not a note yet, and the delete with it: that much stays here.
        if replica.held.contains(key), let unsent = replica.outbox[key] {
            let settled = [ReplicaDisk.Settlement(key: key, stamps: unsent.stamps, violations: [])]
            replica.settle(settled)
            effects += write(.answered(records: [], after: replica.cursor, cursor: replica.cursor, settled: settled))
        }
        return effects + make(Record(kind: .note, id: id.uuid, deleted: replica.stamp(now: now)))
    }

    /// Brings a deleted note back as it was, with its photos; nothing happens when it is not deleted.
    mutating func revive(_ id: Note.ID, _ now: Instant) -> [Effect] {
        guard let record = replica.records[Record.Key(kind: .note, id: id.uuid)], !record.isAlive,
            let created = record[Note.Field.created]
        else { return [] }
        let field = Record.Field(Note.Field.created, created, replica.stamp(now: now))
        let effects = make(Record(kind: .note, id: id.uuid, fields: [field]))
        return effects + startUploads() + [.announce(Texts.restored(notes[id]?.title ?? ""))]
    }

    // MARK: - From elsewhere

    /// What another device changed in the open note shows in each field that the person has not touched.
    mutating func mergeIntoNote(_ changed: [Record.Key]) -> [Effect] {
        guard let open = openNote else { return [] }
        // Deleted elsewhere. What was being written brings it back with the next word; what was read is gone.
        let isNamed = changed.contains(Record.Key(kind: .note, id: open.id.uuid))
        if isNamed, notes[open.id] == nil, open.writing == nil {
            openNote = nil
            return [.popRoute, .announce(Texts.deletedElsewhere)]
        }
        let effects = closeGalleryOfNothing()
        return isNamed ? effects + mergeIntoFields() : effects
    }

    /// The photo that fills the screen goes when it was taken out of its note elsewhere.
    private mutating func closeGalleryOfNothing() -> [Effect] {
        guard let open = openNote, let shown = open.gallery else { return [] }
        if shownNote?.photos.contains(where: { $0.id == shown }) == true { return [] }
        openNote?.gallery = nil
        let focus: [Effect] = open.writing == nil ? [.focus(.writeNote)] : []
        return [.popRoute, .announce(Texts.photoRemovedElsewhere)] + focus
    }

    private mutating func mergeIntoFields() -> [Effect] {
        guard let note = shownNote, var writing = openNote?.writing else { return [] }
        var effects: [Effect] = []
        if writing.draft.title == writing.base.title, note.title != rules.normalized(writing.draft).title {
            writing.draft.title = note.title
            effects.append(.setInput(.noteTitle, note.title))
        }
        if writing.draft.description == writing.base.description,
            note.description != rules.normalized(writing.draft).description
        {
            writing.draft.description = note.description
            effects.append(.setInput(.noteDescription, note.description))
        }
        if writing.draft.title == note.title { writing.base.title = note.title }
        if writing.draft.description == note.description { writing.base.description = note.description }
        openNote?.writing = writing
        return effects
    }

    // MARK: - To-dos

    /// Makes a to-do of each line that begins with a dash. The same line is the same to-do, however often it is asked.
    mutating func makeTodos(_ context: Context) -> [Effect] {
        var effects = saveNote(context.now)
        guard let note = shownNote else { return effects }
        let lines = note.todoLines
        var made: [Record] = []
        for (place, line) in lines.enumerated() {
            // The first line's is the newest, so that the list reads as the note does.
            let created = context.now.advanced(by: .milliseconds(Int64(lines.count - place)))
            if let record = todo(of: line, note.id, created: created, context) { made.append(record) }
        }
        effects += make(made)
        return effects + show(Toast(text: Texts.todosMade(made.count)))
    }

    /// The to-do of a note's line; nil when there is one already, or when it breaks a rule.
    private mutating func todo(of line: String, _ note: Note.ID, created: Instant, _ context: Context) -> Record? {
        let id = UUID.v5(namespace: note.uuid, name: line)
        if replica.records[Record.Key(kind: .todo, id: id)]?.isAlive == true { return nil }
        let title = Text.clipped(line, to: context.rules.titleMaximum)
        let detail = title == line ? "" : Text.clipped(line, to: context.rules.detailMaximum)
        let draft = context.rules.normalized(TodoDraft(title: title, detail: detail, note: note))
        guard context.rules.violations(of: draft, now: context.now).isEmpty else { return nil }
        let stamp = replica.stamp(now: context.now)
        var fields = Todo.fields(for: draft, at: stamp).filter { $0.name != Todo.Field.created }
        fields.append(Record.Field(Todo.Field.created, .integer(created.milliseconds), stamp))
        return Record(kind: .todo, id: id, fields: fields)
    }
}

extension Note {
    /// The lines that can become to-dos: those that begin with a dash, a bullet or a star, without it.
    public var todoLines: [String] {
        var lines: [String] = []
        for part in Text.parts(description, between: "\n") {
            let line = Text.trimmed(part)
            guard let first = line.first, "-–—•*".contains(first) else { continue }
            let rest = Text.trimmed(String(line.dropFirst()))
            if !rest.isEmpty, !lines.contains(rest) { lines.append(rest) }
        }
        return lines
    }
}
