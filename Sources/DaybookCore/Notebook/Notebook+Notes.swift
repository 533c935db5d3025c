// The verbs of notes. Typed text is kept at once, and sent once the rules accept the note (N2). Until then the note is
// a draft, whose record stays on this device.

extension Notebook {
    /// The rules that keep a note on this device; empty when it is not a draft. The server accepted a note without unsent
    /// changes.
    public func draftViolations(_ note: Note) -> [Violation] {
        replica.outbox[note.id.key] == nil ? [] : draftViolations(NoteDraft(note), of: note.id)
    }

    /// The rules that a note breaks with these texts; empty when it is valid.
    ///
    /// Once a person has chosen limits, the server may have notes that were written under the other limits. Such a note
    /// is edited under the widest limits, which the server applies too (A15).
    public func draftViolations(_ draft: NoteDraft, of id: Note.ID) -> [Violation] {
        let draft = rules.normalized(draft)
        let broken = rules.violations(of: draft)
        let isKnown = replica.records[id.key] != nil && replica.outbox[id.key]?[Note.Field.created] == nil
        guard !broken.isEmpty, hasChosenLimits, isKnown else { return broken }
        return rules.widest.violations(of: draft)
    }

    /// Writes a draft's fields into a note, which need not exist yet, and its tags, which passed the rules, and its pin, if
    /// they are given. A field that equals `base`, the texts with which the writing began, or the note's present value is
    /// not an edit.
    ///
    /// Returns nil when there is nothing to write.
    public mutating func write(
        _ draft: NoteDraft,
        over base: NoteDraft,
        to id: Note.ID,
        tags: [String]? = nil,
        isPinned: Bool? = nil,
        _ now: Instant
    ) -> [Effect]? {
        let draft = rules.normalized(draft)
        let fields: [Record.Field]
        if let note = notes[id] {
            var changed = NoteDraft(note)
            let base = rules.normalized(base)
            if draft.title != base.title { changed.title = draft.title }
            if draft.description != base.description { changed.description = draft.description }
            if changed == NoteDraft(note), tags == nil, isPinned == nil { return nil }
            let stamp = replica.stamp(now: now)
            fields = note.changes(to: changed, at: stamp) + note.changes(tags: tags, isPinned: isPinned, at: stamp)
            if fields.isEmpty { return nil }
        } else {
            if draft == NoteDraft() { return nil }
            let stamp = replica.stamp(now: now)
            let labels = Note.labels(tags ?? [], isPinned: isPinned ?? false, at: stamp)
            fields = Note.fields(for: draft, at: stamp) + labels
        }
        return make([Record(kind: .note, id: id.uuid, fields: fields)], as: .wrote(Texts.named(draft.title)))
    }

    /// Gives a note other tags, which passed the rules, and pins or unpins it; nil changes nothing. Does nothing while
    /// the note has no record.
    public mutating func label(
        _ id: Note.ID,
        tags: [String]? = nil,
        isPinned: Bool? = nil,
        _ now: Instant
    ) -> [Effect] {
        guard let note = notes[id] else { return [] }
        let fields = note.changes(tags: tags, isPinned: isPinned, at: replica.stamp(now: now))
        if fields.isEmpty { return [] }
        return make([Record(kind: .note, id: id.uuid, fields: fields)], as: .edited(Texts.named(note.title)))
    }

    /// Sends the changes that are no longer held.
    mutating func releaseDrafts() -> [Effect] {
        steps.pause()
        holdDrafts()
        return (replica.sendableCount > 0 ? sync() : []) + startUploads()
    }

    /// Holds the drafts and the note in which the person is typing, with their photos, and releases all other records.
    mutating func holdDrafts() {
        var held: Set<Record.Key> = []
        for key in replica.outbox.keys where key.kind == .note {
            let id = Note.ID(key.id)
            guard let note = notes[id], typing == id || !draftViolations(note).isEmpty else { continue }
            held.insert(key)
            for photo in note.photos { held.insert(Record.Key(kind: .photo, id: photo.id.uuid)) }
        }
        replica.held = held
    }

