/// A notebook's conversation with the server: when it calls, in whose name, and whether it hears of changes.
public struct Connection: Equatable, Sendable {
    /// The sync protocol.
    public internal(set) var engine = SyncEngine()
    /// Whether the server knows who is here.
    var session = Session.open
    /// Whether this notebook talks to the server for all that share its disk.
    public internal(set) var leads = true
    /// The stream of the server's events.
    var events = EventStream()
    /// Whether the server has told all that it has since this notebook was opened.
    public internal(set) var hasReadAll = false

    /// Between looks for what other devices did, while nothing changes here.
    static let pollMilliseconds = 20_000

    /// Whether the server knows who is here.
    enum Session: Equatable, Sendable {
        /// There is a session, as far as anybody knows.
        case open
        /// Somebody signed in on this device alone, with no network (A13). The server hears of it before it hears of
        /// anything else.
        case owed(Credentials)
        /// The server is being told.
        case asking(Credentials)
    }

    /// The stream by which the server tells at once what other devices did (S11).
    struct EventStream: Equatable, Sendable {
        var state = State.closed
        /// Streams in a row that ended soon.
        var failures = 0

        enum State: Equatable, Sendable {
            case closed
            /// The stream was opened at a moment. It is connected once an event has come.
            case open(since: Instant, isConnected: Bool)
            /// The stream ended; a timer opens the next one.
            case waiting
        }

        /// Whether the server would tell if there were news.
        var isConnected: Bool {
            if case .open(_, isConnected: true) = state { true } else { false }
        }

        /// The stream ended at a moment. Milliseconds to wait until the next one, which are more after each that ended
        /// soon; nil when no stream was open.
        mutating func ended(_ now: Instant, jitter: Double) -> Int? {
            guard case .open(let since, _) = state else { return nil }
            state = .waiting
            let lasted = now.milliseconds - since.milliseconds
            failures = lasted > 60_000 ? 0 : min(failures + 1, 6)
            let wait = min(1_000 << failures, 60_000)
            return wait / 2 + Int(Double(wait) / 2 * jitter)
        }
    }
}

/// What somebody signed in with, kept in memory until the server has heard it.
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
