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
        return withHome { $0.goBack(context) }
    }

    /// The person went to a place by its address.
    mutating func go(to route: Route, _ context: Context) -> [Effect] {
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
            return withHome { $0.go(to: route, context) }
        }
    }
}

extension Home {
    var places: [Route] {
        var places = [section == .notes ? Route.notes : .home]
        if !list.filter.search.isEmpty { places.append(places[0]) }
        if let editor { places.append(editor.route) }
        if let openNote {
            places.append(openNote.route)
            if openNote.gallery != nil { places.append(.photos(openNote.id)) }
        }
        if let page { places.append(page.route) }
        if overlay != nil { places.append(places[places.count - 1]) }
        return places
    }

    /// Closes the deepest place.
    mutating func goBack(_ context: Context) -> [Effect] {
        if overlay != nil { return dismissOverlay() }
        if page != nil { return closePage() }
        if openNote?.gallery != nil { return reduceNotes(.galleryClosed, context) }
        if openNote != nil { return closeNote(context.now) }
        if editor != nil { return closeEditor(then: .close, context) }
        return list.filter.search.isEmpty ? [] : reduceList(.searchCleared, context)
    }

    /// Opens the place of an address, unless it cannot be opened from an address.
    mutating func go(to route: Route, _ context: Context) -> [Effect] {
        switch route {
        case .home, .signUp, .newTodo, .newNote, .history, .noteHistory: return []
        case .notes:
            section = .notes
            return []
        case .account: return accountPage == nil ? openAccountPage() : []
        case .trash: return page == .trash ? [] : openTrash()
        case .reminders: return remindersPage == nil ? openReminders() : []
        case .todo(let id):
            guard let todo = notebook.todos[id], todo.origin == .own, editor == nil, openNote == nil else { return [] }
            section = .todos
            editor = Editor(todo)
            return []
        case .note(let id): return goToNote(id)
        case .photos(let id):
            guard let photo = notebook.notes[id]?.photos.first, openNote?.id == id, openNote?.writing == nil else {
                return []
            }
            openNote?.gallery = photo.id
            return []
        }
    }

    private mutating func goToNote(_ id: Note.ID) -> [Effect] {
        guard notebook.notes[id] != nil, openNote?.id != id, editor == nil else { return [] }
        section = .notes
        noteCursor = id
        notebook.typing = nil
        openNote = OpenNote(id: id)
        return []
    }
}

extension Home.Page {
    var route: Route {
        switch self {
        case .account: .account
        case .trash: .trash
        case .reminders: .reminders
        case .history(let history):
            history.key.kind == .note ? .noteHistory(Note.ID(history.key.id)) : .history(Todo.ID(history.key.id))
        }
    }
}
