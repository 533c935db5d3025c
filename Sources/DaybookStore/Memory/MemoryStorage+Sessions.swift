import DaybookCore

extension MemoryStorage {
    func createSession(
        _ session: NewSession,
        replacing old: TokenHash?,
        attempt: AttemptSuccess?
    ) async throws(StorageError) {
        try with { (state) throws(StorageError) in
            let (account, occasion) = (session.session.account, session.session.occasion)
            guard let entry = state.accounts[account] else { throw .accountGone }
            if let hash = session.provenBy, hash != entry.account.passwordHash { throw .passwordChanged }
            state.sessions[session.token] = session.session
            if let old, let ended = state.sessions.removeValue(forKey: old), ended.account != account {
                state.add(occasion.entry(.signedOut), to: ended.account)
            }
            state.add(occasion.entry(.signedIn), to: account)
            if let attempt { state.settle(attempt, of: account) }
        }
    }

    func session(token: TokenHash) async throws(StorageError) -> OpenSession? {
        try with { state -> OpenSession? in
            guard let session = state.sessions[token], let entry = state.accounts[session.account] else { return nil }
            return OpenSession(
                session: session,
                cursor: entry.cursor,
                temporaryUntil: entry.account.temporaryUntil
            )
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

    func deleteSession(
        _ id: SessionID,
        of account: AccountID,
        _ end: SessionEnd
    ) async throws(StorageError) -> Bool {
        try with { state in
            let before = state.sessions.count
            state.sessions = state.sessions.filter { $0.value.id != id || $0.value.account != account }
            guard state.sessions.count < before else { return false }
            if let entry = end.entry { state.add(entry, to: account) }
            return true
        }
    }

    func deleteSessions(
        of account: AccountID,
        but kept: SessionID,
        on occasion: Occasion
    ) async throws(StorageError) {
        try with { state in
            let before = state.sessions.count
            state.sessions = state.sessions.filter { $0.value.account != account || $0.value.id == kept }
            if state.sessions.count < before { state.add(occasion.entry(.otherSessionsEnded), to: account) }
        }
    }
}
