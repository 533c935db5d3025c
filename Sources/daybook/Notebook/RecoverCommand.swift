import ArgumentParser
import DaybookClient
import DaybookCore
import Foundation

/// `daybook recover`
struct RecoverCommand: NotebookCommand {
    static let configuration = CommandConfiguration(
        commandName: "recover",
        abstract: "Make a good notebook of a damaged one and its copy.",
        discussion: """
            Merges the copy of the day with every record that can still be read in the damaged file, so that the latest \
            of both is there. The damaged file is kept under another name. What could be undone is forgotten.
            """
    )

    @OptionGroup(title: "Notebook")
    var options: NotebookOptions

    func work(_ context: NotebookContext) throws {
        // The file that is made is for its owner alone.
        umask(0o077)
        let progress = ProgressLine()
        let recovery: NotebookRecovery.Result
        do {
            defer { progress.end() }
            recovery = try NotebookRecovery(context.folder).run(now: context.now) {
                progress.show("Reading", $0, of: $1)
            }
        }
        let both = recovery.keptPath == nil ? "the copy; the file was missing" : "the file and its copy"
        let source = recovery.hasCopy ? both : "the file; there was no copy"
        let kept = recovery.keptPath.map { " The damaged file is kept as \($0)." } ?? ""
        let records = recovery.records == 1 ? "1 record" : "\(recovery.records) records"
        try context.print(messages: ["Recovered \(records) from \(source).\(kept)"])
    }
}
