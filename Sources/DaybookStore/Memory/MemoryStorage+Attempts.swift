import DaybookCore

extension MemoryStorage {
    func activity(of account: AccountID, limit: Int) async throws(StorageError) -> [ActivityEntry] {
        try with { state in
            (state.accounts[account]?.activity ?? []).reversed().prefix(limit).map(\.entry)
        }
    }

    func addActivity(_ entry: ActivityEntry, to account: AccountID) async throws(StorageError) {
        try with { (state) throws(StorageError) in
            guard state.accounts[account] != nil else { throw .accountGone }
            state.add(entry, to: account)
        }
    }

    func beginAttempt(_ attempt: Attempt, at now: Instant) async throws(StorageError) -> AttemptAnswer {
        try with { state in
            switch AttemptWriter.judge(attempt, at: now, tally: { state.attempts[$0]?.tally }) {
            case .blocked(let milliseconds): return .blocked(milliseconds: milliseconds)
            case .counted(let place, let others, let updates, let beganWait):
                let account = attempt.account.flatMap { state.accounts[$0] == nil ? nil : $0 }
                state.write(updates, of: account)
                let notice = account.flatMap { account in
                    beganWait ? state.addBlocked(at: now, device: attempt.deviceName, to: account) : nil
                }
                return .counted(CountedAttempt(place: place, others: others, account: account, notice: notice))
            }
        }
    }

    func settleAttempt(_ success: AttemptSuccess) async throws(StorageError) {
        try with { state in state.settle(success, of: success.attempt?.account) }
    }

    func pruneAttempts(at now: Instant, keeping limit: Int) async throws(StorageError) {
        try with { state in
            state.attempts = state.attempts.filter { $0.value.expires > now }
            let sorted = state.attempts.sorted { left, right in
                let (one, other) = (left.value, right.value)
                let isKnown = (one.tally.succeededAt != nil, other.tally.succeededAt != nil)
                if isKnown.0 != isKnown.1 { return isKnown.1 }
                if one.tally.count != other.tally.count { return one.tally.count < other.tally.count }
                if one.expires != other.expires { return one.expires < other.expires }
                return left.key.bytes.lexicographicallyPrecedes(right.key.bytes)
            }
            for (key, _) in sorted.prefix(max(0, sorted.count - limit)) { state.attempts[key] = nil }
        }
    }
}

// MARK: - Inside a step

extension MemoryStorage.State {
    mutating func add(_ entry: ActivityEntry, to account: AccountID) {
        activityNumber += 1
        accounts[account]?.activity.append((activityNumber, entry))
        if let count = accounts[account]?.activity.count, count > ActivityEntry.kept {
            accounts[account]?.activity.removeFirst(count - ActivityEntry.kept)
        }
    }

    fileprivate mutating func addBlocked(at now: Instant, device: String?, to account: AccountID) -> Int64? {
        let latest = accounts[account]?.activity.last { $0.entry.kind == .signInBlocked }
        if let latest, now < latest.entry.at.advanced(by: ActivityEntry.blockedEvery) { return nil }
        add(ActivityEntry(.signInBlocked, at: now, device: device), to: account)
        return activityNumber
    }

    mutating func settle(_ success: AttemptSuccess, of account: AccountID?) {
        write(AttemptWriter.settle(success) { attempts[$0]?.tally }, of: account)
        takeBack(success.attempt?.notice, of: success.attempt?.account)
    }

    fileprivate mutating func takeBack(_ notice: Int64?, of account: AccountID?) {
        guard let notice, let account else { return }
        accounts[account]?.activity.removeAll { $0.number == notice }
    }

    fileprivate mutating func write(_ updates: [AttemptWriter.Update], of account: AccountID?) {
        let owner = account.flatMap { accounts[$0] == nil ? nil : $0 }
        for update in updates {
            attempts[update.key] = MemoryStorage.AttemptState(
                tally: update.tally,
                expires: update.expires,
                account: (update.isPersonal ? owner : nil) ?? attempts[update.key]?.account
            )
        }
    }
}
