extension App {
    mutating func storageAnswered(_ answer: DeviceStorage.Answer, _ now: Instant) -> [Effect] {
        switch answer {
        case .opened(let account, let content, let newDevice):
            return opened(account, content, context(now, newDevice))
        case .made(let newDevice):
            return enterEmpty(.sealed, context(now, newDevice))
        case .unavailable(let newDevice):
            // Without a server and without a disk, nobody can sign in.
            return isUnlocking ? unlockFailed() : enterEmpty(.memory, context(now, newDevice))
        case .unknown:
            return unlockFailed()
        case .locked(let unsent):
            return storageLocked(unsent: unsent)
        case .refused:
            return withHome { $0.carry([.show(Toast(text: Texts.passwordNotKept))]) }
        }
    }

    private mutating func opened(_ account: Account, _ found: DiskContent, _ context: Context) -> [Effect] {
        let content = ReplicaDisk.decode(
            snapshot: found.snapshot,
            journal: found.journal,
            newDevice: context.newID
        )
        let disk = Disk(
            place: .sealed,
            damaged: content.damaged,
            sequence: found.sequence,
            through: found.through
        )
        var notebook = Notebook(account: account, content: content, disk: disk)
        if case .signIn(let form) = screen, form.status == .unlocking {
            notebook.connection.session = .unverified(Credentials(login: form.login, password: form.password))
        }
        return enter(notebook, context)
    }

    /// The person whom the server has just signed in, while this device opens the account's storage.
    private var signingIn: (account: Account, password: String)? {
        switch screen {
        case .signIn(let form): if case .opening(let account) = form.status { return (account, form.password) }
        case .signUp(let state): if case .opening(let account) = state.status { return (account, state.form.password) }
        case .earlierPassword(let state): return (state.account, state.password)
        case .launching, .newPassword, .home: break
        }
        return nil
    }

    private mutating func enterEmpty(_ place: Disk.Place, _ context: Context) -> [Effect] {
        guard let account = signingIn?.account else { return [] }
        return enterEmpty(account, place, context)
    }

    mutating func enterEmpty(_ account: Account, _ place: Disk.Place, _ context: Context) -> [Effect] {
        enter(Notebook(account: account, device: context.newID, place: place), context)
    }

    private mutating func enter(_ notebook: Notebook, _ context: Context) -> [Effect] {
        var notebook = notebook
        notebook.replica.use(tab: context.world.writer)
        if let rules = notebook.replica.serverRules {
            offered = rules
            knowsRules = true
        }
        notebook.take(offered)
        notebook.resumeReminders(context.now)
        var home = Home(notebook)
        home.reminders = DeviceReminders(world.notifying)
        home.replaced = Array(notebook.replica.untold.suffix(Home.replacedMaximum))
        screen = .home(home)
        let address = Address(path: entrance)
        let effects =
            withNotebook { $0.open() }
            + withHome { home in
                home.takePlace(address)
                return home.restoreUnsaved(context)
            } + goToEntrance(context) + withHome { $0.toast == nil ? $0.showReplaced() : [] }
        return effects + offerUpdate() + [.shared(.look)]
    }

    /// Opens the place whose address the app was opened at. Places above a to-do or a note stay closed.
    private mutating func goToEntrance(_ context: Context) -> [Effect] {
        var address = Address(path: entrance)
        let shared = SharedText(path: entrance)
        entrance = Route.home.path
        if shared.isMissed { return withHome { $0.carry([.show(Toast(text: Texts.sharedMissed))]) } }
        if address == Address(.home) { return [] }
        switch address.route {
        case .history(let id): address.route = .todo(id)
        case .noteHistory(let id), .photos(let id): address.route = .note(id)
        case .newTodo, .newNote: return withHome { $0.openNew(address.route, shared, context) }
        default: break
        }
        return go(to: address)
    }
}
