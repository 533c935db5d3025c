/// A value that the server is asked for.
public enum Fetched<Value: Equatable & Sendable>: Equatable, Sendable {
    case loading
    case failed(String)
    case here(Value)

    /// The server gave no value. After "Try again" the button and its text are the same as before, so the text is told.
    mutating func fail(_ answer: Answer) -> [Outcome] {
        let isAgain = if case .failed = self { true } else { false }
        let message = Texts.failure(answer)
        self = .failed(message)
        return isAgain ? [.announce(message)] : []
    }
}

/// A screen above the list, with an address of its own. One at a time.
public indirect enum UpperScreen: Equatable, Sendable {
    case settings
    case account(AccountScreen)
    case trash
    case history(RecordHistory)
    case reminders(RemindersScreen)

    /// The actions of a person with screens.
    public enum Action: Equatable, Sendable {
        case settingsOpened
        case accountOpened
        case trashOpened
        case remindersOpened
        case closed
        /// Asks the server again for what the screen shows.
        case reloadTapped
        case account(AccountScreen.Action)
        /// Restores a deleted record.
        case restoreTapped(Record.Key)
        /// Restores an earlier value, by its entry's number.
        case entryTapped(Int64)
        /// Saves the drafts as a file.
        case draftsTapped
        /// Sends a test reminder.
        case testTapped
    }

    /// The screen of an address; nil for the address of another place.
    init?(_ route: Route) {
        switch route {
        case .settings: self = .settings
        case .account: self = .account(AccountScreen())
        case .trash: self = .trash
        case .reminders: self = .reminders(RemindersScreen())
        case .history(let id): self = .history(RecordHistory(id.key))
        case .noteHistory(let id): self = .history(RecordHistory(id.key))
        default: return nil
        }
    }

    var route: Route {
        switch self {
        case .settings: .settings
        case .account: .account
        case .trash: .trash
        case .reminders: .reminders
        case .history(let history):
            history.key.kind == .note ? .noteHistory(Note.ID(history.key.id)) : .history(Todo.ID(history.key.id))
        }
    }
}

extension UpperScreen {
    /// Carries out an action in the open screen; ``Home`` opens and closes screens.
    mutating func reduce(_ action: Action, _ notebook: inout Notebook, _ context: Context) -> [Outcome] {
        switch (self, action) {
        case (_, .reloadTapped): return load(&notebook)
        case (.trash, .restoreTapped(let key)), (.history, .restoreTapped(let key)):
            return [Outcome](notebook.restore(key, context.now))
        case (.account(var screen), .account(let action)):
            defer { self = .account(screen) }
            return screen.reduce(action, &notebook, context.rules)
        case (.history(var screen), .entryTapped(let number)):
            defer { self = .history(screen) }
            return screen.restore(number, &notebook, context)
        case (.reminders(var screen), .testTapped):
            defer { self = .reminders(screen) }
            return screen.test(notebook)
        default: return []
        }
    }

    /// Asks the server for the screen's content, which only the server has.
    mutating func load(_ notebook: inout Notebook) -> [Outcome] {
        switch self {
        case .settings, .trash: return []
        case .account(var screen):
            defer { self = .account(screen) }
            return screen.load(&notebook)
        case .history(var screen):
            defer { self = .history(screen) }
            return screen.load(notebook)
        case .reminders(let screen): return screen.load(&notebook)
        }
    }

    /// The server answered a call of the screen's.
    mutating func answered(_ id: Request.ID, _ answer: Answer, _ notebook: inout Notebook) -> [Outcome] {
        switch self {
        case .settings, .trash: return []
        case .account(var screen):
            defer { self = .account(screen) }
            return screen.answered(id, answer, &notebook)
        case .history(var screen):
            defer { self = .history(screen) }
            return id == .history ? screen.answered(answer, &notebook) : []
        case .reminders(var screen):
            defer { self = .reminders(screen) }
            return screen.answered(id, answer)
        }
    }

    /// It is time to look whether a test reminder has arrived.
    mutating func checkTestDelivery(_ notebook: inout Notebook) -> [Outcome] {
        guard case .reminders(var screen) = self else { return [] }
        defer { self = .reminders(screen) }
        return screen.checkTestDelivery(&notebook)
    }
}
