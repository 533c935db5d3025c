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

    func work(_ desk: NotebookDesk) async throws {
        let session = try desk.session()
        try await desk.connected(to: session.server) { transport in
            guard watch else { return try await desk.sync(try desk.file(), session, transport) }
            try await SyncCommand.untilInterrupted {
                let file = try desk.file()
                defer { desk.keepCopy(file) }
                try await SyncWatch(file, session, transport).run { desk.tell($0, file) }
            }
        }
    }

    /// Runs work that SIGINT and SIGTERM cancel: it ends quietly.
    private static func untilInterrupted(_ work: @escaping @Sendable () async throws -> Void) async throws {
        let task = Task(operation: work)
        let sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { task.cancel() }
            source.resume()
            return source
        }
        defer { for source in sources { source.cancel() } }
        do { try await task.value } catch is CancellationError {}
    }
}

extension NotebookDesk {
    /// Tells what a watch has done: on standard output what was synced, on standard error what went wrong.
    fileprivate func tell(_ news: SyncWatch.News, _ file: NotebookFile) {
        switch news {
        case .synced(let report):
            var texts = SyncTexts(report: report)
            texts.replaced = (try? file.read { try $0.listings(of: report.replaced) }) ?? []
            try? StandardOutput.write([isJSON ? texts.json : texts.summary])
            if report.replacedCount > 0, !isJSON { AccountDesk.say(texts.replacements) }
            if !report.refusedPhotos.isEmpty { AccountDesk.say(texts.photoRefusals) }
        case .failed(let failure): AccountDesk.say(DisplayWidth.harmless("\(failure) It is tried again."))
        case .isBack: AccountDesk.say("The server answers again.")
        }
    }
}
