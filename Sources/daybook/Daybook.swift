import ArgumentParser
import DaybookServer

/// The command line.
struct Daybook: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "daybook",
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
        defaultSubcommand: isCommandNamed ? nil : ListCommand.self
    )

    /// Whether the command line begins with the name of a frequent command. ArgumentParser goes through all options of the default
    /// command before it looks for a name, which takes a tenth of a short command.
    private static var isCommandNamed: Bool {
        ["add", "list", "done", "show"].contains(CommandLine.arguments.dropFirst().first)
    }
}
