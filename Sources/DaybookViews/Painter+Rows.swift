import DaybookCore

extension Painter {
    struct DrawnRow {
        var id: UUID
        var part: DrawnPart
        /// What it was drawn from, if that is known, and until when it looks as it was drawn.
        var origin: RowOrigin?
        var until = Instant(milliseconds: .max)
    }

    struct Basis: Equatable {
        var section: ListScreen.Section
        var revision: Int
        var filter: Filter
        /// The to-dos that were marked and still show.
        var marked: [Kept]
        /// The day decides in lists by dates only.
        var today: Today?
        var showsCompleted: Bool
        var order: Order
        var noteOrder: NoteOrder

        /// Whether this is another list, and not the same one after a change.
        func isOther(than other: Basis?) -> Bool {
            guard let other else { return true }
            return section != other.section || filter != other.filter || showsCompleted != other.showsCompleted
                || order != other.order || noteOrder != other.noteOrder
        }
    }

    /// What shows of another list comes first, and then so many rows in a frame: the browser needs most of a frame's time for new rows,
    /// and what a person does meanwhile must not wait for those that nobody sees.
    private static var rowsInFrame: Int { 8 }

    /// Decides which rows the list has, when an input of that decision has changed.
    mutating func choose(_ home: Home, _ today: Today) {
        let revision = home.list.section == .notes ? home.notebook.notes.revision : home.notebook.todos.revision
        let wanted = Basis(
            section: home.list.section,
            revision: revision,
            filter: home.list.filter,
            marked: home.list.keeping,
            today: home.list.filter.due == .any ? nil : today,
            showsCompleted: home.list.showsCompleted,
            order: home.notebook.todos.order,
            noteOrder: home.notebook.notes.order
        )
        if basis == wanted { return }
        if let basis, basis.section != wanted.section {
            swap(&window, &resting)
            rows = []
            drawn = nil
        }
        isOther = wanted.isOther(than: basis)
        basis = wanted
        let selection = home.list.section == .notes ? home.visibleNotes : home.visible(on: today)
        isSearchEmpty = selection.isSearchEmpty
        parts = selection.parts
        if home.list.section == .notes {
            window.set(selection, of: home.notebook.notes)
        } else {
            window.set(selection, of: home.notebook.todos)
        }
    }

    mutating func paintRows(_ home: Home, _ today: Today, _ now: Instant) {
        let zone = today.zone
        let range = chooseRange(home)
        let slots = window.slots[range.rows]
        let isNotes = home.list.section == .notes
        let cursor =
            isNotes
            ? home.list.noteCursor.flatMap { home.notebook.notes.slot(of: $0) }
            : home.list.cursor.flatMap { home.notebook.todos.slot(of: $0) }
        let stop = cursor.flatMap { slots.contains($0) ? $0 : nil } ?? slots.first { $0 >= 0 }
        var newRows: [DrawnRow] = []
        newRows.reserveCapacity(slots.count)
        var message = Message("rows", "rows")
        message.append(range.before)
        message.append(range.after)
        let stopID = stop.map { id(of: $0, home) }
        if let stopID { message.append(stopID) } else { message.append([]) }
        // The changed rows are the next drawings, in their order.
        message.append(html.drawings + 1)
        var differs = drawn != range || rows.count != slots.count || tabStop != stopID
        tabStop = stopID
        let around = RowOrigin.Surroundings(home, today)
        let isAlike = around == surroundings && now >= paintedAt
        surroundings = around
        paintedAt = now
        for (index, place) in range.rows.enumerated() {
            let slot = window.slots[place]
            let id = id(of: slot, home)
            message.append(id)
            // Few rows are drawn at a time, so looking at each is as quick as any table.
            let former = rows.firstIndex { $0.id == id }
            var row = former.map { rows[$0] } ?? DrawnRow(id: id, part: DrawnPart())
            let height = window.height(at: place)
            let origin = origin(slot, id, height, home)
            var isSame = isAlike && origin != nil && row.origin == origin && now < row.until
            if !isSame {
                row.origin = origin
                write(&row, slot, height, home, zone, now)
                isSame = html.end(&row.part) != .html
            }
            message.append(isSame ? [] : row.part.html)
            if !isSame || former != index { differs = true }
            newRows.append(row)
        }
        drawn = range
        rows = newRows
        if differs { commands.append(message.bytes) }
    }

