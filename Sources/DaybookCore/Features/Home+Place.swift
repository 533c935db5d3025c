// The app opens on the list that the person left, and the first time on Today if something is due.

extension Route {
    /// Whether the address leaves the list open.
    fileprivate var leavesList: Bool {
        switch self {
        case .home, .newTodo, .newNote: true
        default: false
        }
    }
}

extension Home {
    /// Keeps the list that shows on this device, if it has changed.
    mutating func keepPlace() -> [Effect] {
        if keptView == list.view { return [] }
        keptView = list.view
        var filter = list.named
        filter.search = ""
        return carry(notebook.prefer(Notebook.Preference.place, Address(places[0], filter).path))
    }

    /// Chooses the list that shows at the launch. `address` is the one that the app was opened at.
    mutating func takePlace(_ address: Address) {
        let isPlain = address.path == address.route.path && address.route.leavesList
        let place = notebook.replica.preferences[Notebook.Preference.place]
        if isPlain, let opening = notebook.settings.opening {
            takePlace(opening)
        } else if isPlain, let place {
            let kept = Address(path: place)
            list.section = kept.route == .notes ? .notes : .todos
            list.filter(as: kept.filter, notebook)
        }
        keptView = list.view
        list.showsCompleted = notebook.replica.preferences[Notebook.Preference.completed] == "shown"
        // Nothing was ever read from the server: this device is new to the account.
        opensOnToday = isPlain && place == nil && notebook.settings.opening == nil && notebook.replica.cursor == 0
    }

    /// All of the account's to-dos have come to a device that is new to it.
    mutating func openOnToday(_ today: Today) {
        guard opensOnToday, notebook.connection.hasReadAll else { return }
        opensOnToday = false
        if notebook.todos.dayCounts(today).today > 0 { list.filter.due = .today }
    }
}
