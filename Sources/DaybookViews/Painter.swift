import DaybookCore

/// Turns the app's state into commands for the host, and sends only the parts that differ from what the document shows.
///
/// A command is a list of texts joined by U+001F, which no text that is written here contains.
public struct Painter {
    var screen: Screen?
    /// Writes all parts, so that no two of their elements ever have the same number.
    var html = HTML(capacity: 4_096)
    /// The content of each region, by its number.
    var regions = Painter.blank
    var rows: [DrawnRow] = []
    var drawn: RowWindow.Range?
    /// The row that Tab reaches: the keyboard's own, or the first. It is not in the HTML of rows, so that no row is drawn anew when it
    /// changes: the host gets its id.
    var tabStop: UUID?
    /// What the rows were drawn from besides their to-dos, and when.
    var surroundings: RowOrigin.Surroundings?
    var paintedAt = Instant(milliseconds: .min)
    var window = RowWindow()
    /// The window of the list that does not show, with the heights of its rows.
    var resting = RowWindow()
    /// Where the list is about to be scrolled to.
    var target: Place?
    /// The state from which the window's rows were chosen.
    var basis: Basis?
    /// The rows are of another list than those in the document.
    var isOther = false
    /// The document has the rows that show, and the next frames add those beyond them.
    public internal(set) var isGrowing = false
    /// The last drawing showed the menu of orders.
    var isOrdering = false
    /// The document has the rows that show, and no others until the menu of orders closes.
    var isCut = false
    var isSearchEmpty = false
    /// The style leaves room for the bar of the chosen rows.
    private var isChoosing = false
    /// The parts of the list that shows.
    var parts: [Selection.Part] = []
    /// The numbers of to-dos with dates, and the state from which they were counted.
    var counted: (counts: TodoIndex.DayCounts, revision: Int, day: CivilDate)?
    /// The to-dos of the note that is open, and the state from which they were found.
    private var linked: (slots: [Slot], note: Note.ID, revision: Int)?
    var commands: [[UInt8]] = []

    /// How far a list is scrolled.
    public struct Place: Equatable, Sendable {
        /// In pixels from its first row.
        public var top: Int
        /// The row at the top of the view, which counts more: heights of rows that were never drawn are guessed, and other
        /// rows may change the guess.
        public var row: UUID?

        /// The number of pixels from the first row, with this row at the top.
        public init(top: Int, row: UUID? = nil) {
            self.top = top
            self.row = row
        }
    }

    enum Screen: Equatable {
        case launching
        case signIn
        case signUp
        case newPassword
        case earlierPassword
        case home
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

    /// Forgets the document's content when another screen replaces it. Returns true in that case.
    @discardableResult
    private mutating func show(_ screen: Screen) -> Bool {
        if self.screen == screen { return false }
        self.screen = screen
        isGrowing = false
        regions = Painter.blank
        rows = []
        drawn = nil
        tabStop = nil
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
            // Above the first row, there is none at the top of the view.
            let row = target.top < 0 ? nil : target.row
            let top = row.flatMap { offset(of: $0, app) } ?? target.top
            _ = window.scroll(top: top, height: height, drawn: nil)
        }
        target = nil
        let (isOnline, rules, isEmpty, shown) = (
            app.world.isOnline, app.rules, isSearchEmpty, window.slots.count - parts.count
        )
        // The list comes first: it reads where its rows are, while nothing has changed.
        paintRows(home, today, now)
        HomeView.sidebar(home, counts, to: &html)
        draw(.sidebar)
        HomeView.bar(home, to: &html)
        draw(.bar)
        HomeView.head(home, isOnline: isOnline, counts: counts, to: &html)
        draw(.head)
        HomeView.search(home.list.filter.search, to: &html)
        draw(.search)
        let isTodos = home.list.section == .todos
        if isTodos { HomeView.filters(home, counts, to: &html) }
        draw(.filters)
        if isTodos { QuickAddView(line: home.list.quickAdd, rules: rules, now: now, zone: zone).write(to: &html) }
        draw(.line)
        HomeView.found(home, isSearchEmpty: isEmpty, to: &html)
        draw(.found)
        HomeView.empty(home, shown: shown, isOnline: isOnline, to: &html)
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
        ToastView(toast: home.toast).write(to: &html)
        draw(.toast)
        Painter.writeUpper(home, rules, now, zone, to: &html)
        draw(.upper)
        RingingView(home: home, now: now, zone: zone).write(to: &html)
        draw(.ringing)
        Painter.writeOverlay(home, hasUpdate: app.world.hasUpdate, now, zone, to: &html)
        draw(.overlay)
    }

    /// The numbers of to-dos with dates, counted again when one of them or the day has changed.
    private mutating func dayCounts(_ home: Home, _ today: Today) -> TodoIndex.DayCounts {
        let revision = home.notebook.todos.dates
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

    /// Sends a region's HTML and figures, or its figures alone, unless the document shows them already.
    private mutating func draw(_ region: Region) {
        let difference = html.end(&regions[region.rawValue])
        if difference == .none { return }
        var message = Message(difference == .html ? "patch" : "figures", region.name)
        if difference == .html {
            message.append(html.drawings)
            message.append(regions[region.rawValue].html)
        }
        message.append(texts: regions[region.rawValue].figures)
        commands.append(message.bytes)
    }

    private mutating func send(_ parts: StaticString...) {
        var message = Message(parts[0], parts[1])
        message.append(ascii: parts[2])
        commands.append(message.bytes)
    }
}
