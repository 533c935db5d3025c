/// A notebook's conversation with the server: when it calls, in whose name, and whether it hears of changes.
public struct Connection: Equatable, Sendable {
    /// The sync protocol.
    public internal(set) var engine = SyncEngine()
    /// Whether the server knows who is here.
    var session = Session.open
    /// Whether this notebook talks to the server for all that share its disk.
    public internal(set) var leads = true
    /// Whether the server tells what other devices did.
    var hearing = Hearing.off
    /// Streams in a row that ended soon.
    var deafTimes = 0
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

    /// Whether the server tells at once what other devices did (S11).
    enum Hearing: Equatable, Sendable {
        case off
        /// The stream was opened then. `hears` once something came of it.
        case listening(since: Instant, hears: Bool)
        /// The stream ended; a timer opens the next one.
        case waiting
    }

    /// Whether the server would say so if there were news.
    var isHearing: Bool {
        if case .listening(_, hears: true) = hearing { true } else { false }
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
