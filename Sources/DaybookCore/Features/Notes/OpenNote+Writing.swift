// Typed text is kept at once, and sent once the rules accept the note (N2). Until then its record stays on this device.

extension OpenNote {
    /// From the last key to the server.
    static let sendMilliseconds = 4_000

    /// Something was typed.
    func typed(_ notebook: inout Notebook) -> [Outcome] {
        if writing == nil { return [] }
        notebook.typing = id
        return [.effect(.startTimer(.sendNote, milliseconds: OpenNote.sendMilliseconds))]
    }

    /// Puts the text into the note's record, if the text has changed.
    mutating func save(_ notebook: inout Notebook, _ now: Instant) -> [Outcome] {
        guard let written = writing, let effects = notebook.write(written.draft, over: written.base, to: id, now) else {
            return []
        }
        writing?.base = written.draft
        return [Outcome](effects)
    }

    /// Saves the text and lets it be sent. Deletes the note if it is empty.
    mutating func leave(_ notebook: inout Notebook, _ now: Instant) -> [Outcome] {
        if writing == nil { return [] }
        let saved = save(&notebook, now) + [.effect(.cancelTimer(.sendNote))]
        notebook.typing = nil
        if let note = notebook.notes[id], note.title.isEmpty, note.description.isEmpty, note.photos.isEmpty {
            // That it goes belongs to what was written.
            let deleted = notebook.delete(id, now, as: .wrote(Texts.untitledNote))
            return saved + [Outcome](deleted) + [.gone(id.key)]
        }
        return saved + [Outcome](notebook.releaseDrafts())
    }

    // MARK: - From elsewhere

    /// Another device changed the note: each field that the person has not touched shows the change.
    mutating func recordsChanged(_ keys: [Record.Key], _ notebook: Notebook) -> [Outcome] {
        let isNamed = keys.contains(id.key)
        // Another device deleted the note. If the person is writing, the next word brings the note back. Otherwise it
        // closes.
        if isNamed, notebook.notes[id] == nil, writing == nil {
            return [.closeSheet, .announce(Texts.deletedElsewhere)]
        }
        let outcomes = closeGalleryOfNothing(notebook)
        if isNamed, let note = notebook.notes[id] { writing?.merge(note, notebook.rules) }
        return outcomes
    }
}

extension OpenNote.Writing {
    fileprivate mutating func merge(_ note: Note, _ rules: Rules) {
        if draft.title == base.title, note.title != rules.normalized(draft).title { draft.title = note.title }
        if draft.description == base.description, note.description != rules.normalized(draft).description {
            draft.description = note.description
        }
        if draft.title == note.title { base.title = note.title }
        if draft.description == note.description { base.description = note.description }
    }
}
