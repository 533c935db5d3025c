// The place of the app follows from its state; a face makes its history, its address or its navigation bar the same.

extension App {
    /// The places that lie above one another, the deepest last. A menu, a question and a search have the place below
    /// them. Empty until the app has decided what to show. After the sign-in, the address that was opened comes up.
    public var places: [Route] {
        switch screen {
        case .launching, .newPassword, .earlierPassword: []
        case .signIn: [Route(path: entrance)]
        case .signUp: [Route(path: entrance), .signUp]
        case .home(let home): home.places
        }
    }

    /// The addresses of the places. A search is in those above it alone.
    public var addresses: [String] {
        let filter = home?.list.named ?? Address(path: entrance).filter
        return places.enumerated().map { depth, route in
            // Shared text stays in the address until somebody has signed in, so that a reload keeps it.
            if depth == 0, home == nil, !SharedText(path: entrance).isEmpty { return entrance }
            var address = Address(route, filter)
            if depth == 0, home != nil { address.filter.search = "" }
            if case .signUp = route { address.filter = Filter() }
            return address.path
        }
    }

    /// The person left the deepest place, by a button or a gesture of the face: one thing closes. A place that must
    /// stay, because a question has to be answered first, is among ``places`` as before.
    mutating func goBack(_ context: Context) -> [Effect] {
        if case .signUp = screen { screen = .signIn(SignIn()) }
        return withHome { $0.carry($0.goBack(context), context) }
    }

    /// The person went to a place by its address.
    mutating func go(to address: Address) -> [Effect] {
        switch screen {
        case .launching:
            entrance = address.path
            return []
        case .signIn:
            if address.route == .signUp { screen = .signUp(SignUp()) }
            return []
        case .signUp, .newPassword, .earlierPassword:
            return []
        case .home:
            return withHome { $0.go(to: address) }
        }
    }
}

extension Home {
    var places: [Route] {
        var places = [list.section == .notes ? Route.notes : .home]
        if !list.filter.search.isEmpty { places.append(places[0]) }
        if list.choice != nil { places.append(places[0]) }
        switch sheet {
        case nil: break
        case .editor(let editor): places.append(editor.route)
        case .note(let note):
            places.append(note.route)
            if note.gallery != nil { places.append(.photos(note.id)) }
        }
        if let pendingRoute { places.append(pendingRoute) }
        if settingsAreBelow { places.append(.settings) }
        if let upper { places.append(upper.route) }
        if overlay != nil { places.append(places[places.count - 1]) }
        return places
    }

    /// Closes the deepest place.
    mutating func goBack(_ context: Context) -> [Outcome] {
        if let overlay { return overlay.reduce(.dismissed, &notebook, context.now) }
        if upper != nil {
            closeUpper()
            return []
        }
        if openNote?.gallery != nil { return reduceNote(.galleryClosed, context.now) }
        if sheet != nil { return [.go(.close)] }
        if pendingRoute != nil {
            pendingRoute = nil
            return []
        }
        if list.choice != nil {
            list.choice = nil
            return []
        }
        return list.filter.search.isEmpty ? [] : list.clearSearch()
    }

    /// Opens the place of an address, unless it cannot be opened from an address. The list takes the address's filter.
    mutating func go(to address: Address) -> [Effect] {
        let route = address.route
        if route.isInList, sheet == nil { list.filter(as: address.filter, notebook) }
        switch route {
        case .signUp, .newTodo, .newNote, .history, .noteHistory: break
        case .home: list.section = .todos
        case .notes: list.section = .notes
        case .settings, .account, .trash, .reminders: return carry([.open(route)])
        case .todo(let id):
            list.section = .todos
            openOrAwait(id.key, at: route)
        case .note(let id):
            list.section = .notes
            openOrAwait(id.key, at: route)
        case .photos(let id):
            guard case .note(var note) = sheet, note.id == id, note.writing == nil else { break }
            note.gallery = notebook.notes[id]?.photos.first?.id
            sheet = .note(note)
        }
        return []
    }
}

// MARK: - What an address leads to

extension Route {
    /// The to-do or the note that lies right above its list.
    package var record: Record.Key? {
        switch self {
        case .todo(let id): id.key
        case .note(let id): id.key
        default: nil
        }
    }

    /// Whether the address names what the list shows.
    fileprivate var isInList: Bool { self == .home || self == .notes || record != nil }
}

extension Home {
    /// The time in which the leader's news would have arrived, in milliseconds.
    private static let pendingRouteMilliseconds = 5_000

    /// Opens a to-do or a note, now or once it has come from the server.
    private mutating func openOrAwait(_ key: Record.Key, at route: Route) {
        if sheet != nil { return }
        pendingRoute = route
        openPendingRoute()
        reportMissingRoute()
    }

    /// Opens the sought record if it has arrived.
    mutating func openPendingRoute() {
        guard let route = pendingRoute, let key = route.record else { return }
        if let todo = notebook.todos[Todo.ID(key.id)], key.kind == .todo {
            pendingRoute = nil
            list.cursor = todo.id
            // T10
            if todo.origin == .own { sheet = .editor(Editor(todo)) } else { overlay = .imported(todo.id) }
        } else if let note = notebook.notes[Note.ID(key.id)], key.kind == .note {
            pendingRoute = nil
            list.noteCursor = note.id
            sheet = .note(OpenNote(id: note.id))
        }
    }

    /// Shows that the sought record does not exist, once all of the server's records are on the device.
    mutating func reportMissingRoute() {
        guard let route = pendingRoute, notebook.connection.hasReadAll else { return }
        pendingRoute = nil
        overlay = .missing(route)
    }

    /// This tab became the leader, which talks to the server, or another tab did.
    mutating func leadsChanged(_ leads: Bool) -> [Effect] {
        let effects = carry(notebook.leadsChanged(leads))
        guard pendingRoute != nil, !leads else { return effects }
        return effects + carry([.askLeader]) + [.startTimer(.pendingRoute, milliseconds: Home.pendingRouteMilliseconds)]
    }

    /// The leader's news would have arrived by now.
    mutating func pendingRouteTimedOut(isOnline: Bool) {
        guard let route = pendingRoute, !notebook.connection.leads, isOnline else { return }
        pendingRoute = nil
        overlay = .missing(route)
    }
}
