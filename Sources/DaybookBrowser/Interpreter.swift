import DaybookCore
import DaybookViews

/// The app in the page: events become actions, effects become commands, state becomes what the page shows.
struct Interpreter {
    private var app = App()
    private var painter = Painter()
    private var history = PageHistory()
    private var isDrawScheduled = false
    /// Rows to bring into view and to focus, once they are drawn.
    private var revealing: UUID?
    private var focusing: UUID?
    /// The page, as functions.
    let page: Page

    /// What the page can do.
    struct Page {
        /// Carries out a command: a message, and bytes beside it.
        var send: ([UInt8], [UInt8]) -> Void
        /// A random number of 64 bits.
        var random: () -> UInt64
    }

    init(page: Page) {
        self.page = page
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
            if let action = event.action(fresh: freshID(now)) { send(action, now) }
        case .route: moved(event, now)
        case .fetched: answered(event, now)
        case .uploaded: uploaded(event, now)
        case .diskNone: send(.diskEmpty(leftHere: false), now)
        case .diskLeft: send(.diskEmpty(leftHere: true), now)
        case .diskOpen, .diskBroken: diskRead(event, now)
        default:
            if let action = event.action(fresh: freshID(now), isFocusMoving: focusing != nil) { send(action, now) }
        }
    }

    /// An element was used. One that has gone meanwhile does nothing.
    private mutating func used(_ event: Event, _ now: Instant) {
        guard let drawing = Int64(decimal: event[0]), let place = Int(decimal: event[1]),
            let intent = painter.intent(drawing: drawing, place: place),
            let action = event.action(of: intent, zone: app.world.zone, fresh: freshID(now))
        else { return }
        send(action, now)
    }

    private mutating func send(_ action: App.Action, _ now: Instant) {
        for effect in reduce(&app, action, now) { carryOut(effect) }
        for step in history.steps(to: app.places) { carryOut(step) }
        schedule()
    }

    /// The browser is at another entry of its history: further back, or at the address of something that was left.
    private mutating func moved(_ event: Event, _ now: Instant) {
        history.arrived(atDepth: Int(decimal: event[1]) ?? 0, path: event[0])
        let depth = history.depth
        if depth >= app.places.count { return send(.routeChanged(Route(path: event[0]), fresh: freshID(now)), now) }
        while depth < app.places.count - 1 {
            let before = app.places.count
            for effect in reduce(&app, .wentBack(fresh: freshID(now)), now) { carryOut(effect) }
            // A place that has to stay is pushed again.
            if app.places.count >= before { break }
        }
        for step in history.steps(to: app.places) { carryOut(step) }
        schedule()
    }

    private func freshID(_ now: Instant) -> UUID {
        UUID.v7(at: now, random: (page.random(), page.random()))
    }

    private mutating func measured(_ event: Event) {
        var heights: [(UUID, Int)] = []
        for place in stride(from: 0, to: event.count - 1, by: 2) {
            if let id = event.uuid(place) { heights.append((id, event.pixels(place + 1))) }
        }
        if painter.measured(heights, app) { schedule() }
    }

    private mutating func answered(_ event: Event, _ now: Instant) {
        guard let id = Request.ID(rawValue: event[0]) else { return }
        let answer = answer(event, now)
        send(.answered(id, answer), now)
    }

    /// The server's answer: status, how long to wait, and the body beside them.
    private func answer(_ event: Event, _ now: Instant) -> Answer {
        Answer(
            status: Int(decimal: event[1]) ?? 0,
            body: Array(event.bytes),
            retryAfter: Int(decimal: event[2]),
            jitter: Double(page.random() >> 40) / Double(1 << 24),
            fresh: freshID(now)
        )
    }

    private mutating func uploaded(_ event: Event, _ now: Instant) {
        guard let digest = Digest(event[0]) else { return }
        let answer = answer(event, now)
        send(.home(.photo(.uploaded(digest, answer)), fresh: answer.fresh), now)
    }

    private mutating func diskRead(_ event: Event, _ now: Instant) {
        guard let json = try? JSON(text: event[0]), let account = Account(json: json) else {
            return send(.diskEmpty(leftHere: false), now)
        }
        var vault = event.vault(sequence: Int(decimal: event[1]) ?? 0, through: event[2])
        // Nothing could be read. An empty snapshot would say that nothing was written.
        if event.kind == .diskBroken { vault.snapshot = [0] }
        send(.vault(.opened(account, vault, freshDevice: freshID(now))), now)
    }

    // MARK: - Drawing

    private mutating func schedule() {
        if isDrawScheduled { return }
        isDrawScheduled = true
        command(Message("draw"))
    }

    mutating func frame(now: Instant) {
        isDrawScheduled = false
        for message in painter.paint(app, now: now) { page.send(message, []) }
        if let id = revealing { bringIntoView(id) }
        if let id = focusing, painter.isDrawn(id) {
            focusing = nil
            focus("[data-row][data-key=\"", id, "\"]")
        }
    }

    /// Scrolls to a row that is in the page, or to where it will be.
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

    // MARK: - Effects

    private func command(_ message: Message, bytes: [UInt8] = []) {
        page.send(message.bytes, bytes)
    }

    private mutating func carryOut(_ effect: Effect) {
        switch effect {
        case .notebook(let effect): carryOut(effect)
        case .request(let request): send(request)
        case .openVault(let account, let password): vault("vault.open", account, password)
        case .remakeVault(let account, let password): vault("vault.remake", account, password)
        case .recoverVault(let account, let earlier, let new): vault("vault.recover", account, new, earlier)
        case .relockVault(let account, let current, let new): vault("vault.relock", account, new, current)
        case .unlockVault(let login, let password):
            var message = Message("vault.unlock")
            message.append(login)
            command(message, bytes: password.bytes)
        case .keepAccount(let account):
            var message = Message("vault.account")
            message.append(String(decoding: account.json.encoded, as: UTF8.self))
            command(message)
        case .leave(let farewell): leave(farewell)
        case .askLeader: command(Message("ask"))
        case .startTimer(let timer, let milliseconds):
            var message = Message("timer")
            message.append(timer.rawValue)
            message.append(milliseconds)
            command(message)
        case .cancelTimer(let timer):
            var message = Message("cancel")
            message.append(timer.rawValue)
            command(message)
        case .announce(let text):
            var message = Message("announce")
            message.append(text)
            command(message)
        case .focus(let focus): carryOut(focus)
        case .setInput(let input, let text):
            var message = Message("value", Interpreter.selector(input))
            message.append(text)
            command(message)
        case .scrollToTop: command(Message("scrollto", "rows"))
        case .takeUpdate: command(Message("update"))
        case .retryPhotos: command(Message("photos.retry"))
        case .notify(let notice):
            var message = Message("notify")
            message.append(notice.todo.uuid)
            message.append(notice.due.milliseconds.description)
            message.append(notice.title)
            message.append(notice.text)
            command(message)
        case .closeNotice(let todo):
            var message = Message("unnotify")
            message.append(todo.uuid)
            command(message)
        case .askToNotify: command(Message("allow"))
        case .subscribe(let key):
            var message = Message("subscribe")
            message.append(key)
            command(message)
        case .refreshEnded: command(Message("refreshed"))
        }
    }

    /// What the notebook asks of the disk, the server and the photos. Its news, its timers and its words come by way of
    /// the screens.
    private func carryOut(_ effect: Notebook.Effect) {
        switch effect {
        case .append(let sequence, let bytes): store("journal", sequence, bytes)
        case .pack(let sequence, let through, let bytes): store("snapshot", sequence, bytes, through)
        case .readDisk: command(Message("reread"))
        case .listen(let request): send(request, "listen")
        case .stopListening: command(Message("deafen"))
        case .keepPhoto(let ticket, let digest, let thumbnail, let type, let bytes):
            var message = Message("photos.keep")
            message.append(ticket)
            message.append(digest.description)
            message.append(thumbnail?.description ?? "")
            message.append(type.rawValue)
            command(message, bytes: bytes)
        case .upload(let digest, let type, let again, let account):
            var message = Message("photos.upload")
            message.append(digest.description)
            message.append(type?.rawValue ?? "")
            message.append(account.description)
            message.append(again ? 1 : 0)
            command(message)
        case .listPhotos: command(Message("photos.list"))
        default: break
        }
    }

    private mutating func carryOut(_ place: Effect.Focus) {
        switch place {
        case .row(let id): focusRow(id.uuid)
        case .noteRow(let id): focusRow(id.uuid)
        case .noteTitle: command(Message("focus", "#note-title"))
        case .noteDescription: command(Message("focus", "#note-description"))
        case .writeNote: command(Message("focus", "#note-write"))
        case .photo(let id): focus("[data-region=\"editor\"] [data-key=\"", id.uuid, "\"] button")
        case .search: command(Message("focus", "#search"))
        case .quickAdd: command(Message("focus", "#quick-add"))
        case .editorTitle: command(Message("focus", "#editor-title"))
        case .tagInput: command(Message("focus", "#editor-tag"))
        case .field(let field):
            var message = Message("focus")
            message.append("#" + field.name)
            command(message)
        }
    }

    private mutating func focusRow(_ id: UUID) {
        revealing = id
        focusing = id
    }

    private func focus(_ before: String, _ id: UUID, _ after: String) {
        var message = Message("focus")
        message.append(before + id.description + after)
        command(message)
    }

    private static func selector(_ input: Effect.Input) -> StaticString {
        switch input {
        case .quickAdd: "#quick-add"
        case .search: "#search"
        case .title: "#editor-title"
        case .detail: "#editor-detail"
        case .tag: "#editor-tag"
        case .deadline: "#editor-deadline"
        case .reminder: "#editor-reminder"
        case .noteTitle: "#note-title"
        case .noteDescription: "#note-description"
        }
    }

    private func send(_ request: Request, _ name: StaticString = "fetch") {
        var message = Message(name)
        message.append(request.id.rawValue)
        message.append(request.method.rawValue)
        message.append(request.path)
        if !request.body.isEmpty {
            message.append(ascii: "content-type")
            message.append(ascii: "application/json")
        }
        if let account = request.account {
            message.append(ascii: "daybook-account")
            message.append(account.description)
        }
        command(message, bytes: request.body)
    }

    /// `earlier` is the password that locks the vault until now, where that is another.
    private func vault(_ name: StaticString, _ account: Account, _ password: String, _ earlier: String = "") {
        var message = Message(name)
        message.append(String(decoding: account.json.encoded, as: UTF8.self))
        message.append(earlier.utf8.count)
        command(message, bytes: earlier.bytes + password.bytes)
    }

    private func leave(_ farewell: Farewell) {
        var message = Message("leave")
        switch farewell {
        case .loggedOut(let unsent):
            message.append(ascii: "out")
            message.append(unsent)
        case .sessionEnded(let unsent):
            message.append(ascii: "ended")
            message.append(unsent)
        case .deleted:
            message.append(ascii: "deleted")
        }
        command(message)
    }

    private func store(_ name: StaticString, _ sequence: Int, _ bytes: [UInt8], _ through: Int = 0) {
        var message = Message(name)
        message.append(sequence)
        message.append(through)
        command(message, bytes: bytes)
    }

    private func carryOut(_ step: PageHistory.Step) {
        switch step {
        case .back(let count):
            var message = Message("back")
            message.append(count)
            command(message)
        case .replace(let depth, let path): route("replaceState", depth, path)
        case .push(let depth, let path): route("pushState", depth, path)
        }
    }

    private func route(_ method: StaticString, _ depth: Int, _ path: String) {
        var message = Message("route", method)
        message.append(depth)
        message.append(path)
        command(message)
    }
}
