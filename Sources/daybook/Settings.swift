import Configuration
import DaybookCore
import DaybookPush
import DaybookScrypt
import DaybookServer
import DaybookStore
import Foundation
import Logging

/// All settings of `daybook serve`, read and checked.
struct Settings {
    var host: String
    var port: Int
    var data: String
    /// Nil for the default folder, which need not exist.
    var web: String?
    var rules = Rules.standard
    var scryptCost: ScryptCost
    var hashingThreads: Int
    var rateLimit: Bool
    var signupLimit: Int
    var sessionIdleDays: Int
    var sessionDays: Int
    /// Nil to serve without TLS.
    var tls: TLSFiles?
    var trustedProxies: TrustedProxies
    var secureCookies: ServerConfiguration.SecureCookies
    var photoQuota: Int
    /// Nil to give push services no contact.
    var pushSubject: VAPIDContact?
    var privatePushHosts: PrivatePushHosts
    var listCache: Int
    var budgets: Budgets
    var logLevel: Logger.Level
    var logFormat: LogFormat

    /// Reads all sources; the first source that has a setting wins. Throws a ``Failure`` that names the setting.
    static func load(
        _ options: [AbsoluteConfigKey: ConfigValue],
        configPath: String?,
        environment: [String: String]
    ) async throws -> Settings {
        let plain = environment.filter { ["HOST", "PORT"].contains($0.key) }
        var providers: [any ConfigProvider] = [
            InMemoryProvider(name: "options", values: options),
            EnvironmentVariablesProvider(environmentVariables: environment).prefixKeys(with: "daybook"),
            EnvironmentVariablesProvider(environmentVariables: plain),
        ]
        if let file = try await SettingsFile.provider(path: configPath, environment: environment) {
            providers.append(file)
        }
        providers.append(InMemoryProvider(name: "defaults", values: Defaults.values(environment)))
        return try Settings(SettingsReader(ConfigReader(providers: providers)))
    }

    private init(_ reader: SettingsReader) throws {
        host = try reader.text("host")
        port = try reader.number("port", in: 0...65_535)
        data = try reader.text("data")
        web = reader.optionalText("web")
        rules.signUp = try reader.choice("signup", ["full": .full, "short": .short])
        rules.passwordPolicy = try reader.choice("passwordPolicy", ["strict": .strict, "basic": .basic])
        let (standard, isFixed) = (
            try reader.choice("rules", ["classic": Limits.Choice.classic, "roomy": .roomy]),
            try reader.flag("rulesFixed")
        )
        let changes = reader.optionalText("limits") ?? ""
        rules.offer =
            try Self.read("limits", changes) { try LimitsSetting.offer(standard, isFixed: isFixed, changes: $0) }
            ?? Limits.Offer()
        rules = rules.choosing(nil)
        rules.samples = try Self.samples(try reader.text("samples"))
        let cost = try reader.number("scryptCost", in: 1...20)
        scryptCost = ScryptCost(log2N: cost) ?? .server
        hashingThreads = try reader.number("hashingThreads", in: 1...64)
        rateLimit = try reader.flag("rateLimit")
        signupLimit = try reader.number("signupLimit", in: 1...1_000_000)
        sessionIdleDays = try reader.number("sessionIdleDays", in: 0...36_500)
        sessionDays = try reader.number("sessionDays", in: 0...36_500)
        tls = try Self.tls(certificate: reader.optionalText("tlsCertificate"), key: reader.optionalText("tlsKey"))
        do {
            trustedProxies = try TrustedProxies(reader.optionalText("trustedProxies") ?? "")
        } catch {
            throw Failure("the setting trustedProxies cannot be read: \(error)")
        }
        secureCookies = try reader.choice(
            "secureCookies",
            Dictionary(uniqueKeysWithValues: ServerConfiguration.SecureCookies.allCases.map { ($0.rawValue, $0) })
        )
        photoQuota = try reader.number("photoQuota", in: 0...1_000_000_000)
        pushSubject = try Self.read("pushSubject", reader.optionalText("pushSubject")) { try VAPIDContact($0) }
        privatePushHosts =
            try Self.read("privatePushHosts", reader.optionalText("privatePushHosts")) { try PrivatePushHosts($0) }
            ?? .none
        listCache = try reader.number("listCache", in: 1...1_048_576)
        budgets = try Self.read("budgets", reader.optionalText("budgets")) { try Budgets($0) } ?? Budgets()
        logLevel = try reader.choice(
            "logLevel",
            Dictionary(uniqueKeysWithValues: Logger.Level.allCases.map { ($0.rawValue, $0) })
        )
        logFormat = try reader.choice("logFormat", ["text": .text, "json": .json])
    }

    /// The parsed value of a text; nil without a text. Throws a ``Failure`` that names the setting.
    private static func read<Value>(
        _ name: String,
        _ text: String?,
        _ read: (String) throws -> Value
    ) throws -> Value? {
        do {
            return try text.map(read)
        } catch {
            throw Failure("the setting \(name) cannot be read: \(error)")
        }
    }

    private static func samples(_ text: String) throws -> String? {
        do {
            return try SamplesAddress(text).text
        } catch {
            throw Failure(
                "the setting samples must be none or an address such as https://example.org/todos, and not \(text)."
            )
        }
    }

    /// This many days; nil for 0, which means no limit.
    private static func days(_ count: Int) -> Instant.Span? {
        count == 0 ? nil : .days(Int64(count))
    }

    private static func tls(certificate: String?, key: String?) throws -> TLSFiles? {
        switch (certificate, key) {
        case (nil, nil): return nil
        case (let certificate?, let key?): return TLSFiles(certificate: certificate, key: key)
        case (nil, _): throw Failure("--tls-key is given but not --tls-certificate. TLS takes both.")
        case (_, nil): throw Failure("--tls-certificate is given but not --tls-key. TLS takes both.")
        }
    }

    /// The host that a person types into a browser on this machine.
    var hostForPeople: String {
        switch host {
        case "127.0.0.1", "0.0.0.0", "::1", "::": "localhost"
        default: host.contains(":") ? "[\(host)]" : host
        }
    }

    /// The configuration of the server, with the key that identifies it to push services. Throws when the web folder of
    /// the settings does not exist.
    func serverConfiguration(_ log: Logger, pushKey: VAPIDKey) throws -> ServerConfiguration {
        var configuration = ServerConfiguration()
        configuration.rules = rules
        configuration.scryptCost = scryptCost
        configuration.hashingThreads = hashingThreads
        configuration.limitsWrongPasswords = rateLimit
        configuration.signUpsPerHour = signupLimit
        configuration.sessionIdle = Self.days(sessionIdleDays)
        configuration.sessionAbsolute = Self.days(sessionDays)
        configuration.tls = tls
        configuration.trustedProxies = trustedProxies
        configuration.secureCookies = secureCookies
        configuration.photoQuota = photoQuota == 0 ? nil : Int64(photoQuota) * 1_000_000
        configuration.push = PushSettings(key: pushKey, contact: pushSubject, privateHosts: privatePushHosts)
        configuration.listCacheBytes = listCache << 20
        configuration.budgets = budgets
        let folder = web ?? Defaults.web
        if FileManager.default.fileExists(atPath: folder + "/index.html") {
            configuration.webFolder = folder
        } else if web != nil {
            throw Failure("the web folder \(folder) has no index.html. Build the browser app, or leave out --web.")
        } else {
            log.warning("no browser app: only the interface for programs is served", metadata: ["web": "\(folder)"])
        }
        return configuration
    }
}
