import DaybookCore

/// Keeps a notebook's file in sync until it is cancelled: with what other devices change, as the server's stream of
/// events tells, and with what other commands change in the file.
public final class SyncWatch {
    private let file: NotebookFile
    private let session: Session
    private let transport: any ServerTransport
    private let synchronizer: Synchronizer

    /// A change of the connection, or of the notebook, that a command reports.
    public enum Status: Equatable, Sendable {
        /// Changes were sent, refused or received. A failure of the same sync follows.
        case synced(SyncReport)
        /// The server cannot be reached from now on. It is tried again.
        case failed(SyncFailure)
        /// Records are synced, and photos cannot be sent from now on. They are tried again.
        case photosFailed(SyncFailure)
        /// The server can be reached again.
        case isBack
    }

    private enum Signal: Sendable {
        case tick
        case serverEvent
        case ended(jitter: Double)
    }

    private var events = Connection.EventStream()
    /// When to call the server; nil when nothing asks for it.
    private var syncDue: Instant?
    /// When to open the stream of events.
    private var listenDue: Instant?
    private var lastCall = Instant(milliseconds: 0)
    /// The last sync did not reach the server.
    private var hasFailed = false
    /// The last sync has left photos.
    private var havePhotosFailed = false
    /// The server's rules may be other ones than those that the notebook has.
    private var areRulesDue = true
    private var version = 0

    /// A watch over a file in a session.
    public init(_ file: NotebookFile, _ session: Session, _ transport: any ServerTransport) {
        self.file = file
        self.session = session
        self.transport = transport
        synchronizer = Synchronizer(file, session, transport)
    }

    /// Watches until the task is cancelled, and returns then. Throws a ``SyncFailure`` that does not pass by itself, a
    /// ``NotebookFileError``, or what `onStatus` throws.
    public func run(_ onStatus: (Status) throws -> Void) async throws {
        let (signals, source) = AsyncStream.makeStream(of: Signal.self)
        let (transport, stream) = (transport, session.call(.events, .get, "/api/v1/sync/events"))
        syncDue = Device.now
        listenDue = Device.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                // Other commands of this machine are noticed within a second.
                while (try? await Task.sleep(for: .seconds(1))) != nil { source.yield(.tick) }
                source.finish()
            }
            source.yield(.tick)
            for await signal in signals {
                try take(signal)
                if let due = syncDue, due <= Device.now { try await sync(onStatus) }
                if Task.isCancelled { return }
                guard isListeningDue else { continue }
                listenDue = nil
                events.began(Device.now)
                group.addTask {
                    let answer = try? await transport.listen(to: stream) { _ in source.yield(.serverEvent) }
                    source.yield(.ended(jitter: answer?.jitter ?? 0.5))
                }
            }
        }
    }

    private var isListeningDue: Bool {
        guard let listenDue, !hasFailed else { return false }
        return listenDue <= Device.now
    }

    private func take(_ signal: Signal) throws {
        let now = Device.now
        switch signal {
        case .serverEvent:
            if events.received() { syncDue = now }
        case .ended(let jitter):
            // A stream that had worked ends when the network, the server or the session is gone. A call shows which.
            if events.isConnected {
                syncDue = now
                areRulesDue = true
            }
            let wait = events.ended(now, jitter: jitter) ?? 1_000
            listenDue = now.advanced(by: .milliseconds(Int64(wait)))
        case .tick:
            if hasFailed { return }
            let current = try file.version()
            if current != version, try file.read({ try $0.unsentCount() }) > 0 { syncDue = now }
            version = current
            let isOld = now.milliseconds - lastCall.milliseconds >= Connection.pollMilliseconds
            if !events.isConnected, isOld { syncDue = now }
        }
    }

    private func sync(_ onStatus: (Status) throws -> Void) async throws {
        syncDue = nil
        let end: Result<SyncReport, any Error>
        do { end = .success(try await synchronizer.run(isPatient: false)) } catch { end = .failure(error) }
        if synchronizer.areRecordsSynced, hasFailed {
            try onStatus(.isBack)
            hasFailed = false
        }
        let report = synchronizer.report
        if !report.isEmpty { try onStatus(.synced(report)) }
        do {
            _ = try end.get()
            havePhotosFailed = false
        } catch let failure as SyncFailure where failure.isTemporary {
            try failed(failure, onStatus)
        } catch is CancellationError {
            return
        }
        if !hasFailed, areRulesDue || report.refused > 0 {
            areRulesDue = false
            try await synchronizer.keepRules()
        }
        lastCall = Device.now
    }

    /// Reports a failure once, and has the next sync wait. Records do not wait for photos.
    private func failed(_ failure: SyncFailure, _ onStatus: (Status) throws -> Void) throws {
        if synchronizer.areRecordsSynced {
            if !havePhotosFailed { try onStatus(.photosFailed(failure)) }
            havePhotosFailed = true
        } else {
            if !hasFailed { try onStatus(.failed(failure)) }
            hasFailed = true
            areRulesDue = true
        }
        syncDue = Device.now.advanced(by: .milliseconds(Int64(max(synchronizer.pause, 1_000))))
    }
}
