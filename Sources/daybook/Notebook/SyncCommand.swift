import ArgumentParser
import DaybookClient
import DaybookCore
import Dispatch
import Foundation

/// `daybook sync`
struct SyncCommand: ConnectedCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Send the changes of this notebook to its server, and read those of other devices.",
        discussion: """
            Sign in first with `daybook login`. A sync that was interrupted is continued by the next one. With --watch the \
            command goes on until Ctrl-C: it syncs whenever this notebook or another device changes something.
            """
    )

    @Flag(help: "Go on syncing until Ctrl-C.")
    var watch = false

    @OptionGroup(title: "Notebook")
    var options: NotebookOptions

    func work(_ context: NotebookContext) async throws {
        let session = try context.session()
        try await context.connected(to: session.server) { transport in
            guard watch else { return try await context.sync(try context.file(), session, transport) }
            try await SyncCommand.untilInterrupted {
                let file = try context.file()
                defer { context.keepCopy(file) }
                try context.printRefusals(file)
                try await SyncWatch(file, session, transport).run { try context.print($0, file) }
            }
        }
    }

    /// Runs work that SIGINT and SIGTERM cancel: it ends quietly. A signal that comes before the work begins ends the process.
    private static func untilInterrupted(_ work: @escaping @Sendable () async throws -> Void) async throws {
        let (signals, arrived) = AsyncStream.makeStream(of: Void.self)
        let sources = [SIGINT, SIGTERM, SIGHUP].map { DispatchSource.makeSignalSource(signal: $0) }
        defer { for source in sources { source.cancel() } }
        for source in sources {
            source.setEventHandler { arrived.yield() }
            // Until the source listens, a signal ends the process. If it were ignored, it would be lost.
            await withCheckedContinuation { listens in
                source.setRegistrationHandler { listens.resume() }
                source.resume()
            }
        }
        let task = Task(operation: work)
        let end = Task { for await _ in signals { task.cancel() } }
        defer { end.cancel() }
        do { try await task.value } catch is CancellationError {}
    }
}

extension NotebookContext {
    /// Prints what a watch has done: syncs to standard output, errors to standard error. Ends the watch when nobody reads
    /// its output any more.
    fileprivate func print(_ news: SyncWatch.Status, _ file: NotebookFile) throws {
        switch news {
        case .synced(let report): try print(report, file, onlyNewRefusals: true)
        case .failed(let failure):
            StandardError.write(DisplayWidth.harmless("\(failure.problem) Daybook keeps trying."))
        case .photosFailed(let failure):
            let text = "Photos cannot be sent: \(failure.problem) They stay on this machine, and Daybook keeps trying."
            StandardError.write(DisplayWidth.harmless(text))
        case .isBack: StandardError.write("The server answers again.")
        }
    }

    /// Prints what the server has refused before.
    fileprivate func printRefusals(_ file: NotebookFile) throws {
        let texts = try SyncTexts(SyncReport(), file)
        if texts.refusedCount > 0 { StandardError.write(texts.refusals) }
    }
}
