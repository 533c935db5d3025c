/// Something that the server is asked for.
public enum Fetched<Value: Equatable & Sendable>: Equatable, Sendable {
    case loading
    case failed(String)
    case here(Value)
}

extension Home {
    /// A page above the list, with an address of its own. One at a time.
    public enum Page: Equatable, Sendable {
        case account(AccountPage)
        case trash
        case history(RecordHistory)
        case reminders(RemindersPage)
    }

    /// What a person does with pages.
    public enum PageAction: Equatable, Sendable {
        case accountOpened
        case trashOpened
        case remindersOpened
        case historyOpened
        case closed
        /// Asks the server for the history again.
        case reloadTapped
        /// Brings something deleted back.
        case restoreTapped(Record.Key)
        /// Brings a value back, by its entry's number.
        case entryTapped(Int64)
    }

    /// The page about the account, if it is open; set only while it is.
    public internal(set) var accountPage: AccountPage? {
        get {
            guard case .account(let account) = page else { return nil }
            return account
        }
        set {
            guard let newValue, accountPage != nil else { return }
            page = .account(newValue)
        }
    }

    mutating func reducePage(_ action: PageAction, _ context: Context) -> [Effect] {
        switch action {
        case .accountOpened: return openAccountPage()
        case .trashOpened: return openTrash()
        case .remindersOpened: return openReminders()
        case .historyOpened:
            if case .existing(let id) = editor?.subject {
                let history = RecordHistory(Record.Key(kind: .todo, id: id.uuid))
                return open(.history(history)) + loadHistory()
            }
            guard let id = shownNote?.id else { return [] }
            let history = RecordHistory(Record.Key(kind: .note, id: id.uuid))
            return open(.history(history)) + loadHistory()
        case .closed: return closePage()
        case .reloadTapped: return loadHistory()
        case .restoreTapped(let key):
            return carry(notebook.restore(key, context.now))
        case .entryTapped(let number): return bringBack(number, context)
        }
    }

    /// Shows the page and asks the server for what only it knows.
    mutating func openAccountPage() -> [Effect] {
        open(.account(AccountPage())) + loadAccountPage()
    }

    mutating func openTrash() -> [Effect] {
        open(.trash)
    }

    mutating func openReminders() -> [Effect] {
        open(.reminders(RemindersPage())) + registerDevice() + loadReminders()
    }

    private mutating func open(_ page: Page) -> [Effect] {
        overlay = nil
        self.page = page
        return []
    }

    mutating func closePage() -> [Effect] {
        page = nil
        return []
    }
}
