import ArgumentParser
import DaybookClient
import DaybookCore
import Foundation

/// `daybook sync`
struct SyncCommand: ConnectedCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Send the changes of this notebook to its server, and read those of other devices.",
        discussion: """
            Sign in first with `daybook login`. A sync that was interrupted is continued by the next one; Ctrl-C prints what \
            was done until then. With --watch the command goes on until Ctrl-C: it syncs whenever this notebook or \
            another device changes something.
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
            // A signal is the usual end of a watch.
            do { try await Interrupted.cancels { try await context.watch(session, transport) } } catch is Interrupted {}
        }
    }
}

extension NotebookContext {
    /// Syncs until the task is cancelled.
    fileprivate func watch(_ session: Session, _ transport: HTTPTransport) async throws {
        let file = try self.file()
        defer { keepCopy(file) }
        try printRefusals(file)
        try await SyncWatch(file, session, transport).run { try print($0, file) }
    }

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
