/// The list: what is searched and filtered, and which row the keyboard is on.
public struct TodoList: Equatable, Sendable {
    /// What of all to-dos shows.
    public var filter = Filter()
    /// T9: every row shows a bin.
    public var showsBins = false
    /// The row the keyboard is on.
    public var cursor: Todo.ID?
    /// What is typed in the line that adds a to-do.
    public var quickAdd = ""
    /// What that line says besides a title; nil when that is nothing.
    public internal(set) var understood: QuickAdd?
    /// Pieces of the line that a person made plain text.
    public internal(set) var plain: [TextSpan] = []
    /// Why that line cannot be added.
    public var quickAddViolation: Violation?

    /// What a person does with the list.
    public enum Action: Equatable, Sendable {
        case rowTapped(Todo.ID)
        case checkTapped(Todo.ID)
        case swipedRight(Todo.ID)
        case swipedLeft(Todo.ID)
        case binTapped(Todo.ID)
        case binsTapped
        /// By a long press, the other mouse button, or the row's own button.
        case menuOpened(Todo.ID, at: Home.Point?)
        /// Delete in a row's menu.
        case deleteTapped(Todo.ID)
        case searchChanged(String)
        case searchCleared
        case filterTapped(Filter.State)
        /// nil shows all tags.
        case tagTapped(String?)
        case orderTapped
        case orderChosen(Order)
        case newTapped
        case quickAddChanged(String)
        /// The piece of the line at a place, in UTF-16: plain text from now on if it was understood, and back.
        case quickAddToggled(at: Int)
        /// Escape in the line, or Backspace right behind what was understood: it becomes plain text. With no caret, the
        /// last such piece does.
        case quickAddReverted(at: Int?)
        case quickAddSubmitted
        case topTapped
        /// `at` is the row that has the keyboard, if one has.
        case key(Key, at: Todo.ID?)
    }

    /// A key of the list (the whole set is on the screen of shortcuts).
    public enum Key: Equatable, Sendable {
        case new
        case search
        case up
        case down
        case first
        case last
        case toggle
        case open
        case delete
        case escape
        case help
        case save
    }

    /// A list that shows everything.
    public init() {}
}

extension Home {
    mutating func reduceList(_ action: TodoList.Action, _ context: Context) -> [Effect] {
        switch action {
        case .rowTapped(let id): return showTodos(context) + open(id, context)
        case .checkTapped(let id), .swipedRight(let id):
            overlay = nil
            return notebook.todos[id].map { mark(id, done: !$0.isDone, context) } ?? []
        case .swipedLeft(let id), .deleteTapped(let id):
            overlay = nil
            return delete(id, context.now)
        case .binTapped(let id):
            if notebook.todos[id] != nil { overlay = .confirmDelete(id) }
            return []
        case .binsTapped:
            list.showsBins.toggle()
            return [.announce(list.showsBins ? Texts.binsShown : Texts.binsHidden)]
        case .menuOpened(let id, let point):
            guard notebook.todos[id] != nil else { return [] }
            list.cursor = id
            overlay = .rowMenu(id, at: point)
            return []
        case .searchChanged(let text): return search(Text.oneLine(text))
        case .searchCleared: return search("") + [.setInput(.search, ""), .focus(.search)]
        case .filterTapped(let state):
            list.filter.state = state
            return showTodos(context) + [.scrollToTop, .announce(Texts.shown(visible.slots.count))]
        case .tagTapped(let tag):
            list.filter.tag = section == .todos && list.filter.tag == tag ? nil : tag
            return showTodos(context) + [.scrollToTop, .announce(Texts.shown(visible.slots.count))]
        case .orderTapped:
            overlay = .orderMenu
            return []
        case .orderChosen(let order): return arrange(by: order)
        case .newTapped:
            overlay = nil
            return showTodos(context) + closeEditor(then: .openNew, context)
        case .quickAddChanged(let text): return quickAddChanged(text, context)
        case .quickAddToggled(let place): return quickAddToggled(at: place, context)
        case .quickAddReverted(let caret): return quickAddReverted(at: caret, context)
        case .quickAddSubmitted: return quickAddSubmitted(context)
        case .topTapped: return [.scrollToTop]
        case .key(let key, let focused):
            if section == .notes {
                if let focused, notebook.notes[Note.ID(focused.uuid)] != nil { noteCursor = Note.ID(focused.uuid) }
                return noteKeyPressed(key, context)
            }
            if let focused, notebook.todos[focused] != nil { list.cursor = focused }
            return keyPressed(key, context)
        }
    }

