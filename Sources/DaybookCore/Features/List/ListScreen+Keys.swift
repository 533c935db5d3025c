extension ListScreen {
    /// A key of the list (the whole set is on the screen of shortcuts).
    public enum Key: Equatable, Sendable {
        /// The form of a new to-do or note.
        case new
        /// The line that adds.
        case line
        case search
        case up
        case down
        case first
        case last
        /// Shift and an arrow.
        case extendUp
        case extendDown
        /// Chooses the row, among others.
        case choose
        /// Asks when the row's to-do is to be done.
        case when
        /// Plans the row's to-do, or all that are chosen, for tomorrow.
        case tomorrow
        /// Pins the row's note, or takes its pin away.
        case pin
        case toggle
        case open
        case delete
        case escape
        /// Escape in the search or in the line that adds.
        case leave(Keyboard.Field)
        case help
        /// The command palette.
        case palette
        case save
        case undo
        case redo
    }

    /// Carries out a key. Escape and Save are ``Home``'s: they concern what lies above the list.
    mutating func press(_ key: Key, _ notebook: inout Notebook, _ context: Context) -> [Outcome] {
        switch key {
        case .new: return [.go(section == .notes ? .newNote : .newTodo)]
        case .line: return section == .notes ? [.go(.newNote)] : [.move(.quickAdd)]
        case .search: return [.move(.search)]
        case .up: return moveCursor(by: -1, notebook, context.today)
        case .down: return moveCursor(by: 1, notebook, context.today)
        case .first:
            forgetCursor()
            return moveCursor(by: 1, notebook, context.today)
        case .last:
            forgetCursor()
            return moveCursor(by: -1, notebook, context.today)
        case .extendUp: return extend(by: -1, notebook, context.today)
        case .extendDown: return extend(by: 1, notebook, context.today)
        case .choose: return cursor.map { pick($0, notebook, context.today) } ?? []
        case .when where choice != nil: return reduce(.act(.when), &notebook, context)
        case .when: return section == .notes ? [] : cursor.map { askWhen($0, notebook, context) } ?? []
        case .tomorrow where choice != nil: return reduce(.act(.plan(.offer(.tomorrow))), &notebook, context)
        case .tomorrow: return planAtCursor(.offer(.tomorrow), &notebook, context)
        case .pin: return section == .notes ? noteCursor.map { notebook.togglePin($0, context.now) } ?? [] : []
        case .toggle where choice != nil, .open where choice != nil:
            return cursor.map { pick($0, notebook, context.today) } ?? []
        case .delete where choice != nil: return reduce(.act(.delete), &notebook, context)
        case .toggle where section == .todos:
            return cursor.map { reduce(.checkTapped($0), &notebook, context) } ?? []
        case .toggle, .open:
            if section == .notes { return noteCursor.map { [.go(.note($0))] } ?? [] }
            return cursor.map { open($0, notebook) } ?? []
        case .delete: return deleteAtCursor(notebook, context.today)
        case .help: return [.ask(.shortcuts)]
        case .palette: return [.ask(.palette(Palette()))]
        case .escape: return escape()
        case .leave(let field): return leave(field, notebook, context.today)
        case .save: return []
        case .undo: return [.take(.back)]
        case .redo: return [.take(.forward)]
        }
    }

    /// Escape with nothing above the list: ends choosing, hides the bins, then clears the search, then the cursor, one at a time.
    private mutating func escape() -> [Outcome] {
        if choice != nil {
            choice = nil
            return []
        }
        if section == .todos, showsBins { return toggleBins() }
        if !filter.search.isEmpty { return clearSearch() }
        forgetCursor()
        return []
    }

    /// Clears the search, and then goes to the list. The text in the quick-add line stays.
    private mutating func leave(_ field: Keyboard.Field, _ notebook: Notebook, _ today: Today) -> [Outcome] {
        if field == .search, !filter.search.isEmpty { return clearSearch() }
        let (slots, place) = rows(notebook, today)
        return slots.isEmpty ? [] : point(at: slots[place ?? 0], notebook)
    }

    // MARK: - The cursor

    private mutating func forgetCursor() {
        if section == .notes { noteCursor = nil } else { cursor = nil }
    }

    /// The row that has the keyboard gets the cursor. Rows of notes report their id in the same way.
    mutating func point(at row: Todo.ID?, _ notebook: Notebook) {
        guard let row else { return }
        if section == .notes {
            if notebook.notes[Note.ID(row.uuid)] != nil { noteCursor = Note.ID(row.uuid) }
        } else if notebook.todos[row] != nil {
            cursor = row
        }
    }

    private mutating func point(at slot: Slot, _ notebook: Notebook) -> [Outcome] {
        if section == .notes {
            let id = notebook.notes[slot].id
            noteCursor = id
            return [.move(.noteRow(id))]
        }
        let id = notebook.todos[slot].id
        cursor = id
        return [.move(.row(id))]
    }

    /// The rows that are visible, and the place of the cursor among them.
    func rows(_ notebook: Notebook, _ today: Today) -> (slots: [Slot], place: Int?) {
        let isNotes = section == .notes
        let slots = isNotes ? notebook.notes.select(filter.search).slots : selection(notebook, today).slots
        let slot =
            isNotes
            ? noteCursor.flatMap { notebook.notes.slot(of: $0) } : cursor.flatMap { notebook.todos.slot(of: $0) }
        return (slots, slot.flatMap { slots.firstIndex(of: $0) })
    }

    /// Puts the cursor on the row `step` further on, or on the first or last.
    mutating func moveCursor(by step: Int, _ notebook: Notebook, _ today: Today) -> [Outcome] {
        let (slots, place) = rows(notebook, today)
        guard !slots.isEmpty else { return [] }
        let target = place.map { min(max($0 + step, 0), slots.count - 1) } ?? (step < 0 ? slots.count - 1 : 0)
        return point(at: slots[target], notebook)
    }

    /// Puts a cursor whose row has left the list on the row that took its place. `before`: the rows when they still had it.
    @discardableResult
    mutating func keepCursor(
        _ before: (slots: [Slot], place: Int?),
        _ notebook: Notebook,
        _ today: Today
    ) -> [Outcome] {
        guard let place = before.place else { return [] }
        let (slots, present) = rows(notebook, today)
        if present != nil { return [] }
        let left = Set(slots)
        let next =
            before.slots[place...].first(where: left.contains) ?? before.slots[..<place].last(where: left.contains)
        forgetCursor()
        return next.map { point(at: $0, notebook) } ?? []
    }

    /// Plans the to-do at the cursor.
    private mutating func planAtCursor(_ plan: Plan, _ notebook: inout Notebook, _ context: Context) -> [Outcome] {
        guard section == .todos, let id = cursor else { return [] }
        if let instead = insteadOfPlanning(id, notebook) { return instead }
        let before = rows(notebook, context.today)
        let outcomes = self.plan(id, plan, &notebook, context)
        return outcomes + keepCursor(before, notebook, context.today)
    }

    /// Deletes the row at the cursor.
    private func deleteAtCursor(_ notebook: Notebook, _ today: Today) -> [Outcome] {
        let (slots, place) = rows(notebook, today)
        guard let place else { return [] }
        let slot = slots[place]
        return [.delete(section == .notes ? notebook.notes[slot].id.key : notebook.todos[slot].id.key)]
    }
}
