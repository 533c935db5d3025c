import ArgumentParser
import DaybookServer

/// The command line.
@main
struct Daybook: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "daybook",
        abstract: "To-dos and photo notes that work offline and sync.",
        version: Version.current,
        subcommands: [
            Serve.self, AccountCommand.self, BackupCommand.self, RestoreCommand.self, CheckCommand.self,
        ]
    )
}
