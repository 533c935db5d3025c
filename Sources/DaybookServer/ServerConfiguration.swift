import DaybookCore
import DaybookPush
import DaybookStore
import Foundation

/// Everything an operator can decide about a server, but for where it listens and where its data is.
public struct ServerConfiguration: Sendable {
    /// The limits that every face checks.
    public var rules: Rules = .standard
    /// What a new password hash costs.
    public var scryptCost: ScryptCost = .standard
    /// How many passwords are hashed at once, each with the memory the cost says.
    public var hashingThreads = 1
    /// Whether wrong passwords are counted and, after some, not looked at for a while.
    public var limitsWrongPasswords = true
    /// How long a session lives without being used; nil for as long as it takes.
    public var sessionIdle: Instant.Span? = .days(400)
    /// How long a session lives however much it is used; nil for as long as it takes (A9).
    public var sessionAbsolute: Instant.Span?
    /// How many people may sign up in an hour from one address.
    public var signUpsPerHour = 100
    /// Whether browsers get the cookie for TLS connections only.
    public var secureCookies: SecureCookies = .whenForwarded
    /// Whom to believe about where a request came from.
    public var trustedProxies: TrustedProxies = .none
    /// The certificate to serve over TLS with; nil serves without.
    public var tls: TLSFiles?
    /// The folder with the browser app; nil serves the interface for programs alone.
    public var webFolder: String?
    /// The memory in bytes that lists of to-dos may take, roughly.
    public var listCacheBytes = 256 << 20
    /// Bytes that an account's photos may have together; nil for as many as there is room for.
    public var photoQuota: Int64? = 5_000_000_000
    /// What a person, an address and the server itself may take of everything that grows.
    public var budgets = Budgets()
    /// Counts what the budgets refuse. The storage has the same one.
    public var meter = BudgetMeter()
    /// The folder in which imports and exports that are under way lie. The program has it in its data folder; only a
    /// server that is told of none uses the system's temporary one.
    public var spoolFolder = FileManager.default.temporaryDirectory.path + "/daybook-spool"
    /// How reminders get to devices on which no page is open; nil sends none.
    public var push: PushSettings?
    /// Sends them in place of HTTP. Tests bring their own.
    var pushSender: (any PushSender)?
    /// What is done of a list on the thread that asks. Tests bring their own.
    var listBounds = ListBounds()
    /// Threads for long computations. Tests bring their own.
    var longTasks: LongTasks?
    /// How streams of events go on. Tests bring their own.
    var eventPace = Events.Pace()
    /// What time it is. Tests bring their own.
    public var now: @Sendable () -> Instant = { SystemClock.now }

    /// When a cookie is marked `Secure`.
    public enum SecureCookies: String, Sendable, CaseIterable {
        /// When the browser came by TLS, to us or to a trusted proxy that says so (`X-Forwarded-Proto: https`).
        case whenForwarded = "auto"
        case always
        case never
    }

    /// The defaults.
    public init() {}
}
