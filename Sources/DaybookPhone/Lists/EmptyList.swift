import DaybookCore

extension PhoneApp {
    /// How far this phone is with reading the account for the first time. An account of this phone alone has nothing elsewhere.
    public var firstRead: Home.FirstRead {
        guard session != nil, let home = app.home else { return .done }
        return home.firstRead(isOnline: app.world.isOnline)
    }

    /// The text of an empty list: a title, and what to do.
    public func emptyWords(of home: Home) -> (title: String, text: String) {
        let (list, todos) = (home.list, home.notebook.todos)
        if firstRead == .outOfReach { return (home.notReadTitle, Labels.notReadText) }
        if list.section == .notes { return (Labels.emptyNotesTitle, Labels.emptyNotesText) }
        return switch list.filter.due {
        case .today: (Labels.emptyTodayTitle, Labels.emptyTodayText)
        case .upcoming: (Labels.emptyUpcomingTitle, Labels.emptyUpcomingText)
        case .any where todos.count == 0: (Labels.emptyTitle, Labels.emptyText)
        case .any where home.isTagUnused: (Labels.todos, Labels.nothingTagged)
        case .any: (Labels.todos, list.filter.state == .done ? Labels.nothingDone : Labels.nothingOpen)
        }
    }

    /// The number of the list's items, in words (L7); nothing while it is not known that there are none.
    public func countWords(of home: Home) -> String {
        home.countWords(home.notebook.todos.dayCounts(today), isRead: firstRead == .done)
    }
}

extension Home {
    /// The notes that a search in the to-dos finds too, or that have the tag of the list.
    public var foundNotes: [Note] {
        list.section == .todos ? notesBeside.prefix(Self.foundMaximum).map { notebook.notes[$0] } : []
    }

    /// The to-dos that a search in the notes finds too.
    public var foundTodos: [Todo] {
        guard list.isSearching, list.section == .notes else { return [] }
        return todosBeside.prefix(Self.foundMaximum).map { notebook.todos[$0] }
    }

    /// The most matches of the other list that are shown.
    private static var foundMaximum: Int { 3 }

    /// Whether closing the screen above the list asks a question first. Then a drag does not close it.
    public var asksOnClosing: Bool {
        switch sheet {
        case .editor(let editor):
            let isOpen = editor.isGone || !editor.canSave || !editor.tagText.isEmpty || !editor.violations.isEmpty
            return editor.isTouched && isOpen
        case .note(let note): return note.tagViolation != nil
        case nil: return false
        }
    }
}
