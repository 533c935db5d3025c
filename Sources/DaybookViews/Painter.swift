import DaybookCore

/// Turns the app's state into commands for the page, and sends only what differs from what the page shows.
///
/// A command is a list of texts joined by U+001F, which no text that is written here contains.
public struct Painter {
    private var screen: Screen?
    /// What each region shows, by its number; nil for one that was not drawn yet.
    private var regions = Painter.blank
    private var rows: [DrawnRow] = []
    private var drawn: RowWindow.Range?
    private var window = RowWindow()
    /// What the window's rows were chosen by.
    private var basis: Basis?
    private var isSearchEmpty = false
    private var commands: [[UInt8]] = []

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
        var html: [UInt8]
    }

    private struct Basis: Equatable {
        var section: Home.Section
        var revision: Int
        var filter: Filter
    }

    private enum Region: Int, CaseIterable {
        case app, sidebar, bar, head, empty, editor, tabs, toast, page, overlay, ringing

        var name: StaticString {
            switch self {
            case .app: "app"
            case .sidebar: "sidebar"
            case .bar: "bar"
            case .head: "head"
            case .empty: "empty"
            case .editor: "editor"
            case .tabs: "tabs"
            case .toast: "toast"
            case .page: "page"
            case .overlay: "overlay"
            case .ringing: "ringing"
            }
        }
    }

    private static var blank: [[UInt8]?] { [[UInt8]?](repeating: nil, count: Region.allCases.count) }

    /// A painter before an empty page.
    public init() {}

    /// The commands that make the page show this state.
    public mutating func paint(_ app: App, now: Instant) -> [[UInt8]] {
        commands.removeAll(keepingCapacity: true)
        var html = HTML(capacity: 4_096)
        switch app.screen {
        case .launching: show(.launching)
        case .signIn(let state):
            show(.signIn)
            SignInView(state: state).write(to: &html)
            draw(&html, .app)
        case .signUp(let state):
            show(.signUp)
            SignUpView(state: state, rules: app.rules).write(to: &html)
            draw(&html, .app)
        case .newPassword(let state):
            show(.newPassword)
            NewPasswordView(state: state, rules: app.rules).write(to: &html)
            draw(&html, .app)
        case .earlierPassword(let state):
            show(.earlierPassword)
            EarlierPasswordView(state: state).write(to: &html)
            draw(&html, .app)
        case .home(let home):
            if show(.home) {
                HomeView.write(to: &html)
                draw(&html, .app)
            }
            paint(home, app, now)
        }
        return commands
    }

    /// Forgets what the page shows when another screen takes its place. True when one does.
    @discardableResult
    private mutating func show(_ screen: Screen) -> Bool {
        if self.screen == screen { return false }
        self.screen = screen
        regions = Painter.blank
        rows = []
        drawn = nil
        basis = nil
        window = window.emptied()
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
        choose(home)
        var html = HTML(capacity: 4_096)
        HomeView.sidebar(home, to: &html)
        draw(&html, .sidebar)
        HomeView.bar(home, to: &html)
        draw(&html, .bar)
        let isOnline = app.world.isOnline
        let (rules, isEmpty) = (app.rules, isSearchEmpty)
        HomeView.head(home, isOnline: isOnline, isSearchEmpty: isEmpty, rules: rules, now: now, zone: zone, to: &html)
        draw(&html, .head)
        paintRows(home, zone, now)
        HomeView.empty(home, shown: window.slots.count, to: &html)
        draw(&html, .empty)
        HomeView.tabs(home.section, to: &html)
        draw(&html, .tabs)
        paintOpen(home, app.rules, now, zone, to: &html)
        draw(&html, .editor)
        HomeView.toast(home.toast, to: &html)
        draw(&html, .toast)
        switch home.page {
        case .account(let page):
            AccountPageView(page: page, home: home, rules: app.rules, now: now, zone: zone).write(to: &html)
        case .trash: TrashView(trash: home.notebook.trash(now: now), now: now, zone: zone).write(to: &html)
        case .history(let history):
            let title =
                home.notebook.todos[Todo.ID(history.key.id)]?.title
                ?? home.notebook.notes[Note.ID(history.key.id)]?.title
            HistoryView(history: history, title: title, now: now, zone: zone).write(to: &html)
        case .reminders(let page):
            RemindersPageView(page: page, notifying: home.reminders.notifying, now: now, zone: zone).write(to: &html)
        case nil: break
        }
        draw(&html, .page)
        RingingView(home: home, now: now, zone: zone).write(to: &html)
        draw(&html, .ringing)
        if let overlay = home.overlay {
            OverlayView(overlay: overlay, home: home).write(to: &html)
        } else if let shown = home.openNote?.gallery, let photos = home.shownNote?.photos,
            let place = photos.firstIndex(where: { $0.id == shown })
        {
            GalleryView(photos: photos, place: place).write(to: &html)
        }
        draw(&html, .overlay)
    }

    /// What stands in the third column of a wide screen, and above the list of a narrow one.
    private func paintOpen(_ home: Home, _ rules: Rules, _ now: Instant, _ zone: TimeZone, to html: inout HTML) {
        if let editor = home.editor {
            var todo: Todo?
            if case .existing(let id) = editor.subject { todo = home.notebook.todos[id] }
            let notes = home.linkableNotes(editor.draft.note)
            EditorView(editor: editor, todo: todo, notes: notes, rules: rules, now: now, zone: zone).write(to: &html)
        } else if let open = home.openNote, let writing = open.writing {
            NoteEditorView(
                id: open.id,
                writing: writing,
                note: home.shownNote,
                photos: home.notebook.photos,
                rules: rules
            )
            .write(to: &html)
        } else if let note = home.shownNote {
            let missing = home.notebook.draftViolations(note)
            let attention = attention(Record.Key(kind: .note, id: note.id.uuid), home)
            NoteView(note: note, missing: missing, attention: attention, now: now, zone: zone).write(to: &html)
        } else {
            let text = home.section == .notes ? Labels.chooseNote : Labels.chooseTodo
            html.text(text, in: "<p class=\"detail-empty\">", "</p>")
        }
    }

    /// Decides which rows the list has, when what decides that has changed.
    private mutating func choose(_ home: Home) {
        let revision = home.section == .notes ? home.notebook.notes.revision : home.notebook.todos.revision
        let wanted = Basis(section: home.section, revision: revision, filter: home.list.filter)
        if basis == wanted { return }
        if basis?.section != wanted.section {
            window = window.emptied()
            rows = []
            drawn = nil
        }
        basis = wanted
        let selection = home.section == .notes ? home.visibleNotes : home.visible
        isSearchEmpty = selection.isSearchEmpty
        if home.section == .notes {
            window.set(selection.slots, of: home.notebook.notes)
        } else {
            window.set(selection.slots, of: home.notebook.todos)
        }
    }

    // MARK: - Rows

    private mutating func paintRows(_ home: Home, _ zone: TimeZone, _ now: Instant) {
        let range = window.range
        let slots = window.slots[range.rows]
        let isNotes = home.section == .notes
        let cursor =
            isNotes
            ? home.noteCursor.flatMap { home.notebook.notes.slot(of: $0) }
            : home.list.cursor.flatMap { home.notebook.todos.slot(of: $0) }
        let tabStop = cursor.flatMap { slots.contains($0) ? $0 : nil } ?? slots.first
        var fresh: [DrawnRow] = []
        fresh.reserveCapacity(slots.count)
        var message = Message("rows", "rows")
        message.append(range.before)
        message.append(range.after)
        message.append(slots.count)
        var differs = drawn != range || rows.count != slots.count
        for (index, place) in range.rows.enumerated() {
            let slot = window.slots[place]
            var html = HTML(capacity: 1_024)
            let id: UUID
            if isNotes {
                id = write(home.notebook.notes[slot], place, slot == tabStop, home, zone, now, to: &html)
            } else {
                id = write(home.notebook.todos[slot], place, slot == tabStop, home, zone, now, to: &html)
            }
            message.append(id)
            // Few rows are drawn at a time, so looking at each is as quick as any table.
            let before = rows.firstIndex { $0.id == id }
            if let before, rows[before].html == html.bytes {
                message.append([])
                if before != index { differs = true }
            } else {
                message.append(html.bytes)
                differs = true
            }
            fresh.append(DrawnRow(id: id, html: html.bytes))
        }
        drawn = range
        rows = fresh
        if differs { commands.append(message.bytes) }
    }

    private func write(
        _ todo: Todo,
        _ place: Int,
        _ isTabStop: Bool,
        _ home: Home,
        _ zone: TimeZone,
        _ now: Instant,
        to html: inout HTML
    ) -> UUID {
        RowView(
            todo: todo,
            now: now,
            zone: zone,
            height: window.height(at: place),
            isTabStop: isTabStop,
            isSelected: home.editor?.subject == .existing(todo.id) || todo.id == home.list.cursor,
            showsBin: home.list.showsBins,
            attention: attention(Record.Key(kind: .todo, id: todo.id.uuid), home)
        ).write(to: &html)
        return todo.id.uuid
    }

    private func write(
        _ note: Note,
        _ place: Int,
        _ isTabStop: Bool,
        _ home: Home,
        _ zone: TimeZone,
        _ now: Instant,
        to html: inout HTML
    ) -> UUID {
        NoteRowView(
            note: note,
            missing: home.notebook.draftViolations(note),
            now: now,
            zone: zone,
            height: window.height(at: place),
            isTabStop: isTabStop,
            isSelected: home.openNote?.id == note.id || note.id == home.noteCursor,
            attention: attention(Record.Key(kind: .note, id: note.id.uuid), home)
        ).write(to: &html)
        return note.id.uuid
    }

    private func attention(_ key: Record.Key, _ home: Home) -> Violation? {
        if home.notebook.replica.rejections.isEmpty { return nil }
        return home.notebook.replica.rejections[key]?.violations.first
    }

    // MARK: - What the page tells of the list

    /// The person scrolled the list. True when it must be drawn.
    public mutating func scrolled(top: Int, height: Int) -> Bool {
        window.scroll(top: top, height: height, drawn: drawn)
    }

    /// Rows were measured, by id, in pixels. True when the list must be drawn.
    public mutating func measured(_ heights: [(UUID, Int)], _ app: App) -> Bool {
        guard let home = app.home else { return false }
        var known: [(slot: Slot, height: Int)] = []
        for (id, height) in heights {
            if let slot = slot(of: id, home) { known.append((slot, height)) }
        }
        return home.section == .notes
            ? window.measure(known, of: home.notebook.notes) : window.measure(known, of: home.notebook.todos)
    }

    private func slot(of id: UUID, _ home: Home) -> Slot? {
        home.section == .notes ? home.notebook.notes.slot(of: Note.ID(id)) : home.notebook.todos.slot(of: Todo.ID(id))
    }

    /// The list has another width.
    public mutating func widthChanged(_ app: App) {
        guard let home = app.home else { return }
        if home.section == .notes {
            window.forgetHeights(of: home.notebook.notes)
        } else {
            window.forgetHeights(of: home.notebook.todos)
        }
    }

    /// Where the row with an id begins in the list, in pixels; nil when it does not show.
    public func offset(of id: UUID, _ app: App) -> Int? {
        guard let home = app.home, let slot = slot(of: id, home), let place = window.slots.firstIndex(of: slot) else {
            return nil
        }
        return window.offset(at: place)
    }

    /// Whether the row with an id is in the page.
    public func isDrawn(_ id: UUID) -> Bool {
        rows.contains { $0.id == id }
    }

    // MARK: - Regions

    /// Sends what was written for a region unless the page shows it, and empties the writer for the next.
    private mutating func draw(_ html: inout HTML, _ region: Region) {
        if regions[region.rawValue] != html.bytes {
            var message = Message("patch", region.name)
            message.append(html.bytes)
            commands.append(message.bytes)
            regions[region.rawValue] = html.bytes
        }
        html.clear()
    }

    private mutating func send(_ parts: StaticString...) {
        var message = Message(parts[0], parts[1])
        message.append(ascii: parts[2])
        commands.append(message.bytes)
    }
}
