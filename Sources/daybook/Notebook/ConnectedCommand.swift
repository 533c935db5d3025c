import ArgumentParser
import DaybookClient
import DaybookCore
import Foundation

/// A command that talks to a server for the person's own notebook.
protocol ConnectedCommand: AsyncParsableCommand {
    var options: NotebookOptions { get }
    func work(_ context: NotebookContext) async throws
}

extension ConnectedCommand {
    func run() async throws {
        let context = NotebookContext(options)
        do { try await work(context) } catch let interrupted as Interrupted {
            StandardError.write("Interrupted. Nothing is lost: the next sync goes on from here.")
            context.endFile()
            interrupted.endProcess()
        } catch { throw NotebookExit.of(error) }
    }
}

/// How a command about the notebook ends when it fails.
enum NotebookExit {
    /// The server did not carry out the call; the same call may work later.
    static let unreachable = ExitCode(3)
    /// The notebook has no session.
    static let signedOut = ExitCode(4)
    /// It is synced, and the server refuses changes.
    static let refused = ExitCode(5)

    /// Reports the error, if it is one of the notebook's, and returns the error to throw for it.
    static func of(_ error: any Error) -> any Error {
        switch error {
        case let refusal as Refusal: return reported(refusal.description, Refusal.exitCode)
        case let error as NameError: return reported(Refusal(error).description, Refusal.exitCode)
        case let error as AccountCalls.Refused:
            // In the server's words.
            return reported(DisplayWidth.harmless(error.reasons.joined(separator: " ")), Refusal.exitCode)
        case let failure as SyncFailure: return reported(DisplayWidth.harmless(failure.description), code(of: failure))
        case let error as NotebookFileError: return Failure(error.description)
        default: return error
        }
    }

    private static func code(of failure: SyncFailure) -> ExitCode {
        switch failure {
        case .otherAccount: Refusal.exitCode
        case .signedOut, .sessionEnded: signedOut
        case .unreachable, .busy, .notDaybook, .stuck: unreachable
        }
    }

    private static func reported(_ text: String, _ code: ExitCode) -> ExitCode {
        StandardError.write("Error: \(text)")
        return code
    }
}

extension NotebookContext {
    /// Works with the server of an address, by its connection.
    func connected<Value>(
        to server: ServerAddress,
        _ work: (HTTPTransport) async throws -> Value
    ) async throws -> Value {
        closeFile()
        let certificates = environment["SSL_CERT_FILE"].flatMap { $0.isEmpty ? nil : $0 }
        let transport = HTTPTransport(server, certificates: certificates)
        do {
            // The address of the server before the first sign-in.
            await folder.endSessions(on: server, transport)
            let value = try await work(transport)
            await transport.close()
            return value
        } catch {
            await transport.close()
            throw error
        }
    }

    /// The notebook's session. Throws ``SyncFailure/signedOut`` when there is no session.
    func session() throws -> Session {
        guard let session = try folder.session() else { throw SyncFailure.signedOut }
        return session
    }

    /// Syncs, prints the result, and makes the copy of the day. Throws ``Interrupted`` when a signal ended it.
    func sync(_ file: NotebookFile, _ session: Session, _ transport: HTTPTransport) async throws {
        try await Interrupted.cancels { try await syncOnce(file, session, transport) }
    }

    private func syncOnce(_ file: NotebookFile, _ session: Session, _ transport: HTTPTransport) async throws {
        let synchronizer = Synchronizer(file, session, transport)
        let progress = ProgressLine()
        let unsent = try file.read { try $0.unsentCount() }
        synchronizer.progress = { report in
            // Only the server knows how much will come.
            if report.received == 0, report.sent < unsent { return progress.show("Sending", report.sent, of: unsent) }
            progress.show("\(report.sent) sent, \(report.received) received")
        }
        // A person who interrupts it does not wait for the copy, which another command makes.
        defer { if !Task.isCancelled { keepCopy(file) } }
        do {
            try await synchronizer.run()
        } catch {
            progress.end()
            // What was done stays done, and only this sync can tell of it. The error of the sync is the one to report.
            if !synchronizer.report.isEmpty { _ = try? print(synchronizer.report, file) }
            throw error
        }
        progress.end()
        let isRefused = try print(synchronizer.report, file)
        try await synchronizer.keepRules()
        if isRefused { throw NotebookExit.refused }
    }

    /// Makes the copy of the day, if it is due.
    func keepCopy(_ file: NotebookFile) {
        do {
            if try file.keepCopy(now: now) { try file.forgetPhotos(now: now) }
        } catch { StandardError.write("The copy of the notebook was not made: \(error)") }
    }

    /// Prints what a sync did. Returns whether the server refuses changes or photos. `onlyNewRefusals`: the changes
    /// that it refuses are printed when it has refused some in this sync.
    @discardableResult
    func print(_ report: SyncReport, _ file: NotebookFile, onlyNewRefusals: Bool = false) throws -> Bool {
        let texts = try SyncTexts(report, file)
        let written = Result { try StandardOutput.write([isJSON ? texts.json : texts.summary]) }
        // Also when nobody reads the output any more: Ctrl-C ends the other programs of a pipe too.
        if report.replacedCount > 0, !isJSON { StandardError.write(texts.replacements) }
        if onlyNewRefusals ? report.refused > 0 : texts.refusedCount > 0 { StandardError.write(texts.refusals) }
        if !report.refusedPhotos.isEmpty { StandardError.write(texts.photoRefusals) }
        try written.get()
        return texts.refusedCount > 0 || !report.refusedPhotos.isEmpty
    }
}

extension SyncTexts {
    /// The result of a sync, with what waits in the notebook.
    init(_ report: SyncReport, _ file: NotebookFile) throws {
        let (waiting, refused) = try file.read { (try $0.unsentCount(), try $0.refused(limit: 20)) }
        self.init(report: report, waiting: waiting, refused: refused.all, refusedCount: refused.count)
        replaced = try file.read { try $0.listings(of: report.replaced) }
    }
}
