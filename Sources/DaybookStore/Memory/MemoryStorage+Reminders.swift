import DaybookCore

extension MemoryStorage {
    func setReminderDevice(_ device: ReminderDevice, of account: AccountID) async throws(StorageError) {
        try with { (state) throws(StorageError) in
            let isOpen = state.sessions.values.contains { $0.id == device.session && $0.account == account }
            guard isOpen, state.accounts[account] != nil else { throw .accountGone }
            if let endpoint = device.subscription?.endpoint {
                for id in state.accounts.keys { state.accounts[id]?.reminders.forget(endpoint) }
            }
            state.dropEnded(of: account)
            state.accounts[account]?.reminders.add(device)
        }
    }

    func reminderDevices(of account: AccountID) async throws(StorageError) -> [ReminderDevice] {
        try with { state in
            state.dropEnded(of: account)
            return state.accounts[account]?.reminders.sortedDevices ?? []
        }
    }

    func deliveries(of account: AccountID, limit: Int) async throws(StorageError) -> [StoredDelivery] {
        try with { state in
            state.dropEnded(of: account)
            guard let entry = state.accounts[account] else { return [] }
            let names = Dictionary(state.sessions.values.map { ($0.id, $0.device) }) { first, _ in first }
            return entry.reminders.deliveries.reversed().prefix(limit).map { delivery in
                StoredDelivery(
                    session: delivery.session,
                    deviceName: names[delivery.session] ?? nil,
                    todo: delivery.todo,
                    title: entry.todo(of: delivery)?.title,
                    isTest: delivery.isTest,
                    due: delivery.due,
                    sentAt: delivery.sent,
                    shownAt: delivery.shown,
                    isLate: delivery.isLate,
                    state: delivery.state,
                    reason: delivery.reason
                )
            }
        }
    }

    func addTestDeliveries(
        _ test: UUID,
        of account: AccountID,
        at now: Instant
    ) async throws(StorageError) -> Int {
        let count = try with { state in
            state.dropEnded(of: account)
            let sessions = state.accounts[account]?.reminders.pushedSessions ?? []
            for session in sessions {
                state.deliveryNumber += 1
                let delivery = DeliveryEntry(state.deliveryNumber, session, test, isTest: true, due: now)
                state.accounts[account]?.reminders.deliveries.append(delivery)
            }
            state.accounts[account]?.reminders.setTurn(at: now)
            return sessions.count
        }
        signal.tell()
        return count
    }

    func markShown(
        _ todo: UUID,
        due: Instant,
        at shown: Instant,
        by session: SessionID,
        of account: AccountID
    ) async throws(StorageError) {
        try with { state in
            state.dropEnded(of: account)
            guard var entry = state.accounts[account] else { return }
            if entry.reminders.markShown(todo, due: due, at: shown, by: session) {
                state.accounts[account] = entry
                return
            }
            let record = entry.records[Record.Key(kind: .todo, id: todo)]?.record
            guard record?[Todo.Field.reminder]?.integerValue == due.milliseconds,
                state.sessions.values.contains(where: { $0.id == session && $0.account == account })
            else { return }
            state.deliveryNumber += 1
            var delivery = DeliveryEntry(state.deliveryNumber, session, todo, due: due)
            delivery.state = .shown
            delivery.shown = shown
            entry.reminders.deliveries.append(delivery)
            entry.reminders.dropFinished()
            state.accounts[account] = entry
        }
    }

    func nextDelivery() async throws(StorageError) -> Instant? {
        try with { state in state.accounts.values.compactMap(\.reminders.turn).min() }
    }

    func claimDeliveries(
        at now: Instant,
        limit: Int,
        lease: Instant.Span
    ) async throws(StorageError) -> DeliveryClaim {
        try with { state in
            let waiting = state.accounts.values.filter { $0.reminders.turn.map { $0 <= now } ?? false }
            let turns = waiting.map { (turn: $0.reminders.turn ?? now, account: $0.account.id) }
            let sorted = turns.sorted { ($0.turn, $0.account.uuid) < ($1.turn, $1.account.uuid) }.prefix(limit)
            var claim = DeliveryClaim()
            for (_, account) in sorted {
                let share = min(max(1, limit / sorted.count), limit - claim.deliveries.count)
                state.claim(of: account, count: share, at: now, until: now.advanced(by: lease), &claim)
            }
            return claim
        }
    }