    /// What the list shows, in its order.
    public var visible: Selection { notebook.todos.select(list.filter) }

    /// A tap on a row. T10: an imported one opens the editor for a new one.
    private mutating func open(_ id: Todo.ID, _ context: Context) -> [Effect] {
        overlay = nil
        guard let todo = notebook.todos[id] else { return [] }
        list.cursor = id
        if editor?.subject == .existing(id) { return [.focus(.editorTitle)] }
        return closeEditor(then: todo.origin == .imported ? .openNew : .open(id), context)
    }

    private mutating func search(_ text: String) -> [Effect] {
        if list.filter.search == text { return [] }
        list.filter.search = text
        return [.scrollToTop]
    }

    private mutating func arrange(by order: Order) -> [Effect] {
        overlay = nil
        if notebook.todos.order == order { return [] }
        return carry(notebook.arrange(by: order)) + [.scrollToTop, .announce(Texts.arranged(order))]
    }

    // MARK: - Keyboard

    private mutating func keyPressed(_ key: TodoList.Key, _ context: Context) -> [Effect] {
        switch key {
        case .new: return reduceList(.newTapped, context)
        case .search: return [.focus(.search)]
        case .up: return moveCursor(by: -1)
        case .down: return moveCursor(by: 1)
        case .first:
            list.cursor = nil
            return moveCursor(by: 1)
        case .last:
            list.cursor = nil
            return moveCursor(by: -1)
        case .toggle: return list.cursor.map { reduceList(.checkTapped($0), context) } ?? []
        case .open: return list.cursor.map { open($0, context) } ?? []
        case .delete: return deleteAtCursor(context.now)
        case .help:
            overlay = .shortcuts
            return []
        case .save: return editor == nil ? [] : reduceEditor(.saveTapped, context)
        case .escape: return escape(context)
        }
    }

    /// Puts the cursor on the row `step` further on, or on the first or last.
    private mutating func moveCursor(by step: Int) -> [Effect] {
        let slots = visible.slots
        guard !slots.isEmpty else { return [] }
        let current = list.cursor.flatMap { notebook.todos.slot(of: $0) }.flatMap { slots.firstIndex(of: $0) }
        let target: Int
        if let current {
            target = min(max(current + step, 0), slots.count - 1)
        } else {
            target = step < 0 ? slots.count - 1 : 0
        }
        let id = notebook.todos[slots[target]].id
        list.cursor = id
        return [.focus(.row(id))]
    }

    /// Deletes the row at the cursor and puts it on the one that takes its place.
    private mutating func deleteAtCursor(_ now: Instant) -> [Effect] {
        guard let id = list.cursor else { return [] }
        let slots = visible.slots
        guard let slot = notebook.todos.slot(of: id), let index = slots.firstIndex(of: slot) else { return [] }
        let neighbour = index + 1 < slots.count ? index + 1 : index - 1
        let next = slots.indices.contains(neighbour) ? notebook.todos[slots[neighbour]].id : nil
        let effects = delete(id, now)
        list.cursor = next
        return effects + (next.map { [.focus(.row($0))] } ?? [])
    }

    /// Closes what is topmost: overlay, editor, bins, search, cursor.
    private mutating func escape(_ context: Context) -> [Effect] {
        if overlay != nil { return reduce(.overlayDismissed, context) }
        if editor != nil { return closeEditor(then: .close, context) }
        if list.showsBins { return reduceList(.binsTapped, context) }
        if !list.filter.search.isEmpty { return search("") + [.setInput(.search, "")] }
        list.cursor = nil
        return []
    }
}
