import ArgumentParser
import Configuration

/// `daybook account`
struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Look after people's accounts, whether the server runs or not.",
        discussion: """
            The data folder, the password policy and the scrypt cost are taken from where `daybook serve` takes them: \
            the option, the environment, the config file, the default.
            """,
        subcommands: [AccountList.self, AccountResetPassword.self, AccountDelete.self]
    )
}

/// The settings that account commands need, as options.
struct AccountOptions: ParsableArguments {
    @Option(help: "The config file. (default: \(SettingsFile.defaultPathForHelp), if it is there)")
    var config: String?

    @Option(help: "The folder that holds all data. (default: \(Defaults.dataForHelp))")
    var data: String?

    @Option(help: "The rules for passwords: strict or basic. (default: \(Defaults.passwordPolicy))")
    var passwordPolicy: String?

    @Option(
        help: "The work to hash a password, as the power of two that scrypt calls N. (default: \(Defaults.scryptCost))"
    )
    var scryptCost: Int?

    /// The options that were given, by the names of their settings.
    var values: [AbsoluteConfigKey: ConfigValue] {
        let given: [String: ConfigContent?] = [
            "data": data.map { .string($0) }, "passwordPolicy": passwordPolicy.map { .string($0) },
            "scryptCost": scryptCost.map { .int($0) },
        ]
        return given.reduce(into: [:]) { values, option in
            guard let content = option.value else { return }
            values[AbsoluteConfigKey([option.key])] = ConfigValue(content, isSecret: false)
        }
    }
}