    func renewClaims(_ attempts: [Int64: Int], until: Instant) async throws(StorageError) {
        try with { state in
            for account in state.accounts.keys {
                state.accounts[account]?.reminders.renew(attempts, until: until)
            }
        }
    }

    func settle(
        _ delivery: ClaimedDelivery,
        _ outcome: DeliveryOutcome,
        at now: Instant
    ) async throws(StorageError) {
        try with { state in
            state.dropEnded(of: delivery.account)
            state.accounts[delivery.account]?.reminders.settle(delivery, outcome, at: now)
        }
        signal.tell()
    }

    func reconsiderDeliveries(at now: Instant, longest: Instant.Span) async throws(StorageError) {
        try with { state in
            for account in state.accounts.keys {
                state.accounts[account]?.reminders.reconsider(at: now, latest: now.advanced(by: longest))
            }
        }
        signal.tell()
    }

    func reminderChanges() -> AsyncStream<Void> { signal.listen() }
}

// MARK: - Inside a step

extension MemoryStorage.State {
    /// What belongs to a session goes with it.
    fileprivate mutating func dropEnded(of account: AccountID) {
        let open = Set(sessions.values.lazy.filter { $0.account == account }.map(\.id))
        guard var reminders = accounts[account]?.reminders else { return }
        reminders.devices = reminders.devices.filter { open.contains($0.key) }
        reminders.deliveries.removeAll { !open.contains($0.session) }
        accounts[account]?.reminders = reminders
    }

    fileprivate mutating func claim(
        of account: AccountID,
        count: Int,
        at now: Instant,
        until: Instant,
        _ claim: inout DeliveryClaim
    ) {
        dropEnded(of: account)
        guard var entry = accounts[account] else { return }
        let count = min(count, DeliveryRules.underWay - entry.reminders.underWay(at: now))
        if count > 0 {
            entry.reminders.fire(count: count, at: now, number: &deliveryNumber, &claim)
            for index in entry.reminders.claimable(count: count, at: now) {
                entry.reminders.lease(index, until: until)
                switch deliverable(entry.reminders.deliveries[index], of: entry, at: now) {
                case .success(let delivery): claim.deliveries.append(delivery)
                case .failure(let failure):
                    entry.reminders.fail(index, failure)
                    claim.failures[failure, default: 0] += 1
                }
            }
            entry.reminders.dropFinished()
        }
        entry.reminders.setTurn(at: now)
        accounts[account] = entry
    }

    private enum Deliverable {
        case success(ClaimedDelivery)
        case failure(DeliveryFailure)
    }

    private func deliverable(
        _ delivery: MemoryStorage.DeliveryEntry,
        of entry: MemoryStorage.AccountState,
        at now: Instant
    ) -> Deliverable {
        if delivery.due.advanced(by: DeliveryRules.lifetime) <= now {
            return .failure(delivery.attempts == 1 ? .missed : .unreachable)
        }
        guard let subscription = entry.reminders.devices[delivery.session]?.subscription,
            let session = sessions.values.first(where: { $0.id == delivery.session })
        else { return .failure(.unsubscribed) }
        let todo = entry.todo(of: delivery)
        guard delivery.isTest || todo != nil else { return .failure(.cancelled) }
        return .success(
            ClaimedDelivery(
                number: delivery.number,
                attempt: delivery.attempts,
                account: entry.account.id,
                session: session,
                subscription: subscription,
                todo: delivery.todo,
                isTest: delivery.isTest,
                due: delivery.due,
                title: todo?.title ?? "",
                detail: todo?.detail
            )
        )
    }
}

extension MemoryStorage.AccountState {
    fileprivate func todo(of delivery: MemoryStorage.DeliveryEntry) -> Todo? {
        if delivery.isTest { return nil }
        return records[Record.Key(kind: .todo, id: delivery.todo)].flatMap { Todo($0.record) }
    }
}
