import DaybookCore
import DaybookExport
import DaybookStore
import Hummingbird

/// The sync call: a device sends its changes and reads those of all other devices, in one request (S1 to S9).
struct Sync: Sendable {
    let storage: any Storage
    let rules: Rules
    let tasks: LongTasks
    let now: @Sendable () -> Instant
    private let devices: DeviceRegister

    /// A body from this size on is parsed on a thread for long computations. Below it, parsing takes a millisecond or
    /// two.
    private static let much = 64 << 10

    init(storage: any Storage, rules: Rules, tasks: LongTasks, now: @escaping @Sendable () -> Instant) {
        self.storage = storage
        // The storage checks the bounds of records.
        self.rules = rules.withoutRecordBounds
        self.tasks = tasks
        self.now = now
        devices = DeviceRegister(storage: storage)
    }

    var routes: [Route] {
        let operation = Operation(
            summary: "Push changes and pull those of other devices",
            takes: "SyncRequest",
            answers: .init(status: 200, description: "What changed.", schema: "SyncAnswer")
        )
        return [Route(.post, "/api/v1/sync", .session, operation, sync)]
    }

    /// `POST /api/v1/sync`
    @Sendable func sync(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let session = try context.session
        let bytes = try await request.jsonBytes(limit: SyncRequest.bytesMaximum)
        let (call, verdicts) =
            bytes.count <= Self.much
            ? try read(bytes, of: session)
            : try await tasks.run(for: .account(session.account)) { _ in try read(bytes, of: session) }
        let moment = now()
        if devices.isDue(call.device, in: session.session, at: moment) {
            await devices.note(call.device, in: session.session, at: moment)
        }
        if provesRestoration(call, session, now: moment) {
            try await storage.beginEpoch(of: session.account, below: call.cursor, at: moment)
        }
        let push =
            call.changes.isEmpty
            ? Push(after: call.cursor) : try await push(call, verdicts, session, bytes: bytes.count, now: moment)
        if let answer = answerWithoutReading(call, push, session, now: moment) { return answer }
        do {
            return try await answer(call, push, session, now: moment)
        } catch let error as StorageError where push.written > 0 {
            throw StorageError.interrupted(written: push.written, error)
        }
    }

    /// The answer to a call for which nothing has to be read; nil for any other call.
    @inline(never)
    private func answerWithoutReading(
        _ call: SyncRequest,
        _ push: Push,
        _ session: OpenSession,
        now moment: Instant
    ) -> Response? {
        guard !isUnknown(call.cursor, session), let cursor = Self.cursorWithoutReading(call, push, session) else {
            return nil
        }
        let answer = SyncAnswer(cursor: cursor, hasMore: false, now: moment, changes: [], rejected: push.rejected)
        return Response(jsonBytes: answer.encoded)
    }

    /// Whether this server never gave a device this cursor: it belongs to another state of the database, before a restore
    /// (S10).
    private func isUnknown(_ cursor: Int64, _ session: OpenSession) -> Bool {
        cursor > session.cursor || isOfEarlierEpoch(cursor, session.cursor)
    }

    /// The answer to a call, after its changes were merged.
    private func answer(
        _ call: SyncRequest,
        _ push: Push,
        _ session: OpenSession,
        now moment: Instant
    ) async throws -> Response {
        let limit = PageLimit(records: call.limit, bytes: PageLimit.sync.bytes)
        let page = try await storage.changes(of: session.account, after: call.cursor, limit: limit)
        let misses = try await missesForgotten(call, page, of: session.account, now: moment)
        let mustReset = isUnknown(call.cursor, session) || misses
        // A device that must reset calls with cursor 0 next, and reads everything.
        let answer = SyncAnswer(
            cursor: mustReset ? 0 : page.cursor,
            hasMore: mustReset || page.more,
            now: moment,
            changes: mustReset ? [] : page.changes.filter { !push.isKnown($0) }.map(\.record),
            rejected: push.rejected,
            mustReset: mustReset
        )
        return Response(jsonBytes: answer.encoded)
    }

    /// The new cursor of a device for which nothing has to be read: at the moment of its call, or of its push, the device
    /// had read every change but its own. Nil for any other device.
    ///
    /// Changes that others make after that moment come with the next call, which an event brings about (S11).
    private static func cursorWithoutReading(_ call: SyncRequest, _ push: Push, _ session: OpenSession) -> Int64? {
        if call.changes.isEmpty { return call.cursor == session.cursor ? call.cursor : nil }
        return push.isSuccessor && push.written > 0 ? push.last : nil
    }

    /// Whether a call proves that the database was restored to an earlier state: its cursor is beyond the account's latest
    /// number. The account's other devices must learn this before the numbers exceed theirs, so a new epoch begins.
    ///
    /// Only a number that this server could have given proves it, and this is possible at most once a minute.
    private func provesRestoration(_ call: SyncRequest, _ session: OpenSession, now moment: Instant) -> Bool {
        call.cursor > session.cursor && ChangeNumber.epoch(of: call.cursor) <= ChangeNumber.epoch(at: moment)
    }

    private func isOfEarlierEpoch(_ cursor: Int64, _ present: Int64) -> Bool {
        cursor > 0 && ChangeNumber.epoch(of: cursor) != ChangeNumber.epoch(of: present)
    }

