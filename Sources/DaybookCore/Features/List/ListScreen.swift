/// The list of to-dos or notes, with its search, filter and cursor, and the line that adds a to-do.
public struct ListScreen: Equatable, Sendable {
    /// The list that is visible.
    public internal(set) var section = Section.todos
    /// The to-dos that are visible, and the search, which the notes share.
    public var filter = Filter()
    /// The search is complete: the address and the title name it.
    var namesSearch = true
    /// Completed to-dos show at the end of the list of everything.
    public internal(set) var showsCompleted = false
    /// The rows that are chosen; nil while the person chooses no rows.
    public internal(set) var choice: Choice?
    /// T9: every row shows a bin.
    public var showsBins = false
    /// The to-do whose row the keyboard is on.
    public var cursor: Todo.ID?
    /// The to-dos that were marked a moment ago and still show.
    var marked: [Marked] = []
    /// The note whose row the keyboard is on.
    public internal(set) var noteCursor: Note.ID?
    /// The line that adds a to-do.
    public internal(set) var quickAdd = QuickAddLine()
    /// The number of times the list went to its top. A face scrolls to the top when this changes. When another list
    /// shows, the face scrolls to where that list was left.
    public internal(set) var tops = 0

    /// The two lists.
    public enum Section: Sendable {
        case todos
        case notes
    }

    /// A list that a person can go to, without regard to its search. A face keeps where each was scrolled to.
    public struct View: Equatable, Sendable {
        /// To-dos or notes.
        public let section: Section
        /// Which of the to-dos show: open ones, done ones, or both.
        public let state: Filter.State
        /// The tag that they have.
        public let tag: String?
        /// The days for which they are planned.
        public let due: Filter.Due
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
        /// A long swipe to the right, or an entry of a row's menu: asks when.
        case whenTapped(Todo.ID)
        /// A day was picked for the to-do, or words for a time were entered.
        case planned(Todo.ID, Plan)
        /// Delete in a row's menu.
        case deleteTapped(Todo.ID)
        case newTapped
        case noteTapped(Note.ID)
        case noteSwipedLeft(Note.ID)
        /// Pins the note, or takes the pin away.
        case noteSwipedRight(Note.ID)
        case newNoteTapped
        case searchChanged(String)
        case searchCleared
        case filterTapped(Filter.State)
        /// Today or Upcoming.
        case dueTapped(Filter.Due)
        /// Nil shows all tags.
        case tagTapped(String?)
        /// The notes of a tag, whose to-dos show.
        case notesOfTagTapped(String)
        /// By the button of the list's tag, or by a long press or the other mouse button on the filter of any tag.
        case tagMenuOpened(String, at: Overlay.Point?)
        case orderTapped
        case orderChosen(Order)
        /// The heading of the completed to-dos, or its entry in the menu of orders.
        case completedTapped
        /// A row was put this many rows further down, in the person's own order.
        case moved(Todo.ID, by: Int)
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
        case choosing(Choosing)
        /// `at`: the row that has the keyboard, if a row has it.
        case key(Key, at: Todo.ID?)
    }

    /// A list that shows all to-dos.
    public init() {}

    /// Whether the search field has text.
    public var isSearching: Bool { Text.isShown(filter.search) }

    /// The list that shows.
    public var view: View {
        section == .notes
            ? View(section: .notes, state: .all, tag: nil, due: .any)
            : View(section: .todos, state: filter.state, tag: filter.tag, due: filter.due)
    }

    /// The filter that the address and the title name.
    public var named: Filter {
        let view = view
        return Filter(state: view.state, tag: view.tag, search: namesSearch ? filter.search : "", due: view.due)
    }

    /// The to-dos that the list shows, in its order.
    func selection(_ notebook: Notebook, _ today: Today) -> Selection {
        notebook.todos.select(filter, on: today, keeping: keeping, foldsCompleted: !showsCompleted)
    }

    /// The to-dos that show because they were marked a moment ago.
    public var keeping: [Kept] { marked.map { $0.kept } }

    /// Whether open to-dos can be moved by hand: a list by dates has one order, and a search leaves gaps.
    public func canMove(_ notebook: Notebook) -> Bool {
        section == .todos && notebook.todos.order == .own && filter.due == .any && filter.state != .done && !isSearching
    }
}

