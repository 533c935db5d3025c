extension OpenNote {
    mutating func reducePhotos(_ action: Action, _ notebook: inout Notebook, _ now: Instant) -> [Outcome] {
        switch action {
        case .galleryOpened(let photo):
            if notebook.notes[id]?.photos.contains(where: { $0.id == photo }) == true { gallery = photo }
            return []
        case .gallerySwiped(let place):
            guard gallery != nil, let photos = notebook.notes[id]?.photos, photos.indices.contains(place) else {
                return []
            }
            gallery = photos[place].id
            return [.announce(Texts.photoOf(place + 1, photos.count))]
        case .galleryClosed:
            guard let photo = gallery else { return [] }
            gallery = nil
            return [.move(.photo(photo))]
        case .photoRemoved(let photo):
            let outcomes = [Outcome](notebook.remove(photo, now))
            if outcomes.isEmpty { return [] }
            return outcomes + [.show(Toast(text: Texts.photoRemoved, undo: notebook.steps.latest))]
        case .photoMoved(let photo, let places): return [Outcome](notebook.move(photo, by: places, now))
        default: return []
        }
    }

    /// Closes the photo that fills the screen when another device removed it from its note.
    mutating func closeGalleryOfNothing(_ notebook: Notebook) -> [Outcome] {
        guard let shown = gallery, notebook.notes[id]?.photos.contains(where: { $0.id == shown }) != true else {
            return []
        }
        gallery = nil
        let focus: [Outcome] = writing == nil ? [.move(.writeNote)] : []
        return [.announce(Texts.photoRemovedElsewhere)] + focus
    }

    /// The bytes of a photo are on the disk. The photo may be the first record of a new note, so the text of the fields
    /// goes along.
    mutating func photoKept(_ ticket: String, _ notebook: inout Notebook, _ now: Instant) -> [Outcome] {
        guard let draft = writing?.draft, notebook.replica.records[id.key] == nil else {
            return [Outcome](notebook.photoKept(ticket, NoteDraft(), now))
        }
        writing?.base = draft
        return [Outcome](notebook.photoKept(ticket, draft, now))
    }
}
