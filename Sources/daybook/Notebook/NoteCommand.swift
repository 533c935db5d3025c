import ArgumentParser
import DaybookClient
import DaybookCore

/// `daybook note`
struct NoteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "note",
        abstract: "Write, list, show, edit and delete notes.",
        discussion: """
            `undo`, `redo`, `trash`, `trash restore` and `history` are about notes too. `photo` is about their photos.
            """,
        subcommands: [NoteAddCommand.self, List.self, Show.self, NoteEditCommand.self, Delete.self, Todos.self],
        defaultSubcommand: List.self
    )

    /// `daybook note list`, and `daybook note` alone
    struct List: NotebookCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List notes: the pinned ones, then those that were changed last, 25 in all.",
            discussion: "With --json there is no limit unless --limit sets one."
        )

        // The name of one order begins with a hyphen, like an option.
        @Option(
            parsing: .unconditional,
            help: "The order: modified (changed last first), created (newest first), title, or -title for Z to A."
        )
        var sort = NoteOrder.modified

        @Option(
            help: """
                Only notes with all of these words in the title, the text or a tag; #word for a tag that begins so, or a \
                text with #word.
                """
        )
        var search = ""

        @Option(help: "Only notes with this tag.")
        var tag: String?

        @Option(help: "Notes at most; 0 for all. (default: 25)")
        var limit: Int?

        @OptionGroup(title: "Notebook")
        var options: NotebookOptions

        func validate() throws {
            if let limit, limit < 0 { throw ValidationError("--limit is a number of notes, or 0 for all.") }
        }

        func work(_ context: NotebookContext) throws {
            let most = limit ?? (context.isJSON ? 0 : ListCommand.rows)
            // One note more is read, to know whether there are more.
            let query = NoteQuery(
                search: search,
                tag: tag.map(TagOptions.name),
                order: sort,
                limit: most == 0 || most == .max ? nil : most + 1
            )
            if context.isJSON { return try write(query, most, context) }
            try show(query, most, context)
        }

        /// Writes the list for a program. `most`: the number of notes at most; 0 for all.
        private func write(_ query: NoteQuery, _ most: Int, _ context: NotebookContext) throws {
            var list = RecordStream("notes") { try StandardOutput.write(bytes: $0) }
            var isMore = false
            try context.read(()) { reader in
                try reader.eachNote(query) { note in
                    if most > 0, list.count == most { return isMore = true }
                    try list.add(.note(note))
                }
            }
            try list.end(more: isMore)
        }

        /// Writes the list for a person. `most`: the number of lines at most; 0 for all.
        private func show(_ query: NoteQuery, _ most: Int, _ context: NotebookContext) throws {
            let table = context.noteTable
            var columns = table.columns
            var isMore = false
            try context.read(()) { reader in
                try reader.eachNote(query) { note in
                    if most > 0, columns.count == most { return isMore = true }
                    table.add(note, to: &columns)
                }
            }
            try context.print(columns, more: isMore)
            if columns.count == 0 { StandardError.write(nothing) }
        }

        /// The message for an empty list.
        private var nothing: String {
            let isSearch = !search.allSatisfy(\.isWhitespace)
            if tag != nil {
                return isSearch ? "No note with this tag has all of these words." : "No note has this tag."
            }
            return isSearch ? "No note has all of these words." : "There are no notes. Write one: daybook note add"
        }
    }

    /// `daybook note show`
    struct Show: NotebookCommand {
        static let configuration = CommandConfiguration(commandName: "show", abstract: "Show all of some notes.")

        @OptionGroup
        var names: NameArguments

        @OptionGroup(title: "Notebook")
        var options: NotebookOptions

        func work(_ context: NotebookContext) throws {
            let notes = try context.read([]) { reader in try names.ids.map { try reader.note(named: $0) } }
            guard notes.count == names.ids.count else { throw NameError.unknown(names.ids[0], .note) }
            if context.isJSON { return try context.print(notes) }
            let details = notes.map { context.noteTable.details($0) }
            try StandardOutput.write(Array(details.joined(separator: [""])))
        }
    }

    /// `daybook note delete`
    struct Delete: NotebookCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Delete notes. The trash keeps them for 30 days, with their photos."
        )

        @OptionGroup
        var names: NameArguments

        @OptionGroup(title: "Notebook")
        var options: NotebookOptions

        func work(_ context: NotebookContext) throws {
            try context.delete(names.ids, .note) { notebook, id in _ = notebook.delete(Note.ID(id), context.now) }
        }
    }
}

extension NoteCommand {
    /// `daybook note todos`
    struct Todos: NotebookCommand {
        static let configuration = CommandConfiguration(
            commandName: "todos",
            abstract: "Make a to-do of each line of a note that begins with a dash, unless it is one already."
        )

        @Argument(help: "The first digits of a note's ID, as many as only one has.")
        var id: String

        @OptionGroup(title: "Notebook")
        var options: NotebookOptions

        func work(_ context: NotebookContext) throws {
            try context.write { writer in
                let note = try writer.reader.note(named: id).note
                let (text, made) = try writer.makeTodos(of: note, context.now)
                return (text, try made.compactMap { try writer.reader.todo($0) })
            } print: { text, todos in
                try context.print([text], about: todos)
            }
        }
    }
}

extension NoteOrder: ExpressibleByArgument {}
