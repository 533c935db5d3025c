/// The list of to-dos or notes, with its search, filter and cursor, and the line that adds a to-do.
public struct ListScreen: Equatable, Sendable {
    /// The list that is visible.
    public internal(set) var section = Section.todos
    /// The to-dos that are visible, and the search, which the notes share.
    public var filter = Filter()
    /// The search is complete: the address and the title of the page name it.
    var namesSearch = true
    /// T9: every row shows a bin.
    public var showsBins = false
    /// The to-do whose row the keyboard is on.
    public var cursor: Todo.ID?
    /// The note whose row the keyboard is on.
    public internal(set) var noteCursor: Note.ID?
    /// The line that adds a to-do.
    public internal(set) var quickAdd = QuickAddLine()
    /// The number of times the list went to its top. A face scrolls there when this changes; where another list shows, it
    /// scrolls to where that one was left.
    public internal(set) var tops = 0

    /// The two lists.
    public enum Section: Sendable {
        case todos
        case notes
    }

    /// A list among those that a person goes between, whatever it is searched for. A face keeps where each was scrolled to.
    public struct View: Equatable, Sendable {
        let section: Section
        let state: Filter.State
        let tag: String?
    }

    /// The actions of a person in the list.
    public enum Action: Equatable, Sendable {
        case sectionChosen(Section)
        case rowTapped(Todo.ID)
        case checkTapped(Todo.ID)
        case swipedRight(Todo.ID)
        case swipedLeft(Todo.ID)
        case binTapped(Todo.ID)
        case binsTapped
        /// By a long press, the other mouse button, or the row's own button.
        case menuOpened(Todo.ID, at: Overlay.Point?)
        /// Delete in a row's menu.
        case deleteTapped(Todo.ID)
        case newTapped
        case noteTapped(Note.ID)
        case noteSwipedLeft(Note.ID)
        case newNoteTapped
        case searchChanged(String)
        case searchCleared
        case filterTapped(Filter.State)
        /// Nil shows all tags.
        case tagTapped(String?)
        case orderTapped
        case orderChosen(Order)
        case noteOrderChosen(NoteOrder)
        case quickAddChanged(String)
        /// The piece of the line at a place, in UTF-16: plain text from now on if it was understood, and back.
        case quickAddToggled(at: Int)
        /// Escape in the line, or Backspace right behind what was understood: it becomes plain text. With no caret, the
        /// last such piece does.
        case quickAddReverted(at: Int?)
        case quickAddSubmitted(Adding)
        /// Delete all samples.
        case samplesRemoved
        /// `at` is the row that has the keyboard, if one has.
        case key(Key, at: Todo.ID?)
    }

    /// A list that shows all to-dos.
    public init() {}

    /// Whether the search field has text.
    public var isSearching: Bool { !Text.trimmed(filter.search).isEmpty }

    /// The list that shows.
    public var view: View {
        section == .notes
            ? View(section: .notes, state: .all, tag: nil) : View(section: .todos, state: filter.state, tag: filter.tag)
    }

    /// The filter that the address and the title of the page name.
    public var named: Filter {
        let view = view
        return Filter(state: view.state, tag: view.tag, search: namesSearch ? filter.search : "")
    }
}

