import DaybookCore

// The reports of the host about the document: elements that were used, scrolling, and heights of rows.
extension Painter {
    /// The intent of an element, found by the number of its drawing and its place in it. Nil for an element of a
    /// drawing that the document does not show any more.
    public func intent(drawing: Int64, place: Int) -> Intent? {
        let part = regions.first { $0.number == drawing } ?? rows.first { $0.part.number == drawing }?.part
        guard let part, drawing > 0, part.intents.indices.contains(place) else { return nil }
        return part.intents[place]
    }

    /// The number of elements in the document that have an intent.
    var intentCount: Int {
        regions.reduce(0) { $0 + $1.intents.count } + rows.reduce(0) { $0 + $1.part.intents.count }
    }

    /// The person scrolled the list. True when it must be drawn.
    public mutating func scrolled(top: Int, height: Int) -> Bool {
        let isNeeded = window.scroll(top: top, height: height, drawn: drawn)
        // The next frames draw what lies beyond the screen anyway.
        return isNeeded && !(isGrowing && reachesScreen)
    }

    /// Whether the document has all rows that show.
    var reachesScreen: Bool {
        let screen = window.screen.rows
        return drawn.map { $0.rows.lowerBound <= screen.lowerBound && screen.upperBound <= $0.rows.upperBound } ?? false
    }

    /// The number of open to-dos that are overdue or planned for today, for the app's icon; nil where none are shown.
    public var dueCount: Int? { counted?.counts.today }

    /// Whether the document shows the screen with the list, since the last drawing.
    public var showsList: Bool { screen == .home }

    /// How far the list is scrolled.
    public var place: Place {
        let first = drawn?.rows.lowerBound ?? 0
        let row = window.place(at: window.top) - first
        return Place(top: window.top, row: rows.indices.contains(row) ? rows[row].id : nil)
    }

    /// The list that is drawn next is going to be scrolled to here.
    public mutating func scroll(to place: Place) { target = place }

    /// Rows were measured, by id, in pixels. True when the list must be drawn.
    public mutating func measured(_ heights: [(UUID, Int)], _ app: App) -> Bool {
        guard let home = app.home else { return false }
        var known: [(slot: Slot, height: Int)] = []
        for (id, height) in heights {
            if let slot = slot(of: id, home) { known.append((slot, height)) }
        }
        return home.list.section == .notes
            ? window.measure(known, of: home.notebook.notes) : window.measure(known, of: home.notebook.todos)
    }

    private func slot(of id: UUID, _ home: Home) -> Slot? {
        if let heading = RowWindow.heading(of: id) { return heading }
        return home.list.section == .notes
            ? home.notebook.notes.slot(of: Note.ID(id)) : home.notebook.todos.slot(of: Todo.ID(id))
    }

    /// The list has another width.
    public mutating func widthChanged(_ app: App) {
        guard let home = app.home else { return }
        let isNotes = basis?.section == .notes
        if isNotes {
            window.forgetHeights(of: home.notebook.notes)
        } else {
            window.forgetHeights(of: home.notebook.todos)
        }
        resting = RowWindow()
    }

    /// Where the row with an id begins in the list, in pixels; nil when it does not show.
    public func offset(of id: UUID, _ app: App) -> Int? {
        guard let home = app.home, let slot = slot(of: id, home), let place = window.slots.firstIndex(of: slot) else {
            return nil
        }
        return window.offset(at: place)
    }

    /// Whether the row with an id is in the document.
    public func isDrawn(_ id: UUID) -> Bool {
        rows.contains { $0.id == id }
    }
}