extension ListScreen {
    mutating func reduce(_ action: Action, _ notebook: inout Notebook, _ context: Context) -> [Outcome] {
        switch action {
        case .sectionChosen(let section):
            tops += 1
            choice = nil
            return [.dismiss] + (self.section == section ? [] : [.go(.list(section))])
        case .rowTapped(let id): return [.dismiss] + open(id, notebook)
        case .checkTapped(let id), .swipedRight(let id):
            return [.dismiss] + mark(id, &notebook, context)
        case .swipedLeft(let id), .deleteTapped(let id): return [.dismiss, .delete(id.key)]
        case .binTapped(let id): return notebook.todos[id] == nil ? [] : [.ask(.confirmDelete(id))]
        case .binsTapped: return toggleBins()
        case .menuOpened(let id, let point):
            guard notebook.todos[id] != nil else { return [] }
            cursor = id
            return [.ask(.rowMenu(id, at: point))]
        case .whenTapped(let id): return [.dismiss] + askWhen(id, notebook, context)
        case .planned(let id, let plan): return [.dismiss] + self.plan(id, plan, &notebook, context)
        case .newTapped: return [.go(.newTodo)]
        case .noteTapped(let id): return [.go(.note(id))]
        case .noteSwipedLeft(let id): return [.dismiss, .delete(id.key)]
        case .noteSwipedRight(let id): return [.dismiss] + notebook.togglePin(id, context.now)
        case .newNoteTapped: return [.go(.newNote)]
        case .searchChanged(let text):
            return search(Text.oneLine(text))
        case .searchCleared: return clearSearch() + [.move(.search)]
        case .filterTapped(let state):
            filter.state = state
            filter.due = .any
            if state == .all { filter.tag = nil }
            return showTodos(notebook, context)
        case .dueTapped(let due):
            (filter.due, filter.state, filter.tag) = (due, .all, nil)
            return showTodos(notebook, context)
        case .tagTapped(let tag):
            filter.tag = section == .todos && filter.tag == tag ? nil : tag
            // Most of what has the tag is not due today.
            filter.due = .any
            return showTodos(notebook, context)
        case .notesOfTagTapped(let tag):
            // With a space the tag is complete, and no longer tag that begins so is found.
            return search("#" + tag + " ") + [.write(filter.search, in: .search), .go(.list(.notes))]
        case .tagMenuOpened(let tag, let point): return [.ask(.tagMenu(tag, at: point))]
        case .orderTapped: return [.ask(.orderMenu), Self.preparing]
        case .orderChosen(let order):
            if notebook.todos.order == order { return [.dismiss] }
            return arranged([Outcome](notebook.arrange(by: order)), Texts.arranged(order))
        case .completedTapped:
            showsCompleted.toggle()
            return [.dismiss] + [Outcome](notebook.prefer(Notebook.Preference.completed, showsCompleted ? "shown" : ""))
        case .moved(let id, let rows):
            guard canMove(notebook) else { return [.dismiss] }
            let selection = selection(notebook, context.today)
            let open = selection.slots.prefix(selection.parts.first?.start ?? selection.slots.count)
            return [.dismiss] + [Outcome](notebook.move(id, by: rows, in: [Slot](open), context.now))
        case .noteOrderChosen(let order):
            if notebook.notes.order == order { return [.dismiss] }
            return arranged([Outcome](notebook.arrange(by: order)), Texts.arranged(order))
        case .quickAddChanged(let text): return typed(text, context)
        case .quickAddToggled(let place): return quickAdd.toggle(at: place, context)
        case .quickAddReverted(let caret): return quickAdd.revert(at: caret, context)
        case .quickAddSubmitted(let adding): return add(adding, &notebook, context)
        case .samplesRemoved: return [.dismiss, .deleteSamples]
        case .choosing(let action): return reduce(action, &notebook, context)
        case .key(let key, let focused):
            point(at: focused, notebook)
            return press(key, &notebook, context)
        }
    }

    /// A tap on a row. An imported to-do (T10) offers the editor for a new to-do, with a copy in it.
    func open(_ id: Todo.ID, _ notebook: Notebook) -> [Outcome] {
        guard let todo = notebook.todos[id] else { return [] }
        return [.point(at: id), todo.origin == .imported ? .ask(.imported(id)) : .go(.todo(id))]
    }

    mutating func toggleBins() -> [Outcome] {
        showsBins.toggle()
        choice = nil
        return [.announce(showsBins ? Texts.binsShown : Texts.binsHidden)]
    }

    /// From the last key of a search until the address names it. Browsers accept no more than a hundred changes of an
    /// address in half a minute, and keep a history entry for each.
    static let nameMilliseconds = 1_000

    private mutating func search(_ text: String) -> [Outcome] {
        if filter.search == text { return [] }
        filter.search = text
        choice = nil
        namesSearch = false
        tops += 1
        return text.isEmpty ? [] : [.effect(.startTimer(.nameSearch, milliseconds: Self.nameMilliseconds))]
    }

    mutating func clearSearch() -> [Outcome] {
        search("") + [.write("", in: .search)]
    }

    /// The person has stopped typing the search.
    mutating func nameSearch(_ notebook: Notebook, _ today: Today) -> [Outcome] {
        namesSearch = true
        let isNotes = section == .notes
        let found = isNotes ? notebook.notes.select(filter.search) : selection(notebook, today)
        if !isSearching { return [] }
        if found.isSearchEmpty { return [.announce(Texts.nothingFound(filter.search))] }
        let count = found.slots.count
        return [.announce(isNotes ? Texts.notesShown(count) : Texts.shown(count))]
    }

    /// Shows the filter of an address. A tag in another spelling is the tag in use.
    mutating func filter(as wanted: Filter, _ notebook: Notebook) {
        filter = wanted
        choice = nil
        namesSearch = true
        guard let tag = wanted.tag else { return }
        let folded = Fold.bytes(tag)
        filter.tag = notebook.tags.first { Fold.bytes($0) == folded } ?? tag
    }

    private mutating func showTodos(_ notebook: Notebook, _ context: Context) -> [Outcome] {
        tops += 1
        choice = nil
        let count = selection(notebook, context.today).slots.count
        return [.go(.list(.todos)), .announce(Texts.shown(count))]
    }

    /// Between the frame that shows the menu of orders and the sorting, and between two of them.
    static let prepareMilliseconds = 50

    private static var preparing: Outcome {
        .effect(.startTimer(.prepareOrder, milliseconds: prepareMilliseconds))
    }

    /// Sorts by one of the orders that the menu offers, before the person has chosen.
    func prepareOrder(_ notebook: inout Notebook) -> [Outcome] {
        let goesOn = section == .notes ? notebook.notes.prepareOrder() : notebook.todos.prepareOrder()
        return goesOn ? [Self.preparing] : []
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
