// What is typed in a note is kept at once and sent once it is a note (N2): until then its record stays on this device.

extension Home {
    /// Something was typed.
    mutating func typed(_ context: Context, _ change: (inout NoteDraft) -> Void) -> [Effect] {
        guard var writing = openNote?.writing else { return [] }
        change(&writing.draft)
        notebook.typing = openNote?.id
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
        guard let open = openNote, let writing = open.writing,
            let effects = notebook.write(writing.draft, over: writing.base, to: open.id, now)
        else { return [] }
        openNote?.writing?.base = writing.draft
        return carry(effects)
    }

    mutating func noteTimerFired(_ timer: Effect.Timer, _ now: Instant) -> [Effect] {
        let effects = saveNote(now)
        if timer == .saveNote { return effects }
        notebook.typing = nil
        return effects + carry(notebook.releaseDrafts())
    }

    // MARK: - Deleting

    /// Deletes a note and offers to bring it back.
    mutating func delete(_ id: Note.ID, _ now: Instant) -> [Effect] {
        overlay = nil
        guard let note = notebook.notes[id] else { return [] }
        var effects: [Effect] = []
        if openNote?.id == id {
            effects = saveNote(now)
            openNote = nil
            notebook.typing = nil
            effects += [.cancelTimer(.saveNote), .cancelTimer(.sendNote)]
        }
        effects += carry(notebook.delete(id, now))
        if noteCursor == id { noteCursor = nil }
        let title = note.title.isEmpty ? Texts.untitledNote : note.title
        return effects + show(Toast(text: Texts.deleted(title), undo: id.key))
    }

    // MARK: - From elsewhere

    /// What another device changed in the open note shows in each field that the person has not touched.
    mutating func mergeIntoNote(_ changed: [Record.Key]) -> [Effect] {
        guard let open = openNote else { return [] }
        // Deleted elsewhere. What was being written brings it back with the next word; what was read is gone.
        let isNamed = changed.contains(Record.Key(kind: .note, id: open.id.uuid))
        if isNamed, notebook.notes[open.id] == nil, open.writing == nil {
            openNote = nil
            return [.announce(Texts.deletedElsewhere)]
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
        return [.announce(Texts.photoRemovedElsewhere)] + focus
    }

    private mutating func mergeIntoFields() -> [Effect] {
        guard let note = shownNote, var writing = openNote?.writing else { return [] }
        var effects: [Effect] = []
        if writing.draft.title == writing.base.title, note.title != notebook.rules.normalized(writing.draft).title {
            writing.draft.title = note.title
            effects.append(.setInput(.noteTitle, note.title))
        }
        if writing.draft.description == writing.base.description,
            note.description != notebook.rules.normalized(writing.draft).description
        {
            writing.draft.description = note.description
            effects.append(.setInput(.noteDescription, note.description))
        }
        if writing.draft.title == note.title { writing.base.title = note.title }
        if writing.draft.description == note.description { writing.base.description = note.description }
        openNote?.writing = writing
        return effects
    }

    /// Makes a to-do of each line that begins with a dash.
    mutating func makeTodos(_ now: Instant) -> [Effect] {
        let effects = saveNote(now)
        return effects + (shownNote.map { carry(notebook.makeTodos(of: $0, now)) } ?? [])
    }
}
