import DaybookCore

extension MemoryStorage {
    /// What an account has of reminders.
    struct ReminderState {
        var devices: [SessionID: ReminderDevice] = [:]
        /// When each to-do's reminder is due.
        var pending: [UUID: Instant] = [:]
        /// The oldest first.
        var deliveries: [DeliveryEntry] = []
        /// When the account is next to be looked at.
        var turn: Instant?
    }

    /// A delivery with what its sending needs.
    struct DeliveryEntry {
        let number: Int64
        let session: SessionID
        let todo: UUID
        let isTest: Bool
        let due: Instant
        var isLate = false
        var state = DeliveryState.waiting
        var reason: DeliveryFailure?
        var attempts = 0
        var isClaimed = false
        var next: Instant
        var sent: Instant?
        var shown: Instant?

        init(_ number: Int64, _ session: SessionID, _ todo: UUID, isTest: Bool = false, due: Instant) {
            self.number = number
            self.session = session
            self.todo = todo
            self.isTest = isTest
            self.due = due
            next = due
        }
    }
}

// MARK: - Devices

extension MemoryStorage.ReminderState {
    var sortedDevices: [ReminderDevice] {
        devices.values.sorted { left, right in
            left.changedAt != right.changedAt
                ? left.changedAt > right.changedAt : left.session.uuid < right.session.uuid
        }
    }

    var pushedSessions: [SessionID] {
        devices.values.filter { $0.subscription != nil }.map(\.session).sorted { $0.uuid < $1.uuid }
    }

    mutating func add(_ device: ReminderDevice) {
        devices[device.session] = device
        for old in sortedDevices.dropFirst(ReminderDevice.kept) { devices[old.session] = nil }
    }

    mutating func forget(_ endpoint: String) {
        for (session, device) in devices where device.subscription?.endpoint == endpoint {
            devices[session]?.subscription = nil
        }
    }
}

// MARK: - What waits

extension MemoryStorage.ReminderState {
    /// Does what a change of a record means to its reminder.
    mutating func follow(_ before: Record?, _ after: Record, at now: Instant) {
        let plan = ReminderPlan(from: before, to: after, at: now)
        if plan == .keep { return }
        for index in deliveries.indices where deliveries[index].todo == after.id && !deliveries[index].isTest {
            if deliveries[index].state == .waiting { fail(index, .cancelled) }
        }
        if case .set(let due) = plan { pending[after.id] = due } else { pending[after.id] = nil }
        setTurn(at: now)
    }

    /// Never before now: who was served and has more goes behind those that still wait.
    mutating func setTurn(at now: Instant) {
        let waiting = deliveries.filter { $0.state == .waiting }
        var moments = waiting.filter(\.isClaimed).map(\.next)
        if underWay(at: now) < DeliveryRules.refilledBelow {
            moments += waiting.filter { !$0.isClaimed }.map(\.next) + pending.values
        }
        turn = moments.min().map { max($0, now) }
    }

    func underWay(at now: Instant) -> Int {
        deliveries.count { $0.state == .waiting && $0.isClaimed && $0.next > now }
    }

    mutating func reconsider(at now: Instant, latest: Instant) {
        for index in deliveries.indices where deliveries[index].state == .waiting && deliveries[index].next > latest {
            deliveries[index].next = now
            deliveries[index].isClaimed = false
        }
        turn = turn.map { min($0, now) }
    }
}

// MARK: - Sending

extension MemoryStorage.ReminderState {
    /// Makes deliveries of what is due.
    mutating func fire(count: Int, at now: Instant, number: inout Int64, _ claim: inout DeliveryClaim) {
        let sessions = pushedSessions
        let due = pending.filter { $0.value <= now }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
        for (todo, due) in due.prefix(max(1, count / max(1, sessions.count))) {
            pending[todo] = nil
            let isMissed = due.advanced(by: DeliveryRules.lifetime) <= now
            for session in sessions {
                let existing = deliveries.firstIndex { $0.session == session && $0.todo == todo && $0.due == due }
                // What the device has shown by itself already, or was sent before the clock went back, stays.
                if let existing, deliveries[existing].reason != .cancelled { continue }
                if existing == nil {
                    number += 1
                    deliveries.append(MemoryStorage.DeliveryEntry(number, session, todo, due: due))
                }
                let index = existing ?? deliveries.count - 1
                deliveries[index].isLate = due.advanced(by: DeliveryRules.lateAfter) < now
                deliveries[index].state = isMissed ? .failed : .waiting
                deliveries[index].reason = isMissed ? .missed : nil
                deliveries[index].next = due
                if isMissed { claim.failures[.missed, default: 0] += 1 }
            }
        }
    }

