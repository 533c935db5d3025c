extension Home {
    /// The notes that the list shows, in its order.
    public var visibleNotes: Selection { notebook.notes.select(list.filter.search) }

    /// Whether the search line asks for less than everything.
    public var isSearching: Bool { !Text.trimmed(list.filter.search).isEmpty }

    /// A key of the list while notes show.
    mutating func noteKeyPressed(_ key: TodoList.Key, _ context: Context) -> [Effect] {
        switch key {
        case .new: return reduceNotes(.newTapped, context)
        case .search: return [.focus(.search)]
        case .up: return moveNoteCursor(by: -1)
        case .down: return moveNoteCursor(by: 1)
        case .first:
            noteCursor = nil
            return moveNoteCursor(by: 1)
        case .last:
            noteCursor = nil
            return moveNoteCursor(by: -1)
        case .toggle, .open: return noteCursor.map { open($0, context) } ?? []
        case .delete: return deleteNoteAtCursor(context.now)
        case .help:
            overlay = .shortcuts
            return []
        case .save: return doneWriting(context.now)
        case .escape: return escapeNotes(context)
        }
    }

    private mutating func moveNoteCursor(by step: Int) -> [Effect] {
        let slots = visibleNotes.slots
        guard !slots.isEmpty else { return [] }
        let current = noteCursor.flatMap { notebook.notes.slot(of: $0) }.flatMap { slots.firstIndex(of: $0) }
        let target = current.map { min(max($0 + step, 0), slots.count - 1) } ?? (step < 0 ? slots.count - 1 : 0)
        let id = notebook.notes[slots[target]].id
        noteCursor = id
        return [.focus(.noteRow(id))]
    }

    /// Deletes the note at the cursor and puts it on the one that takes its place.
    private mutating func deleteNoteAtCursor(_ now: Instant) -> [Effect] {
        let slots = visibleNotes.slots
        guard let id = noteCursor, let slot = notebook.notes.slot(of: id), let place = slots.firstIndex(of: slot) else {
            return []
        }
        let neighbour = place + 1 < slots.count ? place + 1 : place - 1
        let next = slots.indices.contains(neighbour) ? notebook.notes[slots[neighbour]].id : nil
        let effects = delete(id, now)
        noteCursor = next
        return effects + (next.map { [.focus(.noteRow($0))] } ?? [])
    }

    /// Closes what is topmost: overlay, photo, writing, note, search, cursor.
    private mutating func escapeNotes(_ context: Context) -> [Effect] {
        if overlay != nil { return reduce(.overlayDismissed, context) }
        if openNote?.gallery != nil { return reduceNotes(.galleryClosed, context) }
        if openNote?.writing != nil { return doneWriting(context.now) }
        if openNote != nil { return closeNote(context.now) }
        if !list.filter.search.isEmpty { return reduceList(.searchCleared, context) }
        noteCursor = nil
        return []
    }
}
