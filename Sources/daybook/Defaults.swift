import Configuration
import DaybookScrypt
import DaybookServer
import Foundation
import Logging

/// The defaults of the settings.
enum Defaults {
    /// Only this machine, so that no server becomes public by accident.
    static let host = "127.0.0.1"
    static let port = 8080
    static let signup = "full"
    static let passwordPolicy = "strict"
    static let rules = "classic"
    static let scryptCost = ScryptCost.server.log2N
    static let hashingThreads = 1
    static let rateLimit = true
    static let signupLimit = 100
    /// The longest that browsers keep a cookie.
    static let sessionIdleDays = 400
    /// No limit: a person stays signed in until they log out (A9).
    static let sessionDays = 0
    static let secureCookies = ServerConfiguration.SecureCookies.whenForwarded.rawValue
    static let samples = SamplesAddress.own
    /// Enough for some thousand photos of the size that the web app makes.
    static let photoQuota = 5_000
    static let listCache = 64
    static let logLevel = Logger.Level.info.rawValue
    static let logFormat = LogFormat.text.rawValue

    static let logLevels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
    static let dataForHelp = "$XDG_DATA_HOME/daybook, or ~/.local/share/daybook"

    /// The XDG base directory for data (https://specifications.freedesktop.org/basedir-spec).
    static func data(_ environment: [String: String]) -> String {
        xdg(environment, "XDG_DATA_HOME", fallback: ".local/share")
    }

    /// Daybook's folder in an XDG base directory.
    static func xdg(_ environment: [String: String], _ variable: String, fallback: String) -> String {
        // The specification requires that relative paths are ignored.
        if let base = environment[variable], base.hasPrefix("/") { return base + "/daybook" }
        let home = environment["HOME"] ?? FileManager.default.homeDirectoryForCurrentUser.path
        return "\(home)/\(fallback)/daybook"
    }

    /// The browser app beside the program.
    static var web: String {
        let program = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
        return program.resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent("daybook-web").path
    }

    /// All defaults, by the names of the settings.
    static func values(_ environment: [String: String]) -> [AbsoluteConfigKey: ConfigValue] {
        [
            "host": .init(.string(host), isSecret: false),
            "port": .init(.int(port), isSecret: false),
            "data": .init(.string(data(environment)), isSecret: false),
            "signup": .init(.string(signup), isSecret: false),
            "passwordPolicy": .init(.string(passwordPolicy), isSecret: false),
            "rules": .init(.string(rules), isSecret: false),
            "rulesFixed": .init(.bool(false), isSecret: false),
            "scryptCost": .init(.int(scryptCost), isSecret: false),
            "hashingThreads": .init(.int(hashingThreads), isSecret: false),
            "rateLimit": .init(.bool(rateLimit), isSecret: false),
            "signupLimit": .init(.int(signupLimit), isSecret: false),
            "sessionIdleDays": .init(.int(sessionIdleDays), isSecret: false),
            "sessionDays": .init(.int(sessionDays), isSecret: false),
            "secureCookies": .init(.string(secureCookies), isSecret: false),
            "samples": .init(.string(samples), isSecret: false),
            "photoQuota": .init(.int(photoQuota), isSecret: false),
            "listCache": .init(.int(listCache), isSecret: false),
            "logLevel": .init(.string(logLevel), isSecret: false),
            "logFormat": .init(.string(logFormat), isSecret: false),
        ]
    }

    /// The names of the settings without a default.
    static let without: Set = [
        "web", "limits", "budgets", "tlsCertificate", "tlsKey", "trustedProxies", "pushSubject", "privatePushHosts",
    ]

    /// The names of all settings.
    static let names = Set(values([:]).keys.map { $0.components.joined(separator: ".") }).union(without)
}
