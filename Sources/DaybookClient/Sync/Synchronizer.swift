import DaybookCore

/// Syncs a notebook's file with its server.
///
/// A call reads the changes to send in one transaction and writes the answer in another, so a process that is killed at
/// any point leaves a notebook that syncs on from there. Several processes may sync one file at once (S8).
public final class Synchronizer {
    private let file: NotebookFile
    private let session: Session
    private let transport: any ServerTransport
    private let now: () -> Instant
    private var engine = SyncEngine()
    private let uploads: PhotoUploads

    /// The milliseconds to wait after a failed call of sync.
    private var pauseOfRecords = 0
    /// What the last sync has done, also when it failed on the way, or what the present one has done so far.
    public private(set) var report = SyncReport()
    /// Whether the last sync has sent and read all records. When it failed all the same, photos are left.
    public private(set) var areRecordsSynced = false
    /// Called after each call, with the report so far.
    public var progress: (SyncReport) -> Void = { _ in }

    /// The failures in a row at which a sync gives up, once a call has worked.
    private static let failuresMaximum = 4
    /// The longest pause, in milliseconds, that a sync waits for by itself.
    private static let pauseMaximum = 30_000
    /// The most answers in a row that may change nothing.
    private static let idleMaximum = 5
    /// The most resets in one sync.
    private static let resetsMaximum = 3

    /// The milliseconds to wait after a failed sync.
    public var pause: Int { max(pauseOfRecords, uploads.pause) }

    /// A sync of a file in a session. `now` stamps what is written; `uptime` measures how long photos wait after a failure.
    public init(
        _ file: NotebookFile,
        _ session: Session,
        _ transport: any ServerTransport,
        now: @escaping () -> Instant = { Device.now },
        uptime: @escaping () -> ContinuousClock.Instant = { .now }
    ) {
        self.file = file
        self.session = session
        self.transport = transport
        self.now = now
        uploads = PhotoUploads(file, session, transport, uptime: uptime)
    }

    /// Calls the server until all is sent and read. Throws a ``SyncFailure``, a ``NotebookFileError``, or a
    /// `CancellationError`; what was done until then is kept, and is in ``report``.
    ///
    /// A first call that fails is reported at once. A later call is tried again, since the network has just worked.
    /// `isPatient`: false to report each failure at once.
    ///
    /// Photos go first, so that other devices find the bytes when they read of a photo. When a photo fails with a
    /// temporary failure, the records are synced all the same, and the failure is thrown afterwards. A patient sync then
    /// sends the photos that waited behind failed ones.
    @discardableResult
    public func run(isPatient: Bool = true) async throws -> SyncReport {
        report = SyncReport()
        areRecordsSynced = false
        var failure = try await temporaryFailure { try await uploads.send(&report, progress) }
        try await syncRecords(isPatient: isPatient)
        areRecordsSynced = true
        if isPatient, uploads.haveFailedAlone {
            failure = try await temporaryFailure { try await uploads.sendRest(&report, progress) }
        }
        try uploads.forgetSent(now: now())
        if let failure { throw failure }
        return report
    }

    /// The temporary failure of some work; nil when it did not fail. Throws any other error of it.
    private func temporaryFailure(of work: () async throws -> Void) async throws -> SyncFailure? {
        do { try await work() } catch let failure as SyncFailure where failure.isTemporary { return failure }
        return nil
    }

    /// Keeps the server's rules, by which the commands check typed values. They stay as they are when the server does
    /// not answer: then only the server checks by new ones.
    public func keepRules() async throws {
        guard let rules = try? await AccountCalls(session.server, transport).rules() else { return }
        try file.write { try $0.keep(rules) }
    }

    private func syncRecords(isPatient: Bool) async throws {
        var (hasWorked, idle, failures) = (false, 0, 0)
        while true {
            let before = try file.read { try $0.place() }
            do {
                let next = try await call()
                (hasWorked, failures) = (true, 0)
                progress(report)
                if next == .nothing { return }
                idle = try file.read { try $0.place() } == before && next == .call ? idle + 1 : 0
            } catch let failure as SyncFailure where failure.isTemporary && isPatient && hasWorked {
                failures += 1
                guard failures < Self.failuresMaximum, pauseOfRecords <= Self.pauseMaximum else { throw failure }
                try await Task.sleep(for: .milliseconds(pauseOfRecords))
            }
            if idle > Self.idleMaximum || report.resets > Self.resetsMaximum { throw SyncFailure.stuck }
        }
    }

    /// The step after a call.
    private enum Next {
        case nothing
        case call
        /// A call with half of the changes, since the server refused them together.
        case half
    }

    private func call() async throws -> Next {
        guard let message = try file.read({ try $0.begin(&engine, of: session.account) }) else { return .nothing }
        let answer = try await answer(to: session.call(.sync, .post, "/api/v1/sync", body: message.encoded))
        switch answer.syncReply {
        case .read(let read):
            pauseOfRecords = 0
            let outcome = try file.write { try $0.answered(read, &engine, now: now()) }
            report.add(message, read)
            report.add(outcome)
            return outcome?.callsAgain == true ? .call : .nothing
        case .refused(let violation):
            if let outcome = try file.write({ try $0.refused(violation, &engine) }) {
                report.add(outcome)
                return outcome.callsAgain ? .half : .nothing
            }
        case .failed: break
        }
        pauseOfRecords = engine.pause(after: answer)
        throw SyncFailure(answer)
    }

    private func answer(to call: Call) async throws -> Answer {
        do {
            let answer = try await transport.answer(to: call)
            if answer.status != 401 { return answer }
        } catch {
            pauseOfRecords = engine.pause(after: Answer(status: 0, jitter: .random(in: 0...1)))
            throw error
        }
        engine.stop()
        throw SyncFailure.sessionEnded
    }
}

extension SyncReport {
    fileprivate mutating func add(_ outcome: SyncEngine.Outcome?) {
        guard let outcome else { return }
        refused += outcome.refusedCount
        replacedCount += outcome.replaced.count
        replaced += outcome.replaced.prefix(max(0, SyncReport.replacedMaximum - replaced.count))
    }

    fileprivate mutating func add(_ message: SyncRequest, _ answer: SyncAnswer) {
        received += answer.changes.count
        if answer.mustReset {
            resets += 1
        } else {
            sent += Set(message.changes.map { $0.key }).subtracting(answer.rejected.map { $0.key }).count
        }
    }
}