extension ListScreen {
    mutating func reduce(_ action: Action, _ notebook: inout Notebook, _ context: Context) -> [Outcome] {
        switch action {
        case .sectionChosen(let section):
            tops += 1
            return [.dismiss] + (self.section == section ? [] : [.go(.list(section))])
        case .rowTapped(let id): return [.dismiss] + open(id, notebook)
        case .checkTapped(let id), .swipedRight(let id):
            return [.dismiss] + (notebook.todos[id].map { notebook.markTodo(id, done: !$0.isDone, context) } ?? [])
        case .swipedLeft(let id), .deleteTapped(let id): return [.dismiss, .delete(id.key)]
        case .binTapped(let id): return notebook.todos[id] == nil ? [] : [.ask(.confirmDelete(id))]
        case .binsTapped: return toggleBins()
        case .menuOpened(let id, let point):
            guard notebook.todos[id] != nil else { return [] }
            cursor = id
            return [.ask(.rowMenu(id, at: point))]
        case .newTapped: return [.go(.newTodo)]
        case .noteTapped(let id): return [.go(.note(id))]
        case .noteSwipedLeft(let id): return [.dismiss, .delete(id.key)]
        case .newNoteTapped: return [.go(.newNote)]
        case .searchChanged(let text):
            return search(Text.oneLine(text))
        case .searchCleared: return clearSearch() + [.move(.search)]
        case .filterTapped(let state):
            filter.state = state
            if state == .all { filter.tag = nil }
            return showTodos(notebook)
        case .tagTapped(let tag):
            filter.tag = section == .todos && filter.tag == tag ? nil : tag
            return showTodos(notebook)
        case .orderTapped: return [.ask(.orderMenu)]
        case .orderChosen(let order):
            if notebook.todos.order == order { return [.dismiss] }
            return arranged([Outcome](notebook.arrange(by: order)), Texts.arranged(order))
        case .noteOrderChosen(let order):
            if notebook.notes.order == order { return [.dismiss] }
            return arranged([Outcome](notebook.arrange(by: order)), Texts.arranged(order))
        case .quickAddChanged(let text): return typed(text, context)
        case .quickAddToggled(let place): return quickAdd.toggle(at: place, context)
        case .quickAddReverted(let caret): return quickAdd.revert(at: caret, context)
        case .quickAddSubmitted(let adding): return add(adding, &notebook, context)
        case .samplesRemoved: return [.dismiss, .deleteSamples]
        case .key(let key, let focused):
            point(at: focused, notebook)
            return press(key, &notebook, context)
        }
    }

    /// A tap on a row. T10: an imported one offers the editor for a new one, with a copy in it.
    func open(_ id: Todo.ID, _ notebook: Notebook) -> [Outcome] {
        guard let todo = notebook.todos[id] else { return [] }
        return [.point(at: id), todo.origin == .imported ? .ask(.imported(id)) : .go(.todo(id))]
    }

    mutating func toggleBins() -> [Outcome] {
        showsBins.toggle()
        return [.announce(showsBins ? Texts.binsShown : Texts.binsHidden)]
    }

    /// From the last key of a search until the address names it. Browsers take no more than a hundred changes of an
    /// address in half a minute, and keep each for themselves.
    static let nameMilliseconds = 1_000

    private mutating func search(_ text: String) -> [Outcome] {
        if filter.search == text { return [] }
        filter.search = text
        namesSearch = false
        tops += 1
        return text.isEmpty ? [] : [.effect(.startTimer(.nameSearch, milliseconds: Self.nameMilliseconds))]
    }

    mutating func clearSearch() -> [Outcome] {
        search("") + [.write("", in: .search)]
    }

    /// The person has stopped typing the search.
    mutating func nameSearch() { namesSearch = true }

    /// Shows the filter of an address. A tag in another spelling is the tag of the to-dos.
    mutating func filter(as wanted: Filter, _ notebook: Notebook) {
        filter = wanted
        namesSearch = true
        guard let tag = wanted.tag else { return }
        let folded = Fold.bytes(tag)
        filter.tag = notebook.todos.tags.first { Fold.bytes($0) == folded } ?? tag
    }

    private mutating func showTodos(_ notebook: Notebook) -> [Outcome] {
        tops += 1
        let count = notebook.todos.select(filter).slots.count
        return [.go(.list(.todos)), .announce(Texts.shown(count))]
    }

    private mutating func arranged(_ outcomes: [Outcome], _ text: String) -> [Outcome] {
        tops += 1
        return [.dismiss] + outcomes + [.announce(text)]
    }

    /// Records changed: a cursor on a deleted record is cleared.
    mutating func recordsChanged(_ notebook: Notebook) {
        if let id = cursor, notebook.todos[id] == nil { cursor = nil }
        if let id = noteCursor, notebook.notes[id] == nil { noteCursor = nil }
    }
}
