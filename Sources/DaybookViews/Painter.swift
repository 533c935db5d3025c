import DaybookCore

/// Turns the app's state into commands for the host, and sends only the parts that differ from what the document shows.
///
/// A command is a list of texts joined by U+001F, which no text that is written here contains.
public struct Painter {
    private var screen: Screen?
    /// Writes all parts, so that no two of their elements ever have the same number.
    private var html = HTML(capacity: 4_096)
    /// What each region shows, by its number.
    private var regions = Painter.blank
    private var rows: [DrawnRow] = []
    private var drawn: RowWindow.Range?
    private var window = RowWindow()
    /// The window of the list that does not show, with the heights of its rows.
    private var resting = RowWindow()
    /// Where the list is about to be scrolled to.
    private var target: Place?
    /// The state from which the window's rows were chosen.
    private var basis: Basis?
    private var isSearchEmpty = false
    /// The style leaves room for the bar of the chosen rows.
    private var isChoosing = false
    /// The parts of the list that shows.
    private var parts: [Selection.Part] = []
    /// The numbers of to-dos with dates, and the state from which they were counted.
    private var counted: (counts: TodoIndex.DayCounts, revision: Int, day: CivilDate)?
    /// The to-dos of the note that is open, and the state from which they were found.
    private var linked: (slots: [Slot], note: Note.ID, revision: Int)?
    private var commands: [[UInt8]] = []

    /// How far a list is scrolled.
    public struct Place: Equatable, Sendable {
        /// In pixels from its first row.
        public var top: Int
        /// The row at the top of the view, which counts more: heights of rows that were never drawn are guessed, and other
        /// rows may change the guess.
        public var row: UUID?

        /// So many pixels from the first row, with this row at the top.
        public init(top: Int, row: UUID? = nil) {
            self.top = top
            self.row = row
        }
    }

    private enum Screen: Equatable {
        case launching
        case signIn
        case signUp
        case newPassword
        case earlierPassword
        case home
    }

    private struct DrawnRow {
        var id: UUID
        var part: DrawnPart
    }

    private struct Basis: Equatable {
        var section: ListScreen.Section
        var revision: Int
        var filter: Filter
        /// The to-dos that were marked and still show.
        var marked: [Kept]
        /// The day decides in lists by dates only.
        var today: Today?
        var showsCompleted: Bool
    }

    private enum Region: Int, CaseIterable {
        case app, sidebar, bar, head, empty, editor, tabs, choice, toast, upper, overlay, ringing

        var name: StaticString {
            switch self {
            case .app: "app"
            case .sidebar: "sidebar"
            case .bar: "bar"
            case .head: "head"
            case .empty: "empty"
            case .editor: "editor"
            case .tabs: "tabs"
            case .choice: "choice"
            case .toast: "toast"
            case .upper: "upper"
            case .overlay: "overlay"
            case .ringing: "ringing"
            }
        }
    }

    private static var blank: [DrawnPart] { [DrawnPart](repeating: DrawnPart(), count: Region.allCases.count) }

    /// A painter before an empty document.
    public init() {}

    /// The commands that make the document show this state.
    public mutating func paint(_ app: App, now: Instant) -> [[UInt8]] {
        commands.removeAll(keepingCapacity: true)
        switch app.screen {
        case .launching: show(.launching)
        case .signIn(let state):
            show(.signIn)
            SignInView(state: state).write(to: &html)
            draw(.app)
        case .signUp(let state):
            show(.signUp)
            SignUpView(state: state, rules: app.rules).write(to: &html)
            draw(.app)
        case .newPassword(let state):
            show(.newPassword)
            NewPasswordView(state: state, rules: app.rules).write(to: &html)
            draw(.app)
        case .earlierPassword(let state):
            show(.earlierPassword)
            EarlierPasswordView(state: state).write(to: &html)
            draw(.app)
        case .home(let home):
            if show(.home) {
                HomeView.write(to: &html)
                draw(.app)
            }
            paint(home, app, now)
        }
        return commands
    }

