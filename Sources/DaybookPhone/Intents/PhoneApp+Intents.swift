import DaybookClient
import DaybookCore

// Requests of Siri, shortcuts and the system. The app may have been launched for one, without a screen. When a function
// reports a change, the change is on the disk.
extension PhoneApp {
    /// Adds a to-do from words, as the line in the list reads them (T14), whatever list was open last.
    public func add(_ words: String) async throws(IntentError) -> Todo {
        let home = try await openHome()
        let (now, zone) = (device.clock.now, app.world.zone)
        let rules = home.notebook.rules
        let draft = QuickAddLine.draft(of: words, isDivided: true, rules: rules, now: now, zone: zone).draft
        if let broken = rules.violations(of: draft, now: now).first { throw .refused(broken) }
        let id = Todo.ID(device.clock.newID())
        addTodos([NewTodo(id: id, draft: draft)])
        return try await stored(id)
    }

    /// The to-dos of Today (L9), in their order.
    public func today() async throws(IntentError) -> [Todo] {
        let home = try await openHome(showing: true)
        let today = Today(at: device.clock.now, in: app.world.zone)
        return home.notebook.todos.select(Filter(due: .today), on: today, keeping: []).slots
            .map { home.notebook.todos[$0] }
    }

    /// The open to-dos in which words are found (L4), in the order of the list; with no words, all.
    public func todos(matching words: String) async throws(IntentError) -> [Todo] {
        let home = try await openHome(showing: true)
        let today = Today(at: device.clock.now, in: app.world.zone)
        let found = home.notebook.todos.select(Filter(state: .open, search: words), on: today, keeping: [])
        if found.isSearchEmpty { return [] }
        return found.slots.prefix(Self.foundMaximum).map { home.notebook.todos[$0] }
    }

    /// The to-dos with these ids that are there.
    public func todos(_ ids: [Todo.ID]) async throws(IntentError) -> [Todo] {
        let home = try await openHome(showing: true)
        return ids.compactMap { home.notebook.todos[$0] }
    }

    /// Marks a to-do done, and returns it.
    public func markDone(_ id: Todo.ID) async throws(IntentError) -> Todo {
        let home = try await openHome(showing: true)
        guard home.notebook.todos[id] != nil else { throw .missing }
        send(.reminder(.answered(id, .done)))
        return try await stored(id)
    }

    /// Nobody chooses from a longer list.
    private static let foundMaximum = 100

    /// The screens of the person who is signed in. `showing`: their contents are shown or spoken.
    func openHome(showing: Bool = false) async throws(IntentError) -> Home {
        await start()
        if let trouble { throw .trouble(trouble) }
        if showing, device.widget.isHidden { throw .hidden }
        catchUp()
        guard let home = app.home else { throw .signedOut }
        return home
    }

    /// Adds to-dos that passed the rules, and returns how many are new.
    @discardableResult func addTodos(_ todos: [NewTodo], announcing message: ((Int) -> String)? = nil) -> Int {
        let (count, effects) = app.add(todos, device.clock.now, announcing: message)
        for effect in effects { carryOut(effect) }
        plan()
        return count
    }

    /// Returns a to-do once all changes are on the disk, and the system has its reminder.
    private func stored(_ id: Todo.ID) async throws(IntentError) -> Todo {
        await finish()
        guard let home = app.home else { throw .signedOut }
        switch home.notebook.disk.failure {
        case .full: throw .trouble(PhoneTexts.full)
        case .refused: throw .trouble(PhoneTexts.notWritten)
        case nil: break
        }
        guard let todo = home.notebook.todos[id] else { throw .missing }
        return todo
    }
}
