import ArgumentParser
import DaybookClient
import DaybookCore

/// `daybook trash`
struct TrashCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trash",
        abstract: "List what was deleted in the last 30 days, and restore it.",
        subcommands: [List.self, Restore.self],
        defaultSubcommand: List.self
    )

    /// `daybook trash list`
    struct List: NotebookCommand {
        static let configuration = CommandConfiguration(abstract: "List what was deleted, latest first.")

        @OptionGroup(title: "Notebook")
        var options: NotebookOptions

        func work(_ desk: NotebookDesk) throws {
            let records = try desk.read([]) { try $0.trash(now: desk.now) }
            if desk.isJSON { return try StandardOutput.write([NotebookJSON.records(records)]) }
            if records.isEmpty { return AccountDesk.say("The trash is empty.") }
            try StandardOutput.write(desk.table.lines(records))
        }
    }

    /// `daybook trash restore`
    struct Restore: NotebookCommand {
        static let configuration = CommandConfiguration(
            abstract: "Restore deleted to-dos, notes and photos as they were."
        )

        @OptionGroup
        var names: NameArguments

        @OptionGroup(title: "Notebook")
        var options: NotebookOptions

        func work(_ desk: NotebookDesk) throws {
            try desk.change(names.ids, nil, isDeleted: true) { notebook, listed in
                notebook.restore(listed.key, desk.now).announcements
            }
        }
    }
}