    /// Forgets the document's content when another screen replaces it. True when one does.
    @discardableResult
    private mutating func show(_ screen: Screen) -> Bool {
        if self.screen == screen { return false }
        self.screen = screen
        regions = Painter.blank
        rows = []
        drawn = nil
        basis = nil
        counted = nil
        linked = nil
        window = window.emptied()
        resting = window
        let name: StaticString =
            switch screen {
            case .launching: "launching"
            case .signIn, .signUp, .newPassword, .earlierPassword: "form"
            case .home: "home"
            }
        send("attribute", "data-screen", name)
        return true
    }

    private mutating func paint(_ home: Home, _ app: App, _ now: Instant) {
        let zone = app.world.zone
        let height = window.height
        let today = Today(at: now, in: zone)
        choose(home, today)
        let counts = dayCounts(home, today)
        if let target {
            let top = target.row.flatMap { offset(of: $0, app) } ?? target.top
            _ = window.scroll(top: top, height: height, drawn: nil)
        }
        target = nil
        let (isOnline, rules, isEmpty, shown) = (
            app.world.isOnline, app.rules, isSearchEmpty, window.slots.count - parts.count
        )
        HomeView.sidebar(home, counts, to: &html)
        draw(.sidebar)
        HomeView.bar(home, to: &html)
        draw(.bar)
        HomeView.head(
            home,
            isOnline: isOnline,
            isSearchEmpty: isEmpty,
            rules: rules,
            now: now,
            zone: zone,
            counts: counts,
            to: &html
        )
        draw(.head)
        paintRows(home, zone, now)
        HomeView.empty(home, shown: shown, to: &html)
        draw(.empty)
        HomeView.tabs(home.list.section, to: &html)
        draw(.tabs)
        if isChoosing != (home.list.choice != nil) {
            isChoosing.toggle()
            send("attribute", "data-choosing", isChoosing ? "true" : "")
        }
        if isChoosing {
            let chosen = home.list.chosen(home.notebook, today)
            let areDone = !chosen.isEmpty && chosen.allSatisfy { home.notebook.todos[$0].isDone }
            ChoiceView(count: chosen.count, areDone: areDone).write(to: &html)
        }
        draw(.choice)
        Painter.writeOpen(home, linkedTodos(home), rules, now, zone, to: &html)
        draw(.editor)
        HomeView.toast(home.toast, to: &html)
        draw(.toast)
        Painter.writeUpper(home, rules, now, zone, to: &html)
        draw(.upper)
        RingingView(home: home, now: now, zone: zone).write(to: &html)
        draw(.ringing)
        Painter.writeOverlay(home, hasUpdate: app.world.hasUpdate, now, zone, to: &html)
        draw(.overlay)
    }

