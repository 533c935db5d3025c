import DaybookCore
import Synchronization

/// A storage that forgets everything when the process ends: for tests and for trying things out.
///
/// It passes the same contract as the durable ones, except that nothing is durable.
final class MemoryStorage: Storage {
    private struct AccountState {
        var account: StoredAccount
        var cursor: Int64 = 0
        var records: [Record.Key: StoredRecord] = [:]
    }

    private struct State {
        var accounts: [AccountID: AccountState] = [:]
        var sessions: [TokenHash: StoredSession] = [:]
        var clock: Clock
        var isClosed = false
    }

    private let state: Mutex<State>

    /// An empty storage of an installation with this device id.
    init(device: UInt64) {
        state = Mutex(State(clock: Clock(device: device)))
    }

    private func with<Value: Sendable>(
        _ work: (inout sending State) throws(StorageError) -> Value
    ) throws(StorageError) -> Value {
        try state.withLock { (state) throws(StorageError) -> Value in
            if state.isClosed { throw .closed }
            return try work(&state)
        }
    }

    func checkWritable() async throws(StorageError) {
        try with { _ in }
    }

    func close() async {
        state.withLock { $0.isClosed = true }
    }
}

// MARK: - Accounts

extension MemoryStorage {
    func createAccount(_ account: StoredAccount, session: NewSession) async throws(StorageError) {
        try with { (state) throws(StorageError) in
            let taken = Self.taken(email: account.email, mobile: account.mobile, except: nil, state)
            if !taken.isEmpty { throw .taken(taken) }
            state.accounts[account.id] = AccountState(account: account)
            state.sessions[session.token] = session.session
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

    func updateAccount(_ id: AccountID, _ change: AccountChange) async throws(StorageError) -> StoredAccount {
        try with { (state) throws(StorageError) in
            let taken = Self.taken(email: change.email, mobile: change.mobile, except: id, state)
            if !taken.isEmpty { throw .taken(taken) }
            guard var account = state.accounts[id]?.account else { throw .accountGone }
            account.name = change.name ?? account.name
            account.mobile = change.mobile ?? account.mobile
            account.email = change.email ?? account.email
            state.accounts[id]?.account = account
            return account
        }
    }

    func replacePassword(
        of id: AccountID,
        from current: String,
        to new: String,
        ending: SessionsToEnd
    ) async throws(StorageError) -> Bool {
        try with { state in
            guard state.accounts[id]?.account.passwordHash == current else { return false }
            state.accounts[id]?.account.passwordHash = new
            if case .allBut(let kept) = ending {
                state.sessions = state.sessions.filter { $0.value.account != id || $0.value.id == kept }
            }
            return true
        }
    }

    func deleteAccount(_ id: AccountID) async throws(StorageError) -> Bool {
        try with { state in
            state.sessions = state.sessions.filter { $0.value.account != id }
            return state.accounts.removeValue(forKey: id) != nil
        }
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

// MARK: - Sessions

extension MemoryStorage {
    func createSession(_ session: NewSession) async throws(StorageError) {
        try with { (state) throws(StorageError) in
            guard state.accounts[session.session.account] != nil else { throw .accountGone }
            state.sessions[session.token] = session.session
        }
    }

    func session(token: TokenHash) async throws(StorageError) -> OpenSession? {
        try with { state in
            state.sessions[token].flatMap { session in
                state.accounts[session.account].map { OpenSession(session: session, cursor: $0.cursor) }
            }
        }
    }

    func touchSession(_ id: SessionID, of account: AccountID, at: Instant) async throws(StorageError) {
        try with { state in
            for (token, session) in state.sessions where session.id == id && session.account == account {
                state.sessions[token]?.lastUsedAt = at
            }
        }
    }

    func sessions(of account: AccountID) async throws(StorageError) -> [StoredSession] {
        try with { state in
            state.sessions.values.filter { $0.account == account }.sorted { left, right in
                left.lastUsedAt != right.lastUsedAt
                    ? left.lastUsedAt > right.lastUsedAt : left.id.uuid < right.id.uuid
            }
        }
    }

    func deleteSession(_ id: SessionID, of account: AccountID) async throws(StorageError) -> Bool {
        try with { state in
            let before = state.sessions.count
            state.sessions = state.sessions.filter { $0.value.id != id || $0.value.account != account }
            return state.sessions.count < before
        }
    }
}

// MARK: - Records

extension MemoryStorage {
    func cursor(of account: AccountID) async throws(StorageError) -> Int64 {
        try with { (state) throws(StorageError) in
            guard let entry = state.accounts[account] else { throw .accountGone }
            return entry.cursor
        }
    }

    func changes(
        of account: AccountID,
        after cursor: Int64,
        limit: PageLimit
    ) async throws(StorageError) -> ChangePage {
        try with { (state) throws(StorageError) in
            guard let entry = state.accounts[account] else { throw .accountGone }
            let waiting = entry.records.values.filter { $0.cursor > cursor }.sorted { $0.cursor < $1.cursor }
            var page = ChangePage(changes: [], cursor: entry.cursor, more: false)
            var bytes = 0
            for stored in waiting {
                bytes += StoredFields.text(of: stored.record).utf8.count
                if page.changes.count == limit.records || (bytes > limit.bytes && !page.changes.isEmpty) {
                    page.more = true
                    page.cursor = page.changes.last?.cursor ?? cursor
                    break
                }
                page.changes.append(stored)
            }
            return page
        }
    }

    func record(_ key: Record.Key, of account: AccountID) async throws(StorageError) -> StoredRecord? {
        try with { $0.accounts[account]?.records[key] }
    }

    func update<Refusal: Sendable>(
        _ keys: [Record.Key],
        of account: AccountID,
        decide: @escaping @Sendable (Int, Record?, inout Clock) -> Decision<Refusal>
    ) async throws(StorageError) -> [Outcome<Refusal>] {
        try with { (state) throws(StorageError) in
            guard var entry = state.accounts[account] else { throw .accountGone }
            var writer = AccountWriter(cursor: entry.cursor, clock: state.clock)
            var outcomes: [Outcome<Refusal>] = []
            for (index, key) in keys.enumerated() {
                let outcome = writer.step(key, existing: entry.records[key]) { decide(index, $0, &$1) }
                if case .changed(let changed, _) = outcome { entry.records[key] = changed }
                outcomes.append(outcome)
            }
            entry.cursor = writer.cursor
            state.accounts[account] = entry
            state.clock = writer.clock
            return outcomes
        }
    }
}
