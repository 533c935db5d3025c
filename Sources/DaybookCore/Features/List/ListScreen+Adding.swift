// The line that adds a to-do.

extension ListScreen {
    /// How the line is sent.
    public enum Adding: Equatable, Sendable {
        /// As one to-do.
        case whole
        /// As one to-do, with the text beyond a title's limit in its detail.
        case divided
        /// Each pasted line as a to-do.
        case lines
    }

    /// Rows right below the line that a person sees without scrolling, in any window.
    private static var rowsInSight: Int { 4 }

    mutating func typed(_ text: String, _ context: Context) -> [Outcome] {
        let before = quickAdd.left(context.rules)
        quickAdd.typed(text, context)
        let told = Outcome.full(before, quickAdd.left(context.rules))
        return quickAdd.text == text ? told : told + [.write(quickAdd.text, in: .quickAdd)]
    }

    /// Adds the to-dos of the line. A list that is filtered by a tag gives its tag to them.
    mutating func add(_ adding: Adding, _ notebook: inout Notebook, _ context: Context) -> [Outcome] {
        if adding != .lines, let question = quickAdd.question(context) { return Self.report(question) }
        var drafts: [TodoDraft]
        switch adding {
        case .whole: drafts = [quickAdd.draft(context, over: TodoDraft())]
        case .divided: drafts = [context.rules.divided(quickAdd.draft(context, over: TodoDraft()))]
        case .lines: drafts = quickAdd.drafts(context, over: TodoDraft())
        }
        for place in drafts.indices { completeForList(&drafts[place], context) }
        for draft in drafts {
            guard let broken = context.rules.violations(of: draft, now: context.now).first else { continue }
            quickAdd.violation = broken
            return Self.report(broken)
        }
        quickAdd = QuickAddLine()
        let (first, outcomes) = notebook.addTodos(drafts, context)
        return outcomes + [.write("", in: .quickAdd)]
            + offerToShow(first, notebook, context.today, within: Self.rowsInSight)
    }

    /// The keyboard is in the line already, so a screen reader would not read what shows below it.
    private static func report(_ violation: Violation) -> [Outcome] {
        [.announce(violation.message), .move(.quickAdd)]
    }

    /// The draft of a new to-do in this list.
    func newDraft(_ context: Context) -> TodoDraft {
        var draft = TodoDraft()
        completeForList(&draft, context)
        return draft
    }

    /// Gives a new to-do the values that it needs to show in this list: the tag of the list, and today's deadline if it
    /// has no date.
    private func completeForList(_ draft: inout TodoDraft, _ context: Context) {
        if let tag = filter.tag, draft.tags.count < context.rules.limits.tagsMaximum { draft.add(tag: tag) }
        let isDated = draft.deadline != nil || draft.reminder != nil
        if filter.due == .today, !isDated { draft.deadline = context.today.deadline }
    }

    // MARK: - The place of a new to-do

    /// Shows a message that a new to-do is out of sight, with a button to show it. Does nothing when the to-do is among
    /// the first `count` rows.
    func offerToShow(_ id: Todo.ID?, _ notebook: Notebook, _ today: Today, within count: Int = .max) -> [Outcome] {
        guard let id, let todo = notebook.todos[id],
            section != .todos || !shows(id, notebook, today, within: count)
        else { return [] }
        return [.show(Toast(text: Texts.added(Texts.brief(todo.title)), show: id))]
    }

    private func shows(_ id: Todo.ID, _ notebook: Notebook, _ today: Today, within count: Int = .max) -> Bool {
        guard let slot = notebook.todos.slot(of: id) else { return false }
        return selection(notebook, today).slots.prefix(count).contains(slot)
    }

    /// Brings a to-do into view, clearing the search and filter if they hide it, and moves the keyboard to its row.
    mutating func show(_ id: Todo.ID, _ notebook: Notebook, _ today: Today) -> [Outcome] {
        guard notebook.todos[id] != nil else { return [] }
        cursor = id
        let place: [Outcome] = [.go(.list(.todos)), .move(.row(id))]
        if shows(id, notebook, today) { return place }
        let cleared: [Outcome] = filter.search.isEmpty ? [] : [.write("", in: .search)]
        filter = Filter()
        if !shows(id, notebook, today) { showsCompleted = true }
        return cleared + place
    }
}
