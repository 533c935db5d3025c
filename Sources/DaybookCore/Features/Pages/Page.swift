/// A value that the server is asked for.
public enum Fetched<Value: Equatable & Sendable>: Equatable, Sendable {
    case loading
    case failed(String)
    case here(Value)
}

/// A page above the list, with an address of its own. One at a time.
public indirect enum Page: Equatable, Sendable {
    case settings
    case account(AccountPage)
    case trash
    case history(RecordHistory)
    case reminders(RemindersPage)

    /// The actions of a person with pages.
    public enum Action: Equatable, Sendable {
        case settingsOpened
        case accountOpened
        case trashOpened
        case remindersOpened
        case closed
        /// Asks the server again for what the page shows.
        case reloadTapped
        case account(AccountPage.Action)
        /// Restores a deleted record.
        case restoreTapped(Record.Key)
        /// Restores an earlier value, by its entry's number.
        case entryTapped(Int64)
        /// Saves the drafts as a file.
        case draftsTapped
        /// Sends a test reminder.
        case testTapped
    }

    /// The page of an address; nil for the address of another place.
    init?(_ route: Route) {
        switch route {
        case .settings: self = .settings
        case .account: self = .account(AccountPage())
        case .trash: self = .trash
        case .reminders: self = .reminders(RemindersPage())
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

extension Page {
    /// Carries out an action in the open page; ``Home`` opens and closes pages.
    mutating func reduce(_ action: Action, _ notebook: inout Notebook, _ context: Context) -> [Outcome] {
        switch (self, action) {
        case (_, .reloadTapped): return load(&notebook)
        case (.trash, .restoreTapped(let key)), (.history, .restoreTapped(let key)):
            return [Outcome](notebook.restore(key, context.now))
        case (.account(var page), .account(let action)):
            defer { self = .account(page) }
            return page.reduce(action, &notebook, context.rules)
        case (.history(var page), .entryTapped(let number)):
            defer { self = .history(page) }
            return page.restore(number, &notebook, context)
        case (.reminders(var page), .testTapped):
            defer { self = .reminders(page) }
            return page.test(notebook)
        default: return []
        }
    }

    /// Asks the server for the page's content, which only the server has.
    mutating func load(_ notebook: inout Notebook) -> [Outcome] {
        switch self {
        case .settings, .trash: return []
        case .account(var page):
            defer { self = .account(page) }
            return page.load(&notebook)
        case .history(var page):
            defer { self = .history(page) }
            return page.load(notebook)
        case .reminders(let page): return page.load(&notebook)
        }
    }

    /// The server answered a call of the page's.
    mutating func answered(_ id: Request.ID, _ answer: Answer, _ notebook: inout Notebook) -> [Outcome] {
        switch self {
        case .settings, .trash: return []
        case .account(var page):
            defer { self = .account(page) }
            return page.answered(id, answer, &notebook)
        case .history(var page):
            defer { self = .history(page) }
            return id == .history ? page.answered(answer, &notebook) : []
        case .reminders(var page):
            defer { self = .reminders(page) }
            return page.answered(id, answer)
        }
    }

    /// It is time to look whether a test reminder has arrived.
    mutating func checkTestDelivery(_ notebook: inout Notebook) -> [Outcome] {
        guard case .reminders(var page) = self else { return [] }
        defer { self = .reminders(page) }
        return page.checkTestDelivery(&notebook)
    }
}
