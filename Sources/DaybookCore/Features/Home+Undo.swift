// Undo and redo on the screens. The notebook makes the changes.

extension Home {
    /// Undoes or redoes a step, and shows a message that offers the way back.
    mutating func take(_ direction: Steps.Direction, _ number: Int?, _ now: Instant) -> [Effect] {
        // The text that was just typed in a note is a step too.
        let saved = saveNote(now)
        let isUndo = direction == .back
        let tags = notebook.tags
        guard let undone = isUndo ? notebook.undo(now, step: number) : notebook.redo(now, step: number) else {
            return saved + carry([.show(Toast(text: isUndo ? Texts.nothingToUndo : Texts.nothingToRedo))])
        }
        followTag(tags)
        for key in undone.changed where notebook.replica.records[key]?.isAlive != true { close(key) }
        let toast = Toast(
            text: undone.text,
            undo: isUndo ? nil : undone.number,
            redo: isUndo ? undone.number : nil
        )
        let effects = saved + carry(undone.effects + [.changed(undone.changed)]) + carry([.show(toast)])
        if let place = place(of: undone.changed) { keyboard.move(to: place) }
        return effects
    }

    /// When the tag of a list has another name now, the list becomes that of the new name, as after a rename. `before`:
    /// the tags in use before the step.
    private mutating func followTag(_ before: [String]) {
        guard let tag = list.filter.tag, before.hasText(tag) else { return }
        let tags = notebook.tags
        if tags.hasText(tag) { return }
        let new = tags.filter { !before.hasText($0) }
        if new.count == 1 { list.filter.tag = new[0] }
    }

    /// Closes the screen of a record that was deleted. An editor with unsaved text stays, and shows what happened.
    private mutating func close(_ key: Record.Key) {
        if openNote?.id.key == key { notebook.typing = nil }
        if editor?.isTouched != true { forget(key) }
    }

    /// The place of the first of some records that can be seen.
    private func place(of keys: [Record.Key]) -> Keyboard.Place? {
        for key in keys where notebook.replica.records[key]?.isAlive == true {
            switch key.kind {
            case .todo where list.section == .todos && sheet == nil: return .row(Todo.ID(key.id))
            case .note where list.section == .notes && sheet == nil: return .noteRow(Note.ID(key.id))
            case .photo where openNote != nil: return .photo(Photo.ID(key.id))
            default: break
            }
        }
        return nil
    }
}