    /// Whether tombstones were dropped that the device has not read. Then it has to read everything to learn which
    /// records are gone (S10).
    ///
    /// The pages of a full read also have smaller numbers than the dropped tombstones; so the start of a full read
    /// raises the device's floor.
    private func missesForgotten(
        _ call: SyncRequest,
        _ page: ChangePage,
        of account: AccountID,
        now moment: Instant
    ) async throws -> Bool {
        guard call.cursor < page.forgotten else { return false }
        let floor = try await storage.device(call.device, of: account)?.floor ?? 0
        guard floor < page.forgotten else { return false }
        if call.cursor > 0 { return true }
        try await storage.raiseFloor(of: call.device, to: page.forgotten, of: account, at: moment)
        return false
    }

    /// The results of a request's changes.
    struct Push {
        var rejected: [SyncAnswer.Rejected] = []
        /// The number of changes that had an effect.
        var written = 0
        /// The records whose present state the device knows already, with their numbers.
        var known: [Record.Key: Int64] = [:]
        /// The number of the latest change that had an effect; the device's cursor before the first.
        var last: Int64
        /// Whether the account's numbers continue from the device's cursor with these changes and no others, and the
        /// device knows the outcome of each.
        var isSuccessor = true

        /// The results before the first change of a device with this cursor.
        init(after cursor: Int64) { last = cursor }

        /// The results of a call's changes.
        @inline(never)
        init(of call: SyncRequest, _ outcomes: [Outcome<[Violation]>]) {
            self.init(after: call.cursor)
            for (change, outcome) in zip(call.changes, outcomes) {
                switch outcome {
                case .refused(let violations):
                    rejected.append(SyncAnswer.Rejected(key: change.key, violations: violations))
                case .overBudget(let budget):
                    rejected.append(SyncAnswer.Rejected(key: change.key, violations: [Violation(budget)]))
                case .changed(let stored, let previous):
                    let hadAllBefore = (previous ?? 0) <= call.cursor || previous == known[change.key]
                    add(stored, isKnown: hadAllBefore || stored.record == change)
                case .unchanged(let stored):
                    if let stored, stored.record == change { known[change.key] = stored.cursor }
                }
            }
        }

        /// Adds a change that had an effect. `isKnown`: whether the device knows the resulting record.
        mutating func add(_ stored: StoredRecord, isKnown: Bool) {
            written += 1
            isSuccessor = isSuccessor && isKnown && stored.cursor - 1 == last
            last = stored.cursor
            if isKnown { known[stored.record.key] = stored.cursor }
        }

        /// Whether the device has this state already: its own change, merged with the state that it had.
        func isKnown(_ stored: StoredRecord) -> Bool { known[stored.record.key] == stored.cursor }
    }

    private func push(
        _ call: SyncRequest,
        _ verdicts: [Rules.TextVerdicts],
        _ session: OpenSession,
        bytes: Int,
        now moment: Instant
    ) async throws -> Push {
        let account = session.account
        let bound =
            call.changes.contains { $0.kind == .photo }
            ? try await PhotoBound(for: call.changes, of: account, in: storage) : PhotoBound()
        let decide = decisions(on: call, verdicts, session, bound, now: moment)
        let keys = call.changes.map(\.key)
        let outcomes = try await storage.updateEach(
            keys,
            of: account,
            at: moment,
            bytes: bytes,
            isOneStep: true,
            decide: decide
        )
        return Push(of: call, outcomes)
    }

    private typealias Decide = @Sendable (Int, Record?, inout Clock) -> Decision<[Violation]>

    /// The decisions on the changes of a call.
    @inline(never)
    private func decisions(
        on call: SyncRequest,
        _ verdicts: [Rules.TextVerdicts],
        _ session: OpenSession,
        _ bound: PhotoBound,
        now moment: Instant
    ) -> Decide {
        let rules = Self.rules(rules, for: call, session)
        return { index, existing, _ in
            let change = call.changes[index]
            var violations = rules.violationsInSync(
                of: change,
                existing: existing,
                texts: verdicts[index],
                now: moment
            )
            if violations.isEmpty { violations = bound.violations(of: change, existing: existing) }
            return violations.isEmpty ? .merge(change) : .refuse(violations)
        }
    }

    /// The rules for a call. A choice of limits comes before the texts that were written under it, in the same call or
    /// an earlier one.
    private static func rules(_ rules: Rules, for call: SyncRequest, _ session: OpenSession) -> Rules {
        let choosesLimits = call.changes.contains { $0.key == Limits.Choice.key }
        return choosesLimits ? rules.widest : rules.accepting(session)
    }

    /// Parses a body and reads its texts.
    @inline(never)
    private func read(_ bytes: [UInt8], of session: OpenSession) throws -> (SyncRequest, [Rules.TextVerdicts]) {
        let call = try Self.read(bytes)
        let rules = Self.rules(rules, for: call, session)
        return (call, call.changes.map { rules.textVerdicts(on: $0) })
    }

    private static func read(_ bytes: [UInt8]) throws -> SyncRequest {
        do {
            return try SyncRequest(bytes)
        } catch {
            throw error.problem(of: bytes)
        }
    }
}