    /// The places of what may be claimed: first what somebody claimed and never settled.
    func claimable(count: Int, at now: Instant) -> [Int] {
        let waiting = deliveries.indices.filter { deliveries[$0].state == .waiting && deliveries[$0].next <= now }
        let sorted = waiting.sorted { left, right in
            let (one, other) = (deliveries[left], deliveries[right])
            if one.isClaimed != other.isClaimed { return one.isClaimed }
            return (one.next, one.number) < (other.next, other.number)
        }
        return Array(sorted.prefix(count))
    }

    mutating func lease(_ index: Int, until: Instant) {
        deliveries[index].isClaimed = true
        deliveries[index].next = until
        deliveries[index].attempts += 1
    }

    mutating func renew(_ attempts: [Int64: Int], until: Instant) {
        for index in deliveries.indices where deliveries[index].isClaimed && deliveries[index].state == .waiting {
            guard attempts[deliveries[index].number] == deliveries[index].attempts else { continue }
            deliveries[index].next = until
        }
    }

    mutating func fail(_ index: Int, _ reason: DeliveryFailure) {
        deliveries[index].state = .failed
        deliveries[index].reason = reason
        deliveries[index].isClaimed = false
    }

    mutating func settle(_ delivery: ClaimedDelivery, _ outcome: DeliveryOutcome, at now: Instant) {
        if outcome == .gone, devices[delivery.session.id]?.subscription == delivery.subscription {
            devices[delivery.session.id]?.subscription = nil
        }
        if let index = deliveries.firstIndex(where: { $0.number == delivery.number }) {
            settle(index, outcome, attempt: delivery.attempt, at: now)
        }
        dropFinished()
        setTurn(at: now)
    }

    private mutating func settle(_ index: Int, _ outcome: DeliveryOutcome, attempt: Int, at now: Instant) {
        let due = deliveries[index].due
        let isHeld = deliveries[index].attempts == attempt && deliveries[index].state == .waiting
        switch outcome {
        case .accepted:
            deliveries[index].sent = deliveries[index].sent ?? now
            deliveries[index].isLate = deliveries[index].isLate || due.advanced(by: DeliveryRules.lateAfter) < now
            deliveries[index].isClaimed = false
            deliveries[index].reason = nil
            if deliveries[index].state != .shown { deliveries[index].state = .sent }
        case .gone where isHeld: fail(index, .gone)
        case .failed(let reason) where isHeld: fail(index, reason)
        case .retry(let moment) where isHeld && due.advanced(by: DeliveryRules.lifetime) <= moment:
            fail(index, .unreachable)
        case .retry(let moment) where isHeld && deliveries[index].isClaimed:
            deliveries[index].next = moment
            deliveries[index].isClaimed = false
        case .gone, .failed, .retry: return
        }
    }

    /// Returns whether there was such a delivery.
    mutating func markShown(_ todo: UUID, due: Instant, at shown: Instant, by session: SessionID) -> Bool {
        guard let index = deliveries.firstIndex(where: { $0.session == session && $0.todo == todo && $0.due == due })
        else { return false }
        deliveries[index].shown = deliveries[index].shown ?? shown
        deliveries[index].state = .shown
        deliveries[index].reason = nil
        deliveries[index].isClaimed = false
        return true
    }

    mutating func dropFinished() {
        let finished = deliveries.filter { $0.state != .waiting }
        guard finished.count > DeliveryRules.kept else { return }
        let last = finished[finished.count - DeliveryRules.kept - 1].number
        deliveries.removeAll { $0.state != .waiting && $0.number <= last }
    }
}