    /// Decides which rows the list has, when what decides that has changed.
    private mutating func choose(_ home: Home, _ today: Today) {
        let revision = home.list.section == .notes ? home.notebook.notes.revision : home.notebook.todos.revision
        let wanted = Basis(
            section: home.list.section,
            revision: revision,
            filter: home.list.filter,
            marked: home.list.keeping,
            today: home.list.filter.due == .any ? nil : today,
            showsCompleted: home.list.showsCompleted
        )
        if basis == wanted { return }
        if let basis, basis.section != wanted.section {
            swap(&window, &resting)
            rows = []
            drawn = nil
        }
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

    /// The numbers of to-dos with dates, counted again when a to-do or the day has changed.
    private mutating func dayCounts(_ home: Home, _ today: Today) -> TodoIndex.DayCounts {
        let revision = home.notebook.todos.revision
        if let counted, counted.revision == revision, counted.day == today.date { return counted.counts }
        let counts = home.notebook.todos.dayCounts(today)
        counted = (counts, revision, today.date)
        return counts
    }

    /// To-dos of a note in its sheet at most.
    private static var linkedMaximum: Int { 100 }

    /// The to-dos of the open note, found again when the note or a to-do has changed.
    private mutating func linkedTodos(_ home: Home) -> [Slot] {
        guard let note = home.openNote?.id else { return [] }
        let revision = home.notebook.todos.revision
        if let linked, linked.note == note, linked.revision == revision { return linked.slots }
        let slots = [Slot](home.notebook.todos.slots(of: note).prefix(Painter.linkedMaximum))
        linked = (slots, note, revision)
        return slots
    }

    // MARK: - Rows

    private mutating func paintRows(_ home: Home, _ zone: TimeZone, _ now: Instant) {
        let range = window.range
        let slots = window.slots[range.rows]
        let isNotes = home.list.section == .notes
        let cursor =
            isNotes
            ? home.list.noteCursor.flatMap { home.notebook.notes.slot(of: $0) }
            : home.list.cursor.flatMap { home.notebook.todos.slot(of: $0) }
        let tabStop = cursor.flatMap { slots.contains($0) ? $0 : nil } ?? slots.first { $0 >= 0 }
        var newRows: [DrawnRow] = []
        newRows.reserveCapacity(slots.count)
        var message = Message("rows", "rows")
        message.append(range.before)
        message.append(range.after)
        message.append(slots.count)
        // The changed rows are the next drawings, in their order.
        message.append(html.drawings + 1)
        var differs = drawn != range || rows.count != slots.count
        for (index, place) in range.rows.enumerated() {
            let slot = window.slots[place]
            let id = id(of: slot, home)
            message.append(id)
            // Few rows are drawn at a time, so looking at each is as quick as any table.
            let before = rows.firstIndex { $0.id == id }
            var row = before.map { rows[$0] } ?? DrawnRow(id: id, part: DrawnPart())
            let height = window.height(at: place)
            let isTabStop = slot == tabStop
            if slot < 0 {
                writeHeading(slot, height, zone.date(at: now))
            } else if isNotes {
                Painter.write(home.notebook.notes[slot], height, isTabStop, home, zone, now, to: &html)
            } else {
                Painter.write(home.notebook.todos[slot], height, isTabStop, home, zone, now, to: &html)
            }
            let isSame = html.end(&row.part)
            message.append(isSame ? [] : row.part.html)
            if !isSame || before != index { differs = true }
            newRows.append(row)
        }
        drawn = range
        rows = newRows
        if differs { commands.append(message.bytes) }
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

    // MARK: - Reports of the host

    /// What an element does: by the number of the drawing that it is of, and its place in it. Nil for an element of a
    /// drawing that the document does not show any more.
    public func intent(drawing: Int64, place: Int) -> Intent? {
        let part = regions.first { $0.number == drawing } ?? rows.first { $0.part.number == drawing }?.part
        guard let part, drawing > 0, part.intents.indices.contains(place) else { return nil }
        return part.intents[place]
    }

    /// How many elements of the document do something.
    var intentCount: Int {
        regions.reduce(0) { $0 + $1.intents.count } + rows.reduce(0) { $0 + $1.part.intents.count }
    }

    /// The person scrolled the list. True when it must be drawn.
    public mutating func scrolled(top: Int, height: Int) -> Bool {
        window.scroll(top: top, height: height, drawn: drawn)
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

    // MARK: - Regions

    /// Sends the HTML of a region, unless the document shows it already.
    private mutating func draw(_ region: Region) {
        if html.end(&regions[region.rawValue]) { return }
        var message = Message("patch", region.name)
        message.append(html.drawings)
        message.append(regions[region.rawValue].html)
        commands.append(message.bytes)
    }

    private mutating func send(_ parts: StaticString...) {
        var message = Message(parts[0], parts[1])
        message.append(ascii: parts[2])
        commands.append(message.bytes)
    }
}
