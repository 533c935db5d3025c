import ArgumentParser
import Configuration
import DaybookStore
import Foundation

/// `daybook backup`
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Take backups of everything, whether the server runs or not, and check them.",
        usage: """
            daybook backup <target> [--data <data>] [--keep <rules>] [--json]
            daybook backup verify <path> [--json]
            """,
        discussion: "`daybook help backup take` and `daybook help backup verify` say more.",
        subcommands: [BackupTake.self, BackupVerify.self],
        defaultSubcommand: BackupTake.self
    )
}

/// The settings that decide where the data folder is.
struct FolderOptions: ParsableArguments {
    @Option(help: "The config file. (default: \(SettingsFile.defaultPathForHelp), if it is there)")
    var config: String?

    @Option(help: "The folder that holds all data. (default: \(Defaults.dataForHelp))")
    var data: String?

    /// The data folder, from the same sources as for `daybook serve`. Throws a ``Failure``.
    func folder() async throws -> String {
        var values: [AbsoluteConfigKey: ConfigValue] = [:]
        if let data { values["data"] = ConfigValue(.string(data), isSecret: false) }
        let environment = ProcessInfo.processInfo.environment
        return try await Settings.load(values, configPath: config, environment: environment).data
    }
}
