extension App {
    /// What came of opening a vault (A13).
    public enum VaultAction: Equatable, Sendable {
        /// A vault is open. `freshDevice` names the device if the disk names none.
        case opened(Account, VaultContent, freshDevice: UUID)
        /// A new vault was made for whoever is signing in.
        case made(freshDevice: UUID)
        /// The vault of whoever is signing in is under another password, which was changed elsewhere since. So many
        /// changes in it were not synced; nil when that is not known.
        case locked(unsent: Int?)
        /// No vault on this device opens with what was typed.
        case unknown
        /// The open vault could not be locked with the new password.
        case refused
        /// This device cannot keep anything; the app goes on in memory.
        case unavailable(freshDevice: UUID)
    }

    mutating func reduceVault(_ action: VaultAction, _ now: Instant) -> [Effect] {
        switch action {
        case .opened(let account, let vault, let freshDevice):
            return vaultOpened(account, vault, context(now, freshDevice))
        case .made(let freshDevice):
            return enterEmpty(.sealed, context(now, freshDevice))
        case .unavailable(let freshDevice):
            // With no server and no disk there is nothing to sign in to.
            return isUnlocking ? unlockFailed() : enterEmpty(.memory, context(now, freshDevice))
        case .unknown:
            return unlockFailed()
        case .locked(let unsent):
            return vaultLocked(unsent: unsent)
        case .refused:
            return withHome { $0.show(Toast(text: Texts.passwordNotKept)) }
        }
    }

    private mutating func vaultOpened(_ account: Account, _ vault: VaultContent, _ context: Context) -> [Effect] {
        let content = ReplicaDisk.decode(
            snapshot: vault.snapshot,
            journal: vault.journal,
            freshDevice: context.fresh
        )
        let disk = Disk(
            place: .sealed,
            damaged: content.damaged,
            sequence: vault.sequence,
            through: vault.through
        )
        var notebook = Notebook(account: account, content: content, disk: disk)
        if case .signIn(let form) = screen, form.status == .unlocking {
            notebook.connection.session = .owed(Credentials(login: form.login, password: form.password))
        }
        return enter(notebook, context)
    }

    /// Whoever the server has just let in, while the vault is being opened.
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
        enter(Notebook(account: account, device: context.fresh, place: place), context)
    }

    private mutating func enter(_ notebook: Notebook, _ context: Context) -> [Effect] {
        var notebook = notebook
        notebook.replica.use(tab: context.world.tab)
        if let text = notebook.replica.preferences[Notebook.Preference.rules], let json = try? JSON(text: text) {
            rules = Rules(json: json)
            knowsRules = true
        }
        notebook.rules = rules
        notebook.takeUpReminders(context.now)
        var home = Home(notebook)
        home.reminders.notifying = world.notifying
        screen = .home(home)
        let route = entrance
        entrance = .home
        var effects = withNotebook { $0.open() }
        switch route {
        case .history(let id): effects += go(to: .todo(id), context)
        case .noteHistory(let id), .photos(let id):
            effects += go(to: .notes, context) + go(to: .note(id), context)
        case .note: effects += go(to: .notes, context) + go(to: route, context)
        default: effects += go(to: route, context)
        }
        if world.hasUpdate { effects += withHome { $0.offerUpdate() } }
        return effects
    }
}
