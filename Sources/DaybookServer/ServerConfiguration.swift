import DaybookCore
import DaybookPush
import DaybookStore
import Foundation

/// Everything an operator can decide about a server, but for where it listens and where its data is.
public struct ServerConfiguration: Sendable {
    /// The limits that every face checks.
    public var rules: Rules = .standard
    /// The cost of a new password hash.
    public var scryptCost: ScryptCost = .standard
    /// The number of passwords that are hashed at once. Each takes the memory that the cost says.
    public var hashingThreads = 1
    /// Whether wrong passwords are counted and lead to waits.
    public var limitsWrongPasswords = true
    /// The time after which an unused session ends; nil for no limit.
    public var sessionIdle: Instant.Span? = .days(400)
    /// The age at which a session ends; nil for no limit (A9).
    public var sessionAbsolute: Instant.Span?
    /// The number of people who may sign up in an hour from one address.
    public var signUpsPerHour = 100
    /// When browsers get a cookie for TLS connections only.
    public var secureCookies: SecureCookies = .whenForwarded
    /// The proxies whose headers say where a request came from.
    public var trustedProxies: TrustedProxies = .none
    /// The certificate to serve over TLS with; nil serves without.
    public var tls: TLSFiles?
    /// The folder with the browser app; nil serves the interface for programs alone.
    public var webFolder: String?
    /// The memory in bytes that lists of to-dos may take, roughly.
    public var listCacheBytes = 256 << 20
    /// Bytes that an account's photos may have together; nil for as many as there is room for.
    public var photoQuota: Int64? = 5_000_000_000
    /// The bounds of a person, an address and the whole server on everything that grows.
    public var budgets = Budgets()
    /// File descriptors that the system allows the process. Connections and open files are held to what fits.
    public var descriptors = DescriptorLimit.current
    /// Counts what the budgets refuse. The storage has the same one.
    public var meter = BudgetMeter()
    /// The folder in which imports and exports that are under way lie. The program has it in its data folder; only a
    /// server without a setting uses the system's temporary one.
    public var spoolFolder = FileManager.default.temporaryDirectory.path + "/daybook-spool"
    /// The settings of Web Push; nil sends no reminders.
    public var push: PushSettings?
    /// Sends them in place of HTTP. Tests bring their own.
    var pushSender: (any PushSender)?
    /// The work that the calling thread does for a list. Tests bring their own.
    var listBounds = ListBounds()
    /// Threads for long computations. Tests bring their own.
    var longTasks: LongTasks?
    /// The pace of event streams. Tests bring their own.
    var eventPace = Events.Pace()
    /// The present time. Tests bring their own.
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
