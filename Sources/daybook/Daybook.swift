import ArgumentParser
import DaybookServer

/// The command line.
struct Daybook: AsyncParsableCommand {
    static let name = "daybook"

    static let configuration = CommandConfiguration(
        commandName: name,
        abstract: "To-dos and photo notes that work offline and sync.",
        version: Version.current,
        groupedSubcommands: [
            CommandGroup(
                name: "Your notebook",
                subcommands: [
                    AddCommand.self, ListCommand.self, ShowCommand.self, EditCommand.self, DoneCommand.self,
                    UndoneCommand.self, DeleteCommand.self, UndoCommand.self, RedoCommand.self, TrashCommand.self,
                    HistoryCommand.self, NoteCommand.self, PhotoCommand.self, TagsCommand.self, LimitsCommand.self,
                    StatsCommand.self, RemindCommand.self, RecoverCommand.self, CompletionsCommand.self,
                ]
            ),
            CommandGroup(
                name: "Your devices",
                subcommands: [LoginCommand.self, SignupCommand.self, LogoutCommand.self, SyncCommand.self]
            ),
            CommandGroup(
                name: "Server",
                subcommands: [
                    Serve.self, AccountCommand.self, BackupCommand.self, RestoreCommand.self, CheckCommand.self,
                ]
            ),
        ],
        defaultSubcommand: ListCommand.self
    )

    /// The frequent commands. Each has `_superCommandName`, by which ArgumentParser does not look first whether a script of
    /// completions is asked for.
    static let frequent: [any NotebookCommand.Type] = [
        AddCommand.self, ListCommand.self, DoneCommand.self, ShowCommand.self,
    ]

    /// The command of a command line that names a frequent command, or no command, and that this command understands. Nil for
    /// any other command line: the whole of ``Daybook`` then reads it, or explains what is wrong with it.
    ///
    /// For what ``Daybook`` has of its own, ArgumentParser asks the runtime of Swift which types conform to which protocols.
    /// That takes as long as it takes to read the options of a command.
    static func frequentCommand(_ words: [String]) -> (any NotebookCommand)? {
        let name = words.first ?? ListCommand.configuration.commandName
        return frequent.first { $0.configuration.commandName == name }?.alone(Array(words.dropFirst()))
    }
}

extension NotebookCommand {
    /// The command of these words; nil where it does not understand them, and where they ask for help.
    fileprivate static func alone(_ words: [String]) -> Self? { try? parseAsRoot(words) as? Self }
}
