import ArgumentParser
import Configuration
import DaybookServer

/// Every setting as an option. No option has a default here: one place decides from which source a setting comes.
struct SettingsOptions: ParsableArguments {
    @Option(help: "The address to listen on; 0.0.0.0 for all of the machine's. (default: \(Defaults.host))")
    var host: String?

    @Option(help: "The port to listen on; 0 for any free one. (default: \(Defaults.port))")
    var port: Int?

    @Option(help: "The folder that holds all data. (default: \(Defaults.dataForHelp))")
    var data: String?

    @Option(help: "The folder with the browser app. (default: daybook-web beside the program)")
    var web: String?

    @Option(help: "What sign-up asks for: full, or short for email and password alone. (default: \(Defaults.signup))")
    var signup: String?

    @Option(help: "The rules for passwords: strict or basic. (default: \(Defaults.passwordPolicy))")
    var passwordPolicy: String?

    @Option(
        help: "The limits of texts: classic, or roomy for long ones. A person may choose. (default: \(Defaults.rules))"
    )
    var rules: String?

    @Flag(help: "The same limits for everybody: nobody may choose others. (default: false)")
    var rulesFixed = false

    @Option(
        help: """
            Changes to the limits, such as title=64,tags=5,noteDescription=0-5000. GET /api/v1/rules lists the names. \
            (default: none)
            """
    )
    var limits: String?

    @Option(
        help: "The work to hash a password, as the power of two that scrypt calls N. (default: \(Defaults.scryptCost))"
    )
    var scryptCost: Int?

    @Option(
        help:
            "How many passwords are hashed at once; each takes 128 MiB at cost 17. (default: \(Defaults.hashingThreads))"
    )
    var hashingThreads: Int?

    @Option(
        help: """
            Whether attempts are limited: at passwords, sign-ups, changes of email or mobile number, and tests of reminders: \
            true or false. (default: \(Defaults.rateLimit))
            """
    )
    var rateLimit: Bool?

    @Option(help: "How many may sign up in an hour from one address. (default: \(Defaults.signupLimit))")
    var signupLimit: Int?

    @Option(
        help: "Days after which a session that nobody uses ends; 0 for never. (default: \(Defaults.sessionIdleDays))"
    )
    var sessionIdleDays: Int?

    @Option(help: "Days after which every session ends; 0 for never. (default: \(Defaults.sessionDays))")
    var sessionDays: Int?

    @Option(help: "The file with the certificate chain, in PEM, to serve over TLS. (default: no TLS)")
    var tlsCertificate: String?

    @Option(help: "The file with the certificate's private key, in PEM.")
    var tlsKey: String?

    @Option(
        help: """
            The proxies to believe about where a request came from: addresses and ranges such as 10.0.0.0/8, with \
            commas between. (default: none)
            """
    )
    var trustedProxies: String?

    @Option(
        help: """
            When the session's cookie is for TLS alone: auto (when the browser came by TLS), always or never. \
            (default: \(Defaults.secureCookies))
            """
    )
    var secureCookies: String?

    @Option(
        help: """
            The address from which browsers fetch the to-dos that a new account starts with, or none. \
            (default: \(Defaults.samples))
            """
    )
    var samples: String?

    @Option(
        help: "The megabytes that the photos of one account may take; 0 for no limit. (default: \(Defaults.photoQuota))"
    )
    var photoQuota: Int?

    @Option(
        help: """
            Whom push services can ask about this server: mailto: and an address, or the address of a website. Apple's \
            takes no reminders without. (default: nobody)
            """
    )
    var pushSubject: String?

    @Option(
        help: """
            The push services that may be outside the public network, or without TLS: names and addresses of hosts, \
            with commas between. (default: none)
            """
    )
    var privatePushHosts: String?

    @Option(help: "The memory for lists of to-dos and notes, in MiB. (default: \(Defaults.listCache))")
    var listCache: Int?

    @Option(
        help: """
            Other budgets than the usual ones, such as connections=2000,accountCalls=4. SECURITY.md lists them. \
            (default: none)
            """
    )
    var budgets: String?

    @Option(help: "The least severe of what is logged: \(Defaults.logLevels). (default: \(Defaults.logLevel))")
    var logLevel: String?

    @Option(help: "How it is logged: text or json, a line each. (default: \(Defaults.logFormat))")
    var logFormat: String?

    /// The options that were given, by the names of their settings.
    var values: [AbsoluteConfigKey: ConfigValue] {
        var values: [AbsoluteConfigKey: ConfigValue] = [:]
        func put(_ name: String, _ content: ConfigContent?) {
            if let content { values[AbsoluteConfigKey([name])] = ConfigValue(content, isSecret: false) }
        }
        put("host", host.map { .string($0) })
        put("port", port.map { .int($0) })
        put("data", data.map { .string($0) })
        put("web", web.map { .string($0) })
        put("signup", signup.map { .string($0) })
        put("passwordPolicy", passwordPolicy.map { .string($0) })
        put("rules", rules.map { .string($0) })
        put("rulesFixed", rulesFixed ? .bool(true) : nil)
        put("limits", limits.map { .string($0) })
        put("scryptCost", scryptCost.map { .int($0) })
        put("hashingThreads", hashingThreads.map { .int($0) })
        put("rateLimit", rateLimit.map { .bool($0) })
        put("signupLimit", signupLimit.map { .int($0) })
        put("sessionIdleDays", sessionIdleDays.map { .int($0) })
        put("sessionDays", sessionDays.map { .int($0) })
        put("tlsCertificate", tlsCertificate.map { .string($0) })
        put("tlsKey", tlsKey.map { .string($0) })
        put("trustedProxies", trustedProxies.map { .string($0) })
        put("secureCookies", secureCookies.map { .string($0) })
        put("samples", samples.map { .string($0) })
        put("photoQuota", photoQuota.map { .int($0) })
        put("pushSubject", pushSubject.map { .string($0) })
        put("privatePushHosts", privatePushHosts.map { .string($0) })
        put("listCache", listCache.map { .int($0) })
        put("budgets", budgets.map { .string($0) })
        put("logLevel", logLevel.map { .string($0) })
        put("logFormat", logFormat.map { .string($0) })
        return values
    }
}
