import DaybookCore
import DaybookViews

/// The app in a tab: events become actions, effects become commands, and state becomes HTML.
struct Interpreter {
    private var app = App()
    private var painter = Painter()
    private var history = TabHistory()
    /// The state that the host followed last.
    private var keyboard = Keyboard()
    private var places = ListPlaces()
    private var title = ""
    private var look: String?
    /// The command that scrolls the list, once it is drawn.
    private var scrolling: Message?
    private var isDrawScheduled = false
    /// The number on the app's icon; nil while it is not known.
    private var badge: Int?
    /// Rows to bring into view and to focus, once they are drawn.
    var revealing: UUID?
    var focusing: UUID?
    /// The host, as functions.
    let host: Host

    /// The functions of the host.
    struct Host {
        /// Carries out a command: a message, and bytes beside it.
        var send: ([UInt8], [UInt8]) -> Void
        /// A random number of 64 bits.
        var random: () -> UInt64
    }

    init(host: Host) {
        self.host = host
    }

    // MARK: - Events

    mutating func receive(_ event: Event, now: Instant) {
        switch event.kind {
        case .used: used(event, now)
        case .scrolled:
            if painter.scrolled(top: event.pixels(0), height: event.pixels(1)) { schedule() }
        case .measured: measured(event)
        case .resized:
            painter.widthChanged(app)
            schedule()
        case .start:
            history.arrived(atDepth: Int(decimal: event[7]) ?? 0, path: event[0])
            if let action = event.action(newID: newID(now)) { send(action, now) }
        case .route: moved(event, now)
        case .fetched: answered(event, now)
        case .uploaded: uploaded(event, now)
        case .diskNone: send(.diskEmpty(leftHere: false), now)
        case .diskLeft: send(.diskEmpty(leftHere: true), now)
        case .diskOpen, .diskBroken: diskRead(event, now)
        default:
            if let action = event.action(newID: newID(now), isFocusMoving: focusing != nil) { send(action, now) }
        }
    }

    /// An element was used. An element that is no longer drawn does nothing.
    private mutating func used(_ event: Event, _ now: Instant) {
        guard let drawing = Int64(decimal: event[0]), let place = Int(decimal: event[1]),
            let intent = painter.intent(drawing: drawing, place: place),
            let action = event.action(of: intent, newID: newID(now))
        else { return }
        send(action, now)
    }

    private mutating func send(_ action: App.Action, _ now: Instant) {
        for effect in reduce(&app, action, now) { carryOut(effect) }
        follow()
    }

    /// Makes the tab follow the state: the keyboard, the list's place, the title and the browser's history.
    private mutating func follow() {
        let wanted = app.keyboard
        if wanted.corrections != keyboard.corrections, wanted.corrections > 0 { fill(wanted.field, wanted.text) }
        if wanted.moves != keyboard.moves, let place = wanted.place { focus(place) }
        keyboard = wanted
        let steps = places.steps(to: app.home?.list, from: painter.place)
        // Before its first drawing, the document has no list whose place could be kept.
        if painter.showsList { for step in steps { carryOut(step) } }
        for step in history.steps(to: app.addresses) { carryOut(step) }
        name(TabTitle.text(app))
        dress(app.look)
        schedule()
    }

    private mutating func carryOut(_ step: ListPlaces.Step) {
        var message = Message("scrollto", "rows")
        switch step {
        case .keep(let name):
            message = Message("keepplace", "rows")
            message.append(name)
            return command(message)
        case .toTop:
            // What is above the first row, if that shows, goes on showing.
            painter.scroll(to: Painter.Place(top: min(painter.place.top, 0)))
        case .back(let name, let place):
            painter.scroll(to: place)
            message.append(place.top)
            message.append(name)
        }
        scrolling = message
    }

    private mutating func name(_ title: String) {
        if title == self.title { return }
        self.title = title
        var message = Message("title")
        message.append(title)
        command(message)
    }

    /// Light or dark. The host keeps the choice for its next launch, and goes on with it while nobody is signed in.
    private mutating func dress(_ look: String?) {
        guard let look, look != self.look else { return }
        self.look = look
        var message = Message("look")
        message.append(look)
        command(message)
    }

