// Where the app is follows from its state; a face makes its history, its address or its navigation bar the same.

extension App {
    /// The places that lie above one another, the deepest last. A menu, a question and a search have the address of the
    /// place below them. Empty while the app has not decided what to show.
    public var places: [Route] {
        switch screen {
        case .launching, .newPassword, .earlierPassword: []
        case .signIn: [.home]
        case .signUp: [.home, .signUp]
        case .home(let home): home.places
        }
    }

    /// The person left the deepest place, by a button or a gesture of the face: one thing closes. A place that must stay,
    /// because a question has to be answered first, is among ``places`` as before.
    mutating func goBack(_ context: Context) -> [Effect] {
        if case .signUp = screen { screen = .signIn(SignIn()) }
        return withHome { $0.carry($0.goBack(context), context) }
    }

    /// The person went to a place by its address.
    mutating func go(to route: Route) -> [Effect] {
        switch screen {
        case .launching:
            entrance = route
            return []
        case .signIn:
            if route == .signUp { screen = .signUp(SignUp()) }
            return []
        case .signUp, .newPassword, .earlierPassword:
            return []
        case .home:
            return withHome { $0.go(to: route) }
        }
    }
}

extension Home {
    var places: [Route] {
        var places = [list.section == .notes ? Route.notes : .home]
        if !list.filter.search.isEmpty { places.append(places[0]) }
        switch sheet {
        case nil: break
        case .editor(let editor): places.append(editor.route)
        case .note(let note):
            places.append(note.route)
            if note.gallery != nil { places.append(.photos(note.id)) }
        }
        if let page { places.append(page.route) }
        if overlay != nil { places.append(places[places.count - 1]) }
        return places
    }

    /// Closes the deepest place.
    mutating func goBack(_ context: Context) -> [Outcome] {
        if let overlay { return overlay.reduce(.dismissed, &notebook, context.now) }
        if page != nil {
            page = nil
            return []
        }
        if openNote?.gallery != nil { return reduceNote(.galleryClosed, context.now) }
        if sheet != nil { return [.go(.close)] }
        return list.filter.search.isEmpty ? [] : list.clearSearch()
    }

    /// Opens the place of an address, unless it cannot be opened from an address.
    mutating func go(to route: Route) -> [Effect] {
        switch route {
        case .home, .signUp, .newTodo, .newNote, .history, .noteHistory: break
        case .notes: list.section = .notes
        case .account, .trash, .reminders: return carry([.open(route)])
        case .todo(let id):
            guard sheet == nil, let todo = notebook.todos[id], todo.origin == .own else { break }
            list.section = .todos
            sheet = .editor(Editor(todo))
        case .note(let id):
            guard sheet == nil, notebook.notes[id] != nil else { break }
            list.section = .notes
            list.noteCursor = id
            sheet = .note(OpenNote(id: id))
        case .photos(let id):
            guard case .note(var note) = sheet, note.id == id, note.writing == nil else { break }
            note.gallery = notebook.notes[id]?.photos.first?.id
            sheet = .note(note)
        }
        return []
    }
}
