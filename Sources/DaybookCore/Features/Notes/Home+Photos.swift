extension PhotoDesk {
    /// What the page tells.
    public enum Action: Equatable, Sendable {
        /// A file was chosen, dropped or pasted for a note.
        case started(Note.ID, ticket: String)
        /// It is a picture, turned upright, scaled, and without what a camera wrote into it (N5).
        case ready(ticket: String, Picture)
        case failed(ticket: String, Failure)
        /// Its bytes are on this device's disk.
        case kept(ticket: String)
        /// They could not be put there.
        case lost(ticket: String)
        /// All that the disk holds and the server lacks.
        case waiting([Digest])
        case progress(Digest, percent: Int)
        /// The server answered, or did not.
        case uploaded(Digest, Answer)
        /// Look again for pictures that the server did not have.
        case retryTapped
    }
}

extension Home {
    mutating func reducePhotos(_ action: PhotoDesk.Action, _ context: Context) -> [Effect] {
        switch action {
        case .started(let note, let ticket):
            guard openNote?.id == note || notebook.notes[note] != nil else { return [] }
            return tellOnce(notebook.photoStarted(note, ticket))
        case .ready(let ticket, let picture): return carry(notebook.photoReady(ticket, picture, context.fresh))
        case .failed(let ticket, let failure):
            return carry(notebook.photoFailed(ticket, Texts.photoFailed(failure)))
        case .lost(let ticket): return carry(notebook.photoFailed(ticket, Texts.photoNotKept))
        case .kept(let ticket): return photoKept(ticket, context.now)
        case .waiting(let digests): return carry(notebook.uploadsWaiting(digests))
        case .progress(let digest, let percent):
            notebook.uploadProgressed(digest, percent: percent)
            return []
        case .uploaded(let digest, let answer):
            return carry(notebook.uploaded(digest, answer, isSessionChanging: isChangingSession))
        case .retryTapped: return [.retryPhotos]
        }
    }

    /// Of many photos too many, the same is said of each.
    private mutating func tellOnce(_ effects: [Notebook.Effect]) -> [Effect] {
        if case .tell(let text)? = effects.first, text == toast?.text { return [] }
        return carry(effects)
    }

    /// The photo may be the first thing in a new note: what stands in its fields goes along.
    private mutating func photoKept(_ ticket: String, _ now: Instant) -> [Effect] {
        let note = notebook.photos.incoming.first { $0.ticket == ticket }?.note
        guard let note, note == openNote?.id, let writing = openNote?.writing, notebook.replica.records[note.key] == nil
        else { return carry(notebook.photoKept(ticket, NoteDraft(), now)) }
        let effects = notebook.photoKept(ticket, writing.draft, now)
        openNote?.writing?.base = writing.draft
        return carry(effects)
    }

    /// Takes a photo out of its note and offers to bring it back.
    mutating func removePhoto(_ id: Photo.ID, _ now: Instant) -> [Effect] {
        let effects = notebook.remove(id, now)
        if effects.isEmpty { return [] }
        return carry(effects) + show(Toast(text: Texts.photoRemoved, undo: Record.Key(kind: .photo, id: id.uuid)))
    }
}