    private mutating func write(
        _ row: inout DrawnRow,
        _ slot: Slot,
        _ height: Int,
        _ home: Home,
        _ zone: TimeZone,
        _ now: Instant
    ) {
        if slot < 0 {
            writeHeading(slot, height, zone.date(at: now))
        } else if home.list.section == .notes {
            Painter.write(home.notebook.notes[slot], height, home, zone, now, to: &html)
        } else {
            let todo = home.notebook.todos[slot]
            row.until = todo.nextLook(from: now)
            Painter.write(todo, height, home, zone, now, to: &html)
        }
    }

    /// What a to-do's row is drawn from; nil for a row that is written each time.
    private func origin(_ slot: Slot, _ id: UUID, _ height: Int, _ home: Home) -> RowOrigin? {
        guard surroundings != nil, slot >= 0 else { return nil }
        return RowOrigin(
            version: home.notebook.todos.version(slot),
            height: height,
            isSelected: Painter.isSelected(Todo.ID(id), home)
        )
    }

    /// The rows to draw. Another list begins with those that show, and grows from frame to frame.
    ///
    /// While a person chooses an order, a long list has no rows below the screen: a new order removes every row, and that takes most
    /// of its frame. The frame that shows the menu leaves them to the next one. Without a choice, the list grows again.
    private mutating func chooseRange(_ home: Home) -> RowWindow.Range {
        let (whole, screen) = (window.range, window.screen.rows)
        let isFirst = isOther || isGrowing && !reachesScreen
        let begun = isFirst || !(isGrowing || isCut) ? nil : drawn?.rows
        let wasOrdering = isOrdering
        isOrdering = home.overlay == .orderMenu
        isCut = isOrdering && wasOrdering && window.top <= 0 && whole.rows.count < window.slots.count
        isOther = false
        isGrowing = false
        if isCut { return window.range(of: whole.rows.lowerBound..<screen.upperBound) }
        if isFirst, window.top <= 0, newRows(in: whole, home) > Painter.rowsInFrame {
            return grown(to: screen.upperBound, of: whole)
        }
        guard let begun, begun.lowerBound <= whole.rows.lowerBound else { return whole }
        return grown(to: max(begun.upperBound + Painter.rowsInFrame, screen.upperBound), of: whole)
    }

    /// The beginning of a range, up to a row.
    private mutating func grown(to end: Int, of whole: RowWindow.Range) -> RowWindow.Range {
        if end >= whole.rows.upperBound { return whole }
        isGrowing = true
        return window.range(of: whole.rows.lowerBound..<end)
    }

    /// How many rows of a range are not in the document.
    private func newRows(in range: RowWindow.Range, _ home: Home) -> Int {
        window.slots[range.rows].count { slot in
            let id = id(of: slot, home)
            return !rows.contains { $0.id == id }
        }
    }

    /// The id of the row in a slot. A heading's names its slot.
    private func id(of slot: Slot, _ home: Home) -> UUID {
        if slot < 0 { return RowWindow.headingID(slot) }
        return home.list.section == .notes ? home.notebook.notes[slot].id.uuid : home.notebook.todos[slot].id.uuid
    }

    private mutating func writeHeading(_ slot: Slot, _ height: Int, _ today: CivilDate) {
        guard let part = parts.first(where: { RowWindow.heading(of: $0.name) == slot }) else { return }
        let isFolded = part.start == window.slots.count - parts.count
        HeadingView(part: part, isFolded: isFolded, today: today, height: height, slot: slot).write(to: &html)
    }
}
