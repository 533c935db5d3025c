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
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List what was deleted, latest first."
        )

        @OptionGroup(title: "Notebook")
        var options: NotebookOptions

        func work(_ context: NotebookContext) throws {
            let records = try context.read([]) { try $0.trash(now: context.now) }
            if context.isJSON { return try StandardOutput.write([NotebookJSON.records(records)]) }
            if records.isEmpty { return StandardError.write("The trash is empty.") }
            try StandardOutput.write(context.table.columns(records))
        }
    }

    /// `daybook trash restore`
    struct Restore: NotebookCommand {
        static let configuration = CommandConfiguration(
            commandName: "restore",
            abstract: "Restore deleted to-dos, notes and photos as they were."
        )

        @OptionGroup
        var names: NameArguments

        @OptionGroup(title: "Notebook")
        var options: NotebookOptions

        func work(_ context: NotebookContext) throws {
            try context.change(names.ids, nil, isDeleted: true) { notebook, listed in
                notebook.restore(listed.key, context.now).announcements
            }
        }
    }
}
