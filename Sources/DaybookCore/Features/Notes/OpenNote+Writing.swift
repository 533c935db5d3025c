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
            // Deleting the empty note belongs to the step of writing.
            let deleted = notebook.delete(id, now, as: .wrote(Texts.untitledNote))
            return saved + [Outcome](deleted) + [.gone(id.key)]
        }
        return saved + [Outcome](notebook.releaseDrafts())
    }

    /// Puts the other device's text in place of the text of this device, which is kept beside it and in the history of
    /// this device.
    mutating func useOther(_ action: Action, _ notebook: inout Notebook, _ now: Instant) -> [Outcome] {
        guard var written = writing else { return [] }
        let isTitle = action == .otherTitleTapped
        guard let other = isTitle ? written.otherTitle : written.otherDescription else { return [] }
        let own = isTitle ? written.draft.title : written.draft.description
        let field = isTitle ? Note.Field.title : Note.Field.description
        if isTitle { written.draft.title = other } else { written.draft.description = other }
        written.keep(.init(isTitle: isTitle, text: own))
        writing = written
        return [Outcome](notebook.keepReplaced(own, in: field, of: id.key, at: now)) + typed(&notebook)
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
        let others = writing?.others ?? []
        if isNamed, let note = notebook.notes[id] { writing?.merge(note, notebook.rules) }
        if others == writing?.others ?? [] { return outcomes }
        return outcomes + [.announce(Texts.editedElsewhere(nil))]
    }
}

extension OpenNote.Writing {
    /// Takes over the note as it is now, in each field that the person has not written in.
    mutating func merge(_ note: Note, _ rules: Rules) {
        let (mine, saved) = (rules.normalized(draft), rules.normalized(base))
        if draft.title == note.title {
            base.title = note.title
        } else if note.title != mine.title, note.title != saved.title {
            base.title = note.title
            if writesTitle { keep(Other(isTitle: true, text: note.title)) } else { draft.title = note.title }
        }
        if draft.description == note.description {
            base.description = note.description
        } else if note.description != mine.description, note.description != saved.description {
            base.description = note.description
            if writesDescription {
                keep(Other(isTitle: false, text: note.description))
            } else {
                draft.description = note.description
            }
        }
    }

    /// Keeps the text of another device beside the text of this one.
    fileprivate mutating func keep(_ other: Other) {
        others.removeAll { $0.isTitle == other.isTitle }
        others.append(other)
    }
}
