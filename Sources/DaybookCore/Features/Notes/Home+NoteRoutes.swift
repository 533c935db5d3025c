extension Home {
    /// An address of the notes: what the browser's own back and forward lead to.
    mutating func goToNotes(_ route: Route, _ context: Context) -> [Effect] {
        if page != nil { return closePage(isRouted: true) }
        switch route {
        case .note(let id): return goToNote(id, context)
        case .photos(let id):
            // Forward again, to where one was.
            guard let photo = notebook.notes[id]?.photos.first, openNote?.id == id, openNote?.writing == nil else {
                return []
            }
            openNote?.gallery = photo.id
            return []
        case .notes:
            if openNote != nil { return closeNote(context.now, isRouted: true) }
            section = .notes
            return []
        default: return []
        }
    }

    private mutating func goToNote(_ id: Note.ID, _ context: Context) -> [Effect] {
        if openNote?.id == id {
            guard let photo = openNote?.gallery else { return [] }
            openNote?.gallery = nil
            return [.focus(.photo(photo))]
        }
        guard notebook.notes[id] != nil else {
            // Back from a photo whose note was deleted elsewhere: what shows is the list.
            return openNote == nil && section == .notes ? [.replace(.notes)] : []
        }
        section = .notes
        noteCursor = id
        notebook.typing = nil
        openNote = OpenNote(id: id)
        return []
    }
}
