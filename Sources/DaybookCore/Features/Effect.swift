/// Something a face must do, as plain data. What comes of it returns as an action.
public enum Effect: Equatable, Sendable {
    /// Call the server; `App.Action.answered` follows.
    case request(Request)
    /// Open what this device keeps of an account, under a key that only the password unwraps (A13); one of the
    /// app's `vault…` actions follows.
    case openVault(Account, password: String)
    /// Open whichever vault on this device belongs to a login and opens with a password, with no network (A13);
    /// `vaultOpened`, `vaultUnknown` or `vaultUnavailable` follows.
    case unlockVault(login: String, password: String)
    /// Open a vault that an earlier password locks, and lock it with the present one; answered like ``openVault``.
    case recoverVault(Account, earlier: String, password: String)
    /// Drop the vault that an earlier password locks, and make a new one; answered like ``openVault``.
    case remakeVault(Account, password: String)
    /// Lock the open vault with another password from now on; `vaultRefused` follows if that fails.
    case relockVault(Account, current: String, new: String)
    /// Seal what the server tells of the account anew.
    case keepAccount(Account)
    /// Forget the key, so that nothing on this device can be read until the next sign-in (A10, A13), and everything
    /// this face has in memory; it starts again as if launched.
    case leave(Farewell)
    /// Write an entry to the journal; `stored` or `storeFailed` follows (S6).
    case appendJournal(sequence: Int, [UInt8])
    /// Replace the snapshot, and the journal up to `through`; answered like ``appendJournal(sequence:_:)``, or by
    /// `absorbed` and `storeOvertaken` when another page's snapshot has more in it.
    case writeSnapshot(sequence: Int, through: Int, [UInt8])
    /// Read all that the disk holds, what was written until then included; `absorbed` follows, or `storeFailed`.
    case readDisk
    /// Have the page that talks to the server do so.
    case askLeader
    /// Open a stream of what the server tells: `heard` follows as often as it tells something, and `answered` when the
    /// stream has ended.
    case listen(Request)
    case stopListening
    /// `timerFired` follows once, unless the timer is started again or cancelled before.
    case startTimer(Timer, milliseconds: Int)
    case cancelTimer(Timer)
    /// Say a text to a screen reader.
    case announce(String)
    case focus(Focus)
    /// Replace what stands in an input, because the limit stopped it (T2).
    case setInput(Input, String)
    case scrollToTop
    /// Put a place into the face's history, so that going back works.
    case push(Route)
    /// Make this the newest place of the history instead of the one that is.
    case replace(Route)
    /// Take the newest place out of the history.
    case popRoute
    /// Put the bytes of a photo that the page has scaled on the disk, under these names; the photo's own instead of what
    /// it scaled, unless they are empty. `kept` or `lost` follows.
    case keepPhoto(ticket: String, Digest, thumbnail: Digest?, Photo.MediaType, [UInt8])
    /// Send the bytes of a photo or a thumbnail to the server; `progress` and `uploaded` follow. `again`: they may be
    /// there already.
    case uploadPhoto(Digest, Photo.MediaType?, again: Bool, account: UUID)
    /// Tell which photos on the disk the server lacks; `waiting` follows.
    case listPhotos
    /// Look again for pictures that were not found.
    case retryPhotos
    /// Show a notification as the device does, if it may. One of the same to-do takes its place in silence.
    case notify(Notice)
    /// Take the notification of a to-do away.
    case closeNotice(Todo.ID)
    /// Ask the person whether this device may notify; `notifying` follows.
    case askToNotify
    /// Have the browser make an address to push to, for a server with this key; `subscribed` or `notSubscribed` follows.
    case subscribe(key: String)
    /// Go on with the newer version of the app that is here.
    case takeUpdate
    /// Pulling to refresh has brought what it can.
    case refreshEnded

    /// The timers there are; starting one again moves it.
    public enum Timer: String, Sendable, CaseIterable {
        case retrySync
        case pollSync
        case listenAgain
        case toast
        case saveNote
        case sendNote
        case retryUploads
        case reminder
        case reminderTest
    }

    /// Where the keyboard should be.
    public enum Focus: Equatable, Sendable {
        case row(Todo.ID)
        case search
        case quickAdd
        case editorTitle
        case noteRow(Note.ID)
        case noteTitle
        case noteDescription
        /// The button that begins to write on a note.
        case writeNote
        case photo(Photo.ID)
        case tagInput
        case field(Violation.Field)
    }

    /// An input whose text a rule may have to cut.
    public enum Input: Equatable, Sendable {
        case quickAdd
        case search
        case title
        case detail
        case tag
        case deadline
        case reminder
        case noteTitle
        case noteDescription
    }
}

/// A call to the server.
public struct Request: Equatable, Sendable {
    /// What the answer will belong to.
    public var id: ID
    /// What to do with the resource.
    public var method: Method
    /// From the root: `/api/v1/…`.
    public var path: String
    /// JSON, or empty.
    public var body: [UInt8]
    /// Whose call it is. The server does not take it when somebody else has signed in in this browser since, so that
    /// what one person wrote never goes to another.
    public var account: UUID?

