import DaybookCore

extension Event {
    /// What a person does with notes.
    var noteAction: OpenNote.Action? {
        switch (kind, target) {
        case (.tap, .showTodos): return .sectionChosen(.todos)
        case (.tap, .showNotes): return .sectionChosen(.notes)
        case (.tap, .newNote): return .newTapped
        case (.tap, .openNote): return note(2).map { .opened($0) }
        case (.tap, .closeNote): return .closed
        case (.tap, .writeNote): return .writeTapped
        case (.tap, .doneNote): return .doneTapped
        case (.submit, .noteTitle): return .titleSubmitted
        case (.input, .noteTitle): return .titleChanged(self[3])
        case (.input, .noteText): return .descriptionChanged(self[3])
        case (.tap, .deleteNote), (.swipe, .swipeNote): return note(2).map { .deleteTapped($0) }
        case (.tap, .setNoteOrder): return NoteOrder(rawValue: self[3]).map { .orderChosen($0) }
        case (.tap, .makeTodos): return .toTodosTapped
        case (.tap, .openPhoto): return photo(2).map { .galleryOpened($0) }
        case (.tap, .removePhoto): return photo(2).map { .photoRemoved($0) }
        case (.tap, .closeGallery): return .galleryClosed
        case (.reordered, _): return photo(2).map { .photoMoved($0, to: Int(decimal: self[3]) ?? 0) }
        case (.gallery, _): return self[1] == "at" ? .gallerySwiped(to: Int(decimal: self[2]) ?? 0) : .galleryClosed
        default: return nil
        }
    }

    /// What the page tells of photos on their way.
    var photoAction: PhotoDesk.Action? {
        switch kind {
        case .photo: return incoming
        case .photos: return .waiting((1..<max(count, 1)).compactMap { Digest(self[$0]) })
        case .upload: return Digest(self[1]).map { .progress($0, percent: Int(decimal: self[2]) ?? 0) }
        default: return nil
        }
    }

    private var incoming: PhotoDesk.Action? {
        let ticket = self[3]
        switch self[1] {
        case "started": return note(2).map { .started($0, ticket: ticket) }
        case "ready":
            guard let type = Photo.MediaType(rawValue: self[4]), let length = Int(decimal: self[7]), length > 0,
                length <= bytes.count
            else { return .failed(ticket: ticket, .notImage) }
            let picture = PhotoDesk.Picture(
                type: type,
                width: Int(decimal: self[5]) ?? 0,
                height: Int(decimal: self[6]) ?? 0,
                bytes: Array(bytes.prefix(length)),
                thumbnail: Array(bytes.dropFirst(length))
            )
            return .ready(ticket: ticket, picture)
        case "failed": return .failed(ticket: ticket, PhotoDesk.Failure(rawValue: self[4]) ?? .notImage)
        case "kept": return .kept(ticket: ticket)
        case "lost": return .lost(ticket: ticket)
        default: return nil
        }
    }

    private func photo(_ place: Int) -> Photo.ID? { uuid(place).map { Photo.ID($0) } }
}
