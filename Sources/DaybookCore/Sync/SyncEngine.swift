/// Decides when to call the server, what to send, and what to do with its answer: the protocol without any I/O.
///
/// One call is in progress at most. Changes that are made meanwhile go with the next call, so a hundred edits are a few
/// calls.
public struct SyncEngine: Equatable, Sendable {
    /// The phase of the conversation with the server.
    public private(set) var phase: Phase = .idle
    /// Something happened while a call was under way; another follows.
    private var isWanted = false
    /// The last answer refused stamps as ahead of its clock. After two such answers in a row no further call follows at
    /// once.
    private var wasAhead = false
    /// The cursor of the call under way. Meanwhile another tab may move the replica's cursor, or begin a reset; an
    /// answer to a call from before a reset proves nothing about the records that the server has now.
    private var askedCursor: Int64 = 0
    private var askedInReset = false
    /// Calls that failed in a row.
    public private(set) var failures = 0
    /// The number of records in a call. It becomes smaller when the server refuses a call as a whole, until a call is
    /// accepted.
    private var batchLimit = SyncRequest.limitMaximum

    /// The phases of a sync.
    public enum Phase: Equatable, Sendable {
        case idle
        /// A call is under way that carried these changes.
        case calling([Sent])
        /// The last call failed; the next follows when a timer fires.
        case waiting
        /// The session has ended; nothing is sent until the person signs in again.
        case stopped
    }

    /// A record's changes in a call that is under way.
    public struct Sent: Equatable, Sendable {
        /// Which record.
        public var key: Record.Key
        /// The stamps of the changes that the answer acknowledges.
        public var stamps: [Stamp]
        /// The versions of the record that the call carries: two at most.
        public var changes: [Record]

        /// A version of a record that the call carries.
        public init(key: Record.Key, stamps: [Stamp], changes: [Record]) {
            self.key = key
            self.stamps = stamps
            self.changes = changes
        }
    }

    /// The result of an answer.
    public struct Outcome: Equatable, Sendable {
        /// Records that look different now.
        public var changed: [Record.Key] = []
        /// The texts of this device that newer texts of other devices replaced.
        public var replaced: [ReplacedText] = []
        /// The entries to write to the journal, in this order. All but ``Entry/refusedAhead(server:correction:)`` are
        /// applied.
        public var entries: [Entry] = []
        /// Whether to call again at once.
        public var callsAgain = false

        fileprivate mutating func commit(_ entry: Entry, to replica: inout Replica) {
            changed += replica.apply(entry).changed
            entries.append(entry)
        }
    }

    /// An engine that has not called yet.
    public init() {}

    /// Whether an answer is awaited.
    var isCalling: Bool { if case .calling = phase { true } else { false } }

    /// Begins a sync. Returns the request to send now; nil when a call is in progress or the session has ended.
    public mutating func begin(_ replica: Replica) -> SyncRequest? {
        switch phase {
        case .stopped: return nil
        case .calling:
            isWanted = true
            return nil
        case .idle, .waiting:
            isWanted = false
            let changes = batch(of: replica)
            askedCursor = replica.cursor
            askedInReset = replica.isReset
            phase = .calling(sent(changes, replica))
            return SyncRequest(device: replica.device, cursor: replica.cursor, changes: changes)
        }
    }

    /// Groups the sent changes by record. A record may have two versions, which are accepted or refused together.
    private func sent(_ changes: [Record], _ replica: Replica) -> [Sent] {
        var all: [Sent] = []
        for change in changes {
            if all.last?.key == change.key {
                all[all.count - 1].changes.append(change)
                continue
            }
            var stamps = change.stamps
            // A delete that a newer delete has replaced is not sent any more, and is acknowledged with the newer one.
            for stamp in replica.outbox[change.key]?.stamps ?? [] where !stamps.contains(stamp) { stamps.append(stamp) }
            all.append(Sent(key: change.key, stamps: stamps, changes: [change]))
        }
        return all
    }

    /// The unsent changes that fit one request, oldest first, so that the changes of a long absence arrive in the order
    /// in which they were made.
    private func batch(of replica: Replica) -> [Record] {
        if replica.isReset { return [] }
        let waiting = replica.outbox.values.filter { !replica.held.contains($0.key) }
        let latest = waiting.map { $0.latest ?? Stamp(time: 0, device: 0) }
        let order = IndexSort.order(waiting.count) { latest[$0] < latest[$1] }
        var batch: [Record] = []
        var size = 256
        var scratch: [UInt8] = []
        for place in order.prefix(batchLimit) {
            let changes = replica.changesToSend(for: waiting[Int(place)])
            scratch.removeAll(keepingCapacity: true)
            for change in changes { change.write(to: &scratch) }
            size += scratch.count + changes.count
            let isFull = size > SyncRequest.bytesMaximum || batch.count + changes.count > SyncRequest.limitMaximum
            if isFull, !batch.isEmpty { break }
            batch += changes
        }
        return batch
    }

