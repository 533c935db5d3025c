import DaybookCore
import DaybookPush
import DaybookScrypt
import DaybookStore
import Foundation

/// All settings of a server, except its address and its data folder.
public struct ServerConfiguration: Sendable {
    /// The limits that every face checks.
    public var rules: Rules = .standard
    /// The cost of a new password hash.
    public var scryptCost: ScryptCost = .server
    /// The number of passwords that are hashed at once. Each needs the memory of the cost.
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
    /// The proxies whose headers name the origin of a request.
    public var trustedProxies: TrustedProxies = .none
    /// The certificate to serve over TLS with; nil serves without.
    public var tls: TLSFiles?
    /// The folder with the browser app; nil serves only the interface for programs.
    public var webFolder: String?
    /// The memory in bytes for lists of to-dos and of notes, roughly.
    public var listCacheBytes = 64 << 20
    /// The bytes that an account's photos may have together; nil for no quota.
    public var photoQuota: Int64? = 5_000_000_000
    /// The bounds of an account, an address and the whole server on everything that grows.
    public var budgets = Budgets()
    /// The number of file descriptors that the system allows the process. It limits connections and open files.
    public var descriptors = DescriptorLimit.current
    /// Counts the refusals of the budgets. The storage uses the same meter.
    public var meter = BudgetMeter()
    /// The folder for imports and exports in progress. The program sets it to a folder in its data folder; the default
    /// is in the system's temporary folder.
    public var spoolFolder = FileManager.default.temporaryDirectory.path + "/daybook-spool"
    /// The settings of Web Push; nil sends no reminders.
    public var push: PushSettings?
    /// Sends reminders instead of HTTP. Tests set it.
    var pushSender: (any PushSender)?
    /// The work that the calling thread does for a list. Tests set it.
    var listBounds = ListBounds()
    /// Threads for long computations. Tests set it.
    var longTasks: LongTasks?
    /// The pace of event streams. Tests set it.
    var eventPace = Events.Pace()
    /// The present time. Tests set it.
    public var now: @Sendable () -> Instant = { SystemClock.now }

    /// When a cookie has the attribute `Secure`.
    public enum SecureCookies: String, Sendable, CaseIterable {
        /// When the browser used TLS, with this server or with a trusted proxy, according to `X-Forwarded-Proto:
        /// https`.
        case whenForwarded = "auto"
        case always
        case never
    }

    /// The defaults.
    public init() {}
}