    /// The browser is at another entry of its history: further back, or at the address of something that was left.
    private mutating func moved(_ event: Event, _ now: Instant) {
        // What was opened during a step back of the app stays.
        if history.arrived(atDepth: Int(decimal: event[1]) ?? 0, path: event[0]) { return follow() }
        let depth = history.depth
        if depth >= app.places.count { return send(.routeChanged(Address(path: event[0])), now) }
        while depth < app.places.count - 1 {
            let before = app.places.count
            for effect in reduce(&app, .wentBack(newID: newID(now)), now) { carryOut(effect) }
            // A place that has to stay is pushed again.
            if app.places.count >= before { break }
        }
        follow()
    }

    private func newID(_ now: Instant) -> UUID {
        UUID.v7(at: now, random: (host.random(), host.random()))
    }

    private mutating func measured(_ event: Event) {
        var heights: [(UUID, Int)] = []
        for place in stride(from: 0, to: event.count - 1, by: 2) {
            if let id = event.uuid(place) { heights.append((id, event.pixels(place + 1))) }
        }
        if painter.measured(heights, app) { schedule() }
    }

    private mutating func answered(_ event: Event, _ now: Instant) {
        guard let number = Int(decimal: event[0]).flatMap({ UInt8(exactly: $0) }), let id = Request.ID(rawValue: number)
        else {
            return
        }
        let answer = answer(event, now)
        send(.answered(id, answer), now)
    }

    /// The server's answer: status, how long to wait, and the body beside them.
    private func answer(_ event: Event, _ now: Instant) -> Answer {
        Answer(
            status: Int(decimal: event[1]) ?? 0,
            body: Array(event.bytes),
            retryAfter: Int(decimal: event[2]),
            jitter: Double(host.random() >> 40) / Double(1 << 24),
            newID: newID(now)
        )
    }

    private mutating func uploaded(_ event: Event, _ now: Instant) {
        guard let digest = Digest(event[0]) else { return }
        let answer = answer(event, now)
        send(.home(.photo(.uploaded(digest, answer)), newID: answer.newID), now)
    }

    private mutating func diskRead(_ event: Event, _ now: Instant) {
        guard let json = try? JSON(text: event[0]), let account = Account(json: json) else {
            return send(.diskEmpty(leftHere: false), now)
        }
        var content = event.content(sequence: Int(decimal: event[1]) ?? 0, through: event[2])
        // Nothing could be read. An empty snapshot would mean that nothing was ever written.
        if event.kind == .diskBroken { content.snapshot = [0] }
        send(.storage(.opened(account, content, newDevice: newID(now))), now)
    }

    // MARK: - Drawing

    private mutating func schedule() {
        if isDrawScheduled { return }
        isDrawScheduled = true
        command(Message("draw"))
    }

    mutating func frame(now: Instant) {
        isDrawScheduled = false
        for message in painter.paint(app, now: now) { host.send(message, []) }
        if let due = painter.dueCount, due != badge { show(badge: due) }
        if let scrolling { command(scrolling) }
        scrolling = nil
        if painter.isGrowing { command(Message("draw", "next")) }
        if let id = revealing { bringIntoView(id) }
        if let id = focusing, painter.isDrawn(id) {
            focusing = nil
            focus("[data-row][data-key=\"", id, "\"]")
        }
    }

    private mutating func show(badge due: Int) {
        badge = due
        var message = Message("badge")
        message.append(due)
        command(message)
    }

    /// Scrolls to a row that is in the document, or to where it will be.
    private mutating func bringIntoView(_ id: UUID) {
        if painter.isDrawn(id) {
            revealing = nil
            var message = Message("reveal")
            message.append(id)
            command(message)
        } else if let offset = painter.offset(of: id, app) {
            var message = Message("scrollto", "rows")
            message.append(offset)
            command(message)
            if !painter.scrolled(top: offset, height: 0) { revealing = nil }
            schedule()
        } else {
            revealing = nil
            focusing = nil
        }
    }
}
