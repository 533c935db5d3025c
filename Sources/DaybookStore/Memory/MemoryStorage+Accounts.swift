import DaybookCore

extension MemoryStorage {
    func createAccount(
        _ account: StoredAccount,
        session: NewSession,
        attempt: AttemptSuccess?
    ) async throws(StorageError) {
        try with { (state) throws(StorageError) in
            let taken = Self.taken(email: account.email, mobile: account.mobile, except: nil, state)
            if !taken.isEmpty { throw .taken(taken) }
            state.accounts[account.id] = AccountState(account: account)
            state.sessions[session.token] = session.session
            state.add(session.session.occasion.entry(.signedUp), to: account.id)
            if let attempt { state.settle(attempt, of: account.id) }
        }
    }

    func account(_ id: AccountID) async throws(StorageError) -> StoredAccount? {
        try with { $0.accounts[id]?.account }
    }

    func account(login: Login) async throws(StorageError) -> StoredAccount? {
        try with { state in
            state.accounts.values.first { entry in
                switch login {
                case .email(let email): entry.account.email == email
                case .mobile(let mobile): entry.account.mobile == mobile
                }
            }?.account
        }
    }

    func accounts(after id: AccountID?, limit: Int) async throws(StorageError) -> [AccountSummary] {
        try with { state in
            let entries = state.accounts.values.sorted { $0.account.id.uuid < $1.account.id.uuid }
            let rest = entries.filter { entry in id.map { $0.uuid < entry.account.id.uuid } ?? true }
            return rest.prefix(limit).map { entry in
                let sessions = state.sessions.values.filter { $0.account == entry.account.id }
                let alive = entry.records.values.filter(\.record.isAlive)
                return AccountSummary(
                    account: entry.account,
                    lastUsedAt: sessions.map(\.lastUsedAt).max(),
                    sessions: sessions.count,
                    alive: Dictionary(grouping: alive, by: \.record.kind).mapValues(\.count),
                    photos: entry.photoUsage
                )
            }
        }
    }

    func updateAccount(
        _ id: AccountID,
        _ change: AccountChange,
        on occasion: Occasion
    ) async throws(StorageError) -> StoredAccount {
        try with { (state) throws(StorageError) in
            let taken = Self.taken(email: change.email, mobile: change.mobile, except: id, state)
            if !taken.isEmpty { throw .taken(taken) }
            guard var account = state.accounts[id]?.account else { throw .accountGone }
            account.name = change.name ?? account.name
            account.mobile = change.mobile ?? account.mobile
            account.email = change.email ?? account.email
            state.accounts[id]?.account = account
            state.add(occasion.entry(.detailsChanged), to: id)
            return account
        }
    }

    func replaceHash(of id: AccountID, from current: String, to new: String) async throws(StorageError) -> Bool {
        try with { state in
            guard state.accounts[id]?.account.passwordHash == current else { return false }
            state.accounts[id]?.account.passwordHash = new
            return true
        }
    }

    func changePassword(of id: AccountID, _ change: PasswordChange) async throws(StorageError) -> Bool {
        try with { state in
            let kept = state.sessions.first { $0.value.id == change.session && $0.value.account == id }
            guard let kept, state.accounts[id]?.account.passwordHash == change.current else { return false }
            state.accounts[id]?.account.passwordHash = change.new
            state.accounts[id]?.account.temporaryUntil = nil
            state.sessions = state.sessions.filter { $0.value.account != id }
            state.sessions[change.token ?? kept.key] = kept.value
            if let attempt = change.attempt { state.settle(attempt, of: id) }
            state.add(change.occasion.entry(.passwordChanged), to: id)
            return true
        }
    }

    func resetPassword(
        of id: AccountID,
        to hash: String,
        until: Instant,
        at: Instant
    ) async throws(StorageError) -> Bool {
        try with { state in
            guard state.accounts[id] != nil else { return false }
            state.accounts[id]?.account.passwordHash = hash
            state.accounts[id]?.account.temporaryUntil = until
            state.sessions = state.sessions.filter { $0.value.account != id }
            state.add(ActivityEntry(.passwordReset, at: at, device: nil), to: id)
            return true
        }
    }

    func deleteAccount(_ id: AccountID) async throws(StorageError) -> Bool {
        let isDone = try with { state in
            state.sessions = state.sessions.filter { $0.value.account != id }
            state.attempts = state.attempts.filter { $0.value.account != id }
            return state.accounts.removeValue(forKey: id) != nil
        }
        feed.end(id)
        return isDone
    }

    private static func taken(
        email: String?,
        mobile: String?,
        except id: AccountID?,
        _ state: State
    ) -> Set<AccountField> {
        var taken: Set<AccountField> = []
        for other in state.accounts.values where other.account.id != id {
            if let email, other.account.email == email { taken.insert(.email) }
            if let mobile, other.account.mobile == mobile { taken.insert(.mobile) }
        }
        return taken
    }
}
