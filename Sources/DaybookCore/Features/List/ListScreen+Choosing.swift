// Rows are chosen, and the next action applies to all of them, in one step.

extension ListScreen {
    /// An action of a person who chooses rows.
    public enum Choosing: Equatable, Sendable {
        /// The person begins to choose rows, with this row.
        case began(Todo.ID?)
        /// A row was tapped while rows are chosen, or with Control.
        case picked(Todo.ID)
        /// A row was tapped with Shift.
        case extended(to: Todo.ID)
        case pickedAll
        case ended
        case act(Choice.Operation)
    }

    mutating func reduce(_ action: Choosing, _ notebook: inout Notebook, _ context: Context) -> [Outcome] {
        switch action {
        case .began(let id):
            choice = Choice(from: id)
            showsBins = false
            return [.dismiss] + (id.map { pick($0, notebook, context.today) } ?? [])
        case .picked(let id): return [.dismiss] + pick(id, notebook, context.today)
        case .extended(let id): return extend(to: id, notebook, context.today)
        case .pickedAll:
            let all = selection(notebook, context.today).slots
            choice?.choose(all, of: notebook.todos)
            return countChosen(notebook, context.today)
        case .ended:
            choice = nil
            return []
        case .act(let operation): return act(operation, &notebook, context)
        }
    }

    /// The chosen to-dos that the list shows, in its order.
    public func chosen(_ notebook: Notebook, _ today: Today) -> [Slot] {
        guard let choice, !choice.keys.isEmpty else { return [] }
        return selection(notebook, today).slots.filter { choice.contains(notebook.todos[$0].id) }
    }

    private func countChosen(_ notebook: Notebook, _ today: Today) -> [Outcome] {
        [.announce(Texts.chosen(chosen(notebook, today).count))]
    }

    mutating func pick(_ id: Todo.ID, _ notebook: Notebook, _ today: Today) -> [Outcome] {
        guard section == .todos, notebook.todos[id] != nil else { return [] }
        cursor = id
        var choice = choice ?? Choice(from: id)
        choice.toggle(id)
        self.choice = choice
        return countChosen(notebook, today)
    }

    private mutating func extend(to id: Todo.ID, _ notebook: Notebook, _ today: Today) -> [Outcome] {
        guard section == .todos else { return [] }
        var choice = choice ?? Choice(from: cursor)
        choice.extend(to: id, in: selection(notebook, today).slots, of: notebook.todos)
        self.choice = choice
        cursor = id
        return countChosen(notebook, today)
    }

    /// Shift and an arrow: the cursor moves on and chooses the rows that it passes.
    mutating func extend(by step: Int, _ notebook: Notebook, _ today: Today) -> [Outcome] {
        guard section == .todos else { return moveCursor(by: step, notebook, today) }
        let from = cursor
        let outcomes = moveCursor(by: step, notebook, today)
        guard let id = cursor else { return outcomes }
        if choice == nil { choice = Choice(from: from) }
        return outcomes + extend(to: id, notebook, today)
    }

    // MARK: - Deeds

    /// Does it to all that are chosen. The keyboard goes to the row that takes the place of one that has left.
    private mutating func act(_ operation: Choice.Operation, _ notebook: inout Notebook, _ context: Context)
        -> [Outcome]
    {
        let rows = rows(notebook, context.today)
        let outcomes = carryOut(operation, &notebook, context)
        return outcomes + keepCursor(rows, notebook, context.today)
    }

    private mutating func carryOut(_ operation: Choice.Operation, _ notebook: inout Notebook, _ context: Context)
        -> [Outcome]
    {
        let slots = chosen(notebook, context.today)
        if slots.isEmpty { return [.dismiss] }
        switch operation {
        case .when: return [.ask(.when(.chosen, MonthGrid(at: context.today.date), TypedTime()))]
        case .tag: return [.ask(.tagChosen(""))]
        case .mark:
            let open = slots.filter { !notebook.todos[$0].isDone }
            let isDone = !open.isEmpty
            let effects = notebook.mark(slots, done: isDone, context.now, in: context.world.zone)
            let count = isDone ? open.count : slots.count
            return ended(effects, isDone ? .markedDone : .markedOpen, count, notebook)
        case .delete:
            let gone = slots.map { Outcome.gone(notebook.todos[$0].id.key) }
            return ended(notebook.delete(slots, context.now), .deleted, slots.count, notebook) + gone
        case .plan(let plan):
            return self.plan(slots, .plan(plan, in: context.world.zone), &notebook, context.now)
        case .addTag(let tag):
            let tag = Text.trimmed(tag)
            if let broken = context.rules.tagViolation(tag) { return [.ask(.tagChosen(tag, broken))] }
            return plan(slots, .tag(tag), &notebook, context.now)
        }
    }

    /// Edits the chosen to-dos. A to-do that a rule protects stays chosen, and the message gives the rule.
    private mutating func plan(
        _ slots: [Slot],
        _ planning: Notebook.Planning,
        _ notebook: inout Notebook,
        _ now: Instant
    ) -> [Outcome] {
        let (refused, broken, count, effects) = notebook.plan(slots, planning, now)
        let outcomes = ended(effects, planning.operation, count, notebook, broken)
        if !refused.isEmpty {
            var left = Choice(from: nil)
            left.choose(refused, of: notebook.todos)
            choice = left
        }
        return outcomes
    }

    private mutating func ended(
        _ effects: [Notebook.Effect],
        _ operation: Step.Operation,
        _ count: Int,
        _ notebook: Notebook,
        _ broken: Violation? = nil
    ) -> [Outcome] {
        choice = nil
        let undo = effects.isEmpty ? nil : notebook.steps.latest
        return [.dismiss] + [Outcome](effects) + [
            .show(Toast(text: Texts.several(operation, count, left: broken), undo: undo))
        ]
    }
}
