import ArgumentParser
import Configuration
import DaybookCore
import DaybookPush
import DaybookServer
import DaybookStore
import Foundation
import Logging

/// `daybook serve`
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve Daybook to browsers and other programs.",
        discussion: """
            A setting is taken from the first of these that has it: the option, the environment (HOST, PORT, or \
            DAYBOOK_ and the option's name, such as DAYBOOK_LOG_LEVEL), the config file, the default.

            The config file is a JSON object of settings by their names without hyphens, such as \
            {"port": 8080, "logLevel": "debug"}. Ctrl-C ends the server cleanly.
            """
    )

    @Option(help: "The config file. (default: \(SettingsFile.defaultPathForHelp), if it is there)")
    var config: String?

    @OptionGroup(title: "Settings")
    var options: SettingsOptions

    func run() async throws {
        do {
            try await serve()
        } catch {
            throw Failure(error)
        }
    }

    private func serve() async throws {
        let environment = ProcessInfo.processInfo.environment
        let settings = try await Settings.load(options.values, configPath: config, environment: environment)
        let log = LogHandler.bootstrap(level: settings.logLevel, format: settings.logFormat)
        DescriptorLimit.raise()
        MemoryArenas.limit()
        // All files of the server are for its own user only: the database, its log, and the files beside them.
        umask(0o077)
        let folder = try DataFolder(path: settings.data)
        guard let lock = try FolderLock(folder: folder.path, .shared) else { throw Failure.inRepair(folder.path) }
        defer { withExtendedLifetime(lock) {} }
        let meter = BudgetMeter()
        let storage = try Storages.sqlite(path: folder.databasePath, budgets: settings.budgets, meter: meter)
        let pushKey = try VAPIDKeyFile(folder: folder.path).readOrMake()
        var configuration = try settings.serverConfiguration(log, pushKey: pushKey)
        configuration.meter = meter
        configuration.spoolFolder = folder.spoolPath
        let scheme = settings.tls == nil ? "http" : "https"
        try await runServer(
            storage: storage,
            configuration: configuration,
            host: settings.host,
            port: settings.port,
            logger: log
        ) { port in
            log.notice(
                "Daybook serves",
                metadata: ["address": "\(scheme)://\(settings.hostForPeople):\(port)", "data": "\(folder.path)"]
            )
        }
    }
}