    /// The server answered the call that is under way.
    public mutating func answered(_ answer: SyncAnswer, replica: inout Replica, now: Instant) -> Outcome {
        guard case .calling(let sent) = phase else { return Outcome() }
        phase = .idle
        failures = 0
        batchLimit = min(2 * batchLimit, SyncRequest.limitMaximum)
        var outcome = Outcome()
        if answer.mustReset { return reset(answer, replica: &replica, now: now) }
        let results = self.results(of: sent, answer)
        let after = replica.isReset && !askedInReset ? Int64.max : askedCursor
        let entry = Entry.answered(records: answer.changes, after: after, cursor: answer.cursor, results: results)
        let applied = replica.apply(entry)
        outcome.changed = applied.changed
        outcome.replaced = applied.replaced
        // An answer that brings nothing at most moves the cursor, and the next answer does so too.
        if !results.isEmpty || !answer.changes.isEmpty || replica.isReset { outcome.entries.append(entry) }
        let lost = applied.missing.compactMap { Replica.remembered($0, at: answer.now) }
        if !lost.isEmpty { outcome.commit(.changed(lost), to: &replica) }
        replica.checkClock(server: answer.now, now: now)
        if replica.isReset, after <= replica.cursor, replica.hasRead(upTo: answer.cursor), !answer.hasMore {
            outcome.commit(.resetEnded(server: answer.now, cursor: answer.cursor), to: &replica)
        }
        // A call whose answer was lost may have brought changes to the server that the next pages contain. Until those
        // pages are read, a new stamp could be smaller than a stamp of this device that the server has, and a later
        // edit would lose to it.
        let isRefused = answer.rejected.contains { $0.violations.contains { $0.code == .stampAhead } }
        let isAhead = isRefused && !answer.hasMore
        if isAhead {
            let correction = answer.now.milliseconds &- now.milliseconds
            outcome.entries.append(.refusedAhead(server: answer.now, correction: correction))
        }
        let isStuck = isAhead && wasAhead
        wasAhead = isAhead
        outcome.callsAgain = !isStuck && (isWanted || answer.hasMore || replica.sendableCount > 0)
        return outcome
    }

    /// Begins a reset. The changes of the call are sent again after it: the server may be another one, and other tabs
    /// could take this acknowledgement for one of the server that they know.
    private mutating func reset(_ answer: SyncAnswer, replica: inout Replica, now: Instant) -> Outcome {
        var outcome = Outcome()
        outcome.callsAgain = true
        replica.checkClock(server: answer.now, now: now)
        // A replica in which another tab has begun a full read does not begin it again.
        if replica.cursor > 0, replica.cursor == askedCursor {
            outcome.commit(.resetBegan(server: answer.now), to: &replica)
        }
        return outcome
    }

    /// A change with a stamp ahead of the server stays unsent and is restamped. Any other change is acknowledged or
    /// refused.
    private func results(of sent: [Sent], _ answer: SyncAnswer) -> [ChangeResult] {
        sent.compactMap { sent in
            let violations = answer.rejected.last { $0.key == sent.key }?.violations ?? []
            if violations.contains(where: { $0.code == .stampAhead }) { return nil }
            return ChangeResult(
                key: sent.key,
                stamps: sent.stamps,
                violations: violations,
                changes: violations.isEmpty ? sent.changes : []
            )
        }
    }

    /// The server refused the call as a whole. The next call has half of the changes, so that a change which no server
    /// takes does not hold up the others for ever. A single refused change is quarantined with the reason (S9). Nil
    /// when nothing was sent that could be left out: then the call has failed.
    public mutating func refused(_ violation: Violation, replica: inout Replica) -> Outcome? {
        guard case .calling(let sent) = phase, !sent.isEmpty else { return nil }
        phase = .idle
        var outcome = Outcome()
        outcome.callsAgain = true
        if sent.count > 1 {
            batchLimit = sent.count / 2
        } else {
            let results = sent.map {
                ChangeResult(key: $0.key, stamps: $0.stamps, violations: [violation])
            }
            let cursor = replica.cursor
            outcome.commit(.answered(records: [], after: cursor, cursor: cursor, results: results), to: &replica)
        }
        return outcome
    }

    /// The call failed. Returns the milliseconds until the next call, growing from 1 to 16 seconds and spread by
    /// `jitter` (0 to 1), so that a server that comes back is not called by all devices at once.
    ///
    /// After the session's end the phase stays: the call that was in progress fails afterwards.
    public mutating func failed(jitter: Double) -> Instant.Span {
        if phase != .stopped { phase = .waiting }
        failures += 1
        let whole = Int64(1) << Int64(min(failures - 1, 4)) * 1_000
        return .milliseconds(whole / 2 + Int64(Double(whole / 2) * (jitter > 0 ? min(jitter, 1) : 0)))
    }

    /// The session has ended: the changes of a call in progress count as unsent.
    public mutating func stop() {
        phase = .stopped
    }

    /// The person has signed in.
    public mutating func resume() {
        phase = .idle
        isWanted = false
        failures = 0
    }
}
