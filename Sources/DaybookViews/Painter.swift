import DaybookCore

/// Turns the app's state into commands for the page, and sends only what differs from what the page shows.
///
/// A command is a list of texts joined by U+001F, which no text that is written here contains.
public struct Painter {
    private var screen: Screen?
    /// What each region shows.
    private var regions: [UInt8: [UInt8]] = [:]
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
        case home
    }

    private struct DrawnRow {
        var slot: TodoIndex.Slot
        var id: Todo.ID
        var html: [UInt8]
    }

    private struct Basis: Equatable {
        var revision: Int
        var filter: Filter
    }

    private enum Region: UInt8 {
        case app, sidebar, bar, head, empty, editor, tabs, toast, overlay

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
            case .overlay: "overlay"
            }
        }
    }

    public init() {}

    /// The commands that make the page show this state.
    public mutating func paint(_ app: App, now: Instant) -> [[UInt8]] {
        commands.removeAll(keepingCapacity: true)
        switch app.screen {
        case .launching: show(.launching)
        case .signIn(let state):
            show(.signIn)
            draw(.app) { SignInView(state: state).write(to: &$0) }
        case .signUp(let state):
            show(.signUp)
            draw(.app) { SignUpView(state: state, rules: app.rules).write(to: &$0) }
        case .home(let home):
            if show(.home) { draw(.app) { HomeView.write(to: &$0) } }
            paint(home, app, now)
        }
        return commands
    }

    /// Forgets what the page shows when another screen takes its place. True when one does.
    @discardableResult
    private mutating func show(_ screen: Screen) -> Bool {
        if self.screen == screen { return false }
        self.screen = screen
        regions = [:]
        rows = []
        drawn = nil
        basis = nil
        window = window.emptied()
        let name: StaticString =
            switch screen {
            case .launching: "launching"
            case .signIn, .signUp: "form"
            case .home: "home"
            }
        send("attribute", "data-screen", name)
        return true
    }

    private mutating func paint(_ home: Home, _ app: App, _ now: Instant) {
        let zone = app.world.zone
        let wanted = Basis(revision: home.todos.revision, filter: home.list.filter)
        if basis != wanted {
            basis = wanted
            let selection = home.visible
            isSearchEmpty = selection.isSearchEmpty
            window.set(selection.slots, of: home.todos)
        }
        draw(.sidebar) { HomeView.sidebar(home, to: &$0) }
        draw(.bar) { HomeView.bar(home, to: &$0) }
        let isSearchEmpty = isSearchEmpty
        draw(.head) {
            HomeView.head(home, isOnline: app.world.isOnline, isSearchEmpty: isSearchEmpty, to: &$0)
        }
        paintRows(home, zone, now)
        let shown = window.slots.count
        draw(.empty) { HomeView.empty(home, shown: shown, to: &$0) }
        draw(.tabs) { HomeView.tabs(to: &$0) }
        draw(.editor) { html in
            guard let editor = home.editor else {
                return html.text(Labels.chooseTodo, in: "<p class=\"detail-empty\">", "</p>")
            }
            var todo: Todo?
            if case .existing(let id) = editor.subject { todo = home.todos[id] }
            EditorView(editor: editor, todo: todo, rules: app.rules, now: now, zone: zone).write(to: &html)
        }
        draw(.toast) { HomeView.toast(home.toast, to: &$0) }
        draw(.overlay) { html in
            if let overlay = home.overlay { OverlayView(overlay: overlay, home: home).write(to: &html) }
        }
    }

    // MARK: - Rows

    private mutating func paintRows(_ home: Home, _ zone: TimeZone, _ now: Instant) {
        let range = window.range
        let cursor = home.list.cursor.flatMap { home.todos.slot(of: $0) }
        let slots = window.slots[range.rows]
        let tabStop = cursor.flatMap { slots.contains($0) ? $0 : nil } ?? slots.first
        var opened: Todo.ID?
        if case .existing(let id) = home.editor?.subject { opened = id }
        var fresh: [DrawnRow] = []
        fresh.reserveCapacity(slots.count)
        var old: [TodoIndex.Slot: Int] = [:]
        for (index, row) in rows.enumerated() { old[row.slot] = index }
        var message = Message("rows", "rows")
        message.append(range.before)
        message.append(range.after)
        message.append(slots.count)
        var differs = drawn != range || rows.count != slots.count
        for (index, place) in range.rows.enumerated() {
            let todo = home.todos[window.slots[place]]
            var html = HTML(capacity: 1_024)
            RowView(
                todo: todo, now: now, zone: zone, height: window.height(at: place),
                isTabStop: window.slots[place] == tabStop, isSelected: todo.id == opened || todo.id == home.list.cursor,
                showsBin: home.list.showsBins, attention: attention(todo.id, home)
            ).write(to: &html)
            message.append(todo.id)
            let before = old[window.slots[place]].flatMap { rows[$0].id == todo.id ? $0 : nil }
            if let before, rows[before].html == html.bytes {
                message.append([])
                if before != index { differs = true }
            } else {
                message.append(html.bytes)
                differs = true
            }
            fresh.append(DrawnRow(slot: window.slots[place], id: todo.id, html: html.bytes))
        }
        drawn = range
        rows = fresh
        if differs { commands.append(message.bytes) }
    }

    private func attention(_ id: Todo.ID, _ home: Home) -> Violation? {
        if home.replica.rejections.isEmpty { return nil }
        return home.replica.rejections[Record.Key(kind: .todo, id: id.uuid)]?.violations.first
    }

    // MARK: - What the page tells of the list

    /// The person scrolled the list. True when it must be drawn.
    public mutating func scrolled(top: Int, height: Int) -> Bool {
        window.scroll(top: top, height: height, drawn: drawn)
    }

    /// Rows were measured, by id, in pixels. True when the list must be drawn.
    public mutating func measured(_ heights: [(Todo.ID, Int)], _ app: App) -> Bool {
        guard let index = app.home?.todos else { return false }
        var known: [(slot: TodoIndex.Slot, height: Int)] = []
        for (id, height) in heights {
            if let slot = index.slot(of: id) { known.append((slot, height)) }
        }
        return window.measure(known, of: index)
    }

    /// The list has another width.
    public mutating func widthChanged(_ app: App) {
        if let index = app.home?.todos { window.forgetHeights(of: index) }
    }

    /// Where the row of a to-do begins in the list, in pixels; nil when it does not show.
    public func offset(of id: Todo.ID, _ app: App) -> Int? {
        guard let slot = app.home?.todos.slot(of: id), let place = window.slots.firstIndex(of: slot) else { return nil }
        return window.offset(at: place)
    }

    /// Whether the row of a to-do is in the page.
    public func isDrawn(_ id: Todo.ID) -> Bool {
        rows.contains { $0.id == id }
    }

    // MARK: - Regions

    private mutating func draw(_ region: Region, _ write: (inout HTML) -> Void) {
        var html = HTML(capacity: regions[region.rawValue]?.count ?? 256)
        write(&html)
        if regions[region.rawValue] == html.bytes { return }
        var message = Message("patch", region.name)
        message.append(html.bytes)
        commands.append(message.bytes)
        regions[region.rawValue] = html.bytes
    }

    private mutating func send(_ parts: StaticString...) {
        var message = Message(parts[0], parts[1])
        message.append(ascii: parts[2])
        commands.append(message.bytes)
    }
}