    /// Deletes a note. `verb`: the person's action, if it was not a delete.
    public mutating func delete(_ id: Note.ID, _ now: Instant, as verb: Step.Verb? = nil) -> [Effect] {
        let title = Texts.named(notes[id]?.title ?? "")
        let change = Record(kind: .note, id: id.uuid, deleted: replica.stamp(now: now))
        return withdraw(id.key) + make([change], as: verb ?? .deleted(title))
    }

    /// Drops the unsent changes of a draft: the server would refuse them, and a delete together with them.
    mutating func withdraw(_ key: Record.Key) -> [Effect] {
        guard key.kind == .note, replica.held.contains(key), let unsent = replica.outbox[key] else { return [] }
        let results = [ChangeResult(key: key, stamps: unsent.stamps)]
        let cursor = replica.cursor
        return commit(.answered(records: [], after: cursor, cursor: cursor, results: results))
    }

    mutating func restore(_ id: Note.ID, _ now: Instant) -> [Effect] {
        let title = Texts.named(replica.records[id.key]?[Note.Field.title]?.stringValue ?? "")
        guard let effects = revive(id.key, title, now) else { return [] }
        return effects + startUploads() + [.announce(Texts.restored(title))]
    }

    // MARK: - To-dos

    /// Makes a to-do of each line that begins with a dash. The same line always gives the same to-do.
    public mutating func makeTodos(of note: Note, _ now: Instant) -> [Effect] {
        let lines = note.todoLines
        let stamp = replica.stamp(now: now)
        var made: [Record] = []
        for (place, line) in lines.enumerated() {
            // The first line's to-do is the newest, so that the list has the order of the note.
            let created = stamp.wall.advanced(by: .milliseconds(Int64(lines.count - place)))
            if let record = todo(of: line, note.id, created: created, stamp, now) { made.append(record) }
        }
        return make(made, as: .addedTodos(made.count)) + [.message(Texts.todosMade(made.count))]
    }

    /// The to-do of a note's line; nil when there is one already, or when it breaks a rule.
    private func todo(
        of line: String,
        _ note: Note.ID,
        created: Instant,
        _ stamp: Stamp,
        _ now: Instant
    ) -> Record? {
        let id = UUID.v5(namespace: note.uuid, name: line)
        let there = replica.records[Record.Key(kind: .todo, id: id)]
        if there?.isAlive == true { return nil }
        let text = Text.oneLine(line)
        let title = Text.clipped(text, to: rules.limits.titleMaximum)
        let detail = title == text ? "" : Text.clipped(text, to: rules.limits.detailMaximum)
        let draft = rules.normalized(TodoDraft(title: title, detail: detail, note: note))
        guard rules.violations(of: draft, now: now).isEmpty else { return nil }
        var fields = Todo.fields(for: draft, at: stamp).filter { $0.name != Todo.Field.created }
        // Another device may have made the to-do of this line already, and it may be done there.
        if there == nil { fields.removeAll { $0.name == Todo.Field.done } }
        fields.append(Record.Field(Todo.Field.created, .integer(created.milliseconds), stamp))
        return Record(kind: .todo, id: id, fields: fields)
    }
}

extension Note {
    /// The lines that can become to-dos: the lines that begin with a dash, a bullet or a star, without that character.
    public var todoLines: [String] {
        var lines: [String] = []
        for part in Text.parts(description, between: "\n") {
            if let line = Note.todoLine(part), !lines.contains(line) { lines.append(line) }
        }
        return lines
    }

    /// Whether there is a line that can become a to-do.
    public var hasTodoLines: Bool { Text.parts(description, between: "\n").contains { Note.todoLine($0) != nil } }

    private static func todoLine(_ part: String) -> String? {
        let line = Text.trimmed(part)
        guard let first = line.first, "-–—•*".contains(first) else { return nil }
        let rest = Text.trimmed(String(line.dropFirst()))
        return rest.isEmpty ? nil : rest
    }
}
