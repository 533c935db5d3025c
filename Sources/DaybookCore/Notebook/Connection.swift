/// A notebook's connection to the server: the sync engine, the session, and the stream of events.
public struct Connection: Equatable, Sendable {
    /// The sync protocol.
    public internal(set) var engine = SyncEngine()
    /// Whether the server has a session for the person.
    var session = Session.open
    /// Whether this notebook is the leader: it talks to the server for all tabs that share its disk.
    public internal(set) var leads = true
    /// The stream of the server's events.
    var events = EventStream()
    /// Whether this notebook has read all of the server's changes since it was opened.
    public internal(set) var hasReadAll = false

    /// The time between two calls for other devices' changes while nothing changes on this device.
    public static let pollMilliseconds = 20_000

    /// Whether the server has a session for the person.
    enum Session: Equatable, Sendable {
        /// The device has a session, unless the server has ended it and this device does not know yet.
        case open
        /// The person signed in on this device alone, with no network (A13). The sign-in goes to the server before any
        /// other call.
        case unverified(Credentials)
        /// The sign-in is on its way to the server.
        case verifying(Credentials)
    }

    /// The stream by which the server reports other devices' changes at once (S11).
    public struct EventStream: Equatable, Sendable {
        var state = State.closed
        /// The number of streams in a row that ended soon after they began.
        var failures = 0

        enum State: Equatable, Sendable {
            case closed
            /// The stream was opened at this time. It is connected once an event has come.
            case open(since: Instant, isConnected: Bool)
            /// The stream ended; a timer opens the next one.
            case waiting
        }

        /// No stream yet.
        public init() {}

        /// Whether the server reports new changes through the stream now.
        public var isConnected: Bool {
            if case .open(_, isConnected: true) = state { true } else { false }
        }

        /// A stream was opened at this time.
        public mutating func began(_ now: Instant) {
            state = .open(since: now, isConnected: false)
        }

        /// An event came. Returns false when no stream is open, so that the event belongs to an earlier stream.
        public mutating func received() -> Bool {
            guard case .open(let since, _) = state else { return false }
            state = .open(since: since, isConnected: true)
            return true
        }

        /// The stream ended at this time. Returns the milliseconds to wait before the next stream, which grow with each
        /// stream that ended soon; nil when no stream was open.
        public mutating func ended(_ now: Instant, jitter: Double) -> Int? {
            guard case .open(let since, _) = state else { return nil }
            state = .waiting
            let lasted = now.milliseconds - since.milliseconds
            failures = lasted > 60_000 ? 0 : min(failures + 1, 6)
            let wait = min(1_000 << failures, 60_000)
            return wait / 2 + Int(Double(wait) / 2 * jitter)
        }
    }
}

/// The login and password of an offline sign-in, kept in memory until the server has answered it.
public struct Credentials: Equatable, Sendable {
    /// Email or mobile, as typed.
    let login: String
    /// The password, as typed.
    let password: String

    /// The call that signs in.
    var request: Request {
        let body = JSON.object([.init("login", .string(login)), .init("password", .string(password))])
        return Request(.signIn, .post, "/api/v1/sessions", body: body.encoded)
    }
}
