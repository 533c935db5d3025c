import DaybookCore

extension NotebookWriter {
    /// Adds a picture to a note, behind its photos. Its bytes, and those of its thumbnail, are on the disk before the
    /// record names them. Returns why it was not added, in words for a person; nil when it was.
    public func addPhoto(
        _ picture: PhotoTransfers.Picture,
        to note: Note.ID,
        in folder: NotebookFolder,
        _ now: Instant
    ) throws -> String? {
        guard try reader.note(note) != nil else { throw NameError.inTrash("\(note.uuid)", .note) }
        let files = PhotoFolder(folder)
        let key = Record.Key(kind: .note, id: note.uuid)
        let newID = Device.newID(now: now)
        let ticket = "photo"
        let digest = SHA256.digest(picture.bytes)
        var effects: [Notebook.Effect] = []
        // This transaction only asks whether the note takes the photo. It changes nothing.
        try change([key]) { notebook in
            effects = notebook.photoStarted(note, ticket) + notebook.photoReady(ticket, picture, newID)
        }
        if let refusal = effects.refusal { return refusal }
        try files.keep(picture.bytes, as: digest)
        if !picture.thumbnail.isEmpty { try files.keep(picture.thumbnail, as: SHA256.digest(picture.thumbnail)) }
        try change([key]) { notebook in
            _ = notebook.photoStarted(note, ticket) + notebook.photoReady(ticket, picture, newID)
            _ = notebook.photoKept(ticket, NoteDraft(), now)
        }
        return nil
    }
}

extension [Notebook.Effect] {
    /// The notebook's message about a verb that did nothing.
    fileprivate var refusal: String? {
        for case .message(let text) in self { return text }
        return nil
    }
}