    /// The HTTP methods that screens use.
    public enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    /// What an answer belongs to. One of each kind is under way at most.
    public enum ID: String, Sendable, CaseIterable {
        case rules
        case account
        case signUp
        case signIn
        case signOut
        case sync
        case events
        case sessions
        case activity
        case usage
        case endSession
        case accountForm
        case importing
        case samples
        case history
        case reminderKey
        case reminderDevice
        case reminderDevices
        case reminderDeliveries
        case reminderTest
    }

    /// A call, without a body unless one is given.
    public init(_ id: ID, _ method: Method, _ path: String, body: [UInt8] = [], account: UUID? = nil) {
        self.id = id
        self.method = method
        self.path = path
        self.body = body
        self.account = account
    }
}

/// What came of a call to the server.
public struct Answer: Equatable, Sendable {
    /// The HTTP status, or 0 when no answer came.
    public var status: Int
    /// What came back, whatever its type.
    public var body: [UInt8]
    /// Seconds, when the server asked to wait.
    public var retryAfter: Int?
    /// A random number from 0 to 1, to spread what follows.
    public var jitter: Double
    /// An id that nothing has yet.
    public var fresh: UUID

    /// An answer, or with status 0 the lack of one.
    public init(
        status: Int,
        body: [UInt8] = [],
        retryAfter: Int? = nil,
        jitter: Double = 0.5,
        fresh: UUID = UUID(high: 0, low: 0)
    ) {
        self.status = status
        self.body = body
        self.retryAfter = retryAfter
        self.jitter = jitter
        self.fresh = fresh
    }

    /// What a problem document says is wrong, in words for people (RFC 9457); nil when the answer is none. A server that
    /// failed does not know why, but one that is too busy (503) or has no room (507) does.
    var problemText: String? {
        guard (400..<500).contains(status) || status == 503 || status == 507, let json = try? JSON(body) else {
            return nil
        }
        return json["detail"]?.stringValue
    }

    /// The broken rules that a problem document names (RFC 9457); empty when it names none.
    public var violations: [Violation] {
        guard let json = try? JSON(body) else { return [] }
        return json["errors"]?.arrayValue?.compactMap { Violation(json: $0) } ?? []
    }
}

/// A place in the app that has an address.
public enum Route: Equatable, Sendable {
    case home
    case signUp
    case newTodo
    case todo(Todo.ID)
    case account
    case trash
    case reminders
    case history(Todo.ID)
    case notes
    case newNote
    case note(Note.ID)
    case noteHistory(Note.ID)
    /// The photos of a note, one filling the screen.
    case photos(Note.ID)

    /// The address: `/`, `/sign-up`, `/new`, `/account`, `/trash`, `/reminders`, `/notes`, `/notes/new`,
    /// `/todo/<id>`, `/todo/<id>/history`, `/note/<id>`, `/note/<id>/history` or `/note/<id>/photos`.
    public var path: String {
        switch self {
        case .home: "/"
        case .signUp: "/sign-up"
        case .newTodo: "/new"
        case .account: "/account"
        case .trash: "/trash"
        case .reminders: "/reminders"
        case .history(let id): "/todo/" + id.uuid.description + "/history"
        case .todo(let id): "/todo/" + id.uuid.description
        case .notes: "/notes"
        case .newNote: "/notes/new"
        case .note(let id): "/note/" + id.uuid.description
        case .noteHistory(let id): "/note/" + id.uuid.description + "/history"
        case .photos(let id): "/note/" + id.uuid.description + "/photos"
        }
    }

    /// Reads an address; anything unknown is home.
    public init(path: String) {
        let parts = Text.parts(path, between: "/").filter { !$0.isEmpty }
        if parts.count == 1, parts[0] == "sign-up" {
            self = .signUp
        } else if parts.count == 1, parts[0] == "new" {
            self = .newTodo
        } else if parts.count == 1, parts[0] == "account" {
            self = .account
        } else if parts.count == 1, parts[0] == "trash" {
            self = .trash
        } else if parts.count == 1, parts[0] == "reminders" {
            self = .reminders
        } else if parts.count == 1, parts[0] == "notes" {
            self = .notes
        } else if parts.count == 2, parts[0] == "notes", parts[1] == "new" {
            self = .newNote
        } else if parts.count == 2, parts[0] == "note", let uuid = UUID(parts[1]) {
            self = .note(Note.ID(uuid))
        } else if parts.count == 3, parts[0] == "note", parts[2] == "photos", let uuid = UUID(parts[1]) {
            self = .photos(Note.ID(uuid))
        } else if parts.count == 3, parts[0] == "note", parts[2] == "history", let uuid = UUID(parts[1]) {
            self = .noteHistory(Note.ID(uuid))
        } else if parts.count == 3, parts[0] == "todo", parts[2] == "history", let uuid = UUID(parts[1]) {
            self = .history(Todo.ID(uuid))
        } else if parts.count == 2, parts[0] == "todo", let uuid = UUID(parts[1]) {
            self = .todo(Todo.ID(uuid))
        } else {
            self = .home
        }
    }
}
