/// Whether this device may remind while no page shows, and what the server knows of it (R4).
public struct ReminderDesk: Equatable, Sendable {
    /// Whether the device may notify.
    public internal(set) var notifying = Notifying()
    /// How far the server knows where to push to.
    var push = Push.off
    /// The person has been told that this device must not notify.
    var hasExplained = false

    /// How far the server knows where to push to.
    enum Push: Equatable, Sendable {
        case off
        /// The server is asked for its key.
        case asking
        /// The browser is asked for an address.
        case subscribing
        case told
    }

    /// What a person, or the browser for them, does about reminders.
    public enum Action: Equatable, Sendable {
        /// The browser says whether it may notify.
        case notifying(Notifying)
        /// What the device itself has shown, before this page began or just now.
        case shown([ReminderSchedule.Entry])
        /// The browser made an address to push to.
        case subscribed(PushAddress)
        /// The browser made none, for a reason of its own.
        case notSubscribed
        /// A notification of the browser's was answered.
        case answered(Todo.ID, Reply)
        /// A reminder that rings was answered in the page.
        case replyTapped(Todo.ID, Reply)
        case openTapped(Todo.ID)
        case dismissTapped(Todo.ID)
        case allowTapped
        case testTapped
        case reloadTapped
    }

    /// What a person does about a reminder.
    public enum Reply: String, Sendable {
        case done
        /// In ten minutes once more.
        case later
    }
}

/// Whether a device may notify, and if not, why.
public struct Notifying: Equatable, Sendable {
    /// What the person has said.
    public var permission: Permission
    /// Why nothing could arrive while no page is open.
    public var obstacle: Obstacle?

    /// What a person has said about notifications.
    public enum Permission: String, Sendable {
        case granted
        case denied
        /// Not asked yet.
        case unasked = "default"
        /// There is nothing to be asked about.
        case unsupported
    }

    /// Why nothing can be pushed to a browser.
    public enum Obstacle: String, Sendable {
        /// The page did not come over TLS.
        case insecure
        /// On an iPhone or iPad only what stands on the home screen may notify.
        case notInstalled = "install"
        /// The browser keeps no service worker: a private window, for example.
        case noWorker = "worker"
        /// The browser knows no push.
        case noPush = "push"
        /// The browser refused to make an address, though it may notify.
        case refused
    }

    /// What a face found out; by default that nobody was asked yet.
    public init(_ permission: Permission = .unasked, obstacle: Obstacle? = nil) {
        self.permission = permission
        self.obstacle = obstacle
    }
}

/// Where a browser can be pushed to (RFC 8030), and with which keys (RFC 8291), as base64url.
public struct PushAddress: Equatable, Sendable {
    /// The push service's URL for this browser.
    public var endpoint: String
    /// The browser's public key.
    public var key: String
    /// The secret of both sides.
    public var secret: String

    /// An address by its parts.
    public init(endpoint: String, key: String, secret: String) {
        self.endpoint = endpoint
        self.key = key
        self.secret = secret
    }
}

/// What a notification shows (R1).
public struct Notice: Equatable, Sendable {
    /// Whose reminder.
    public let todo: Todo.ID
    /// When it was due.
    public let due: Instant
    /// "Time is up".
    public let title: String
    /// The to-do's title, and its detail on lines of their own.
    public let text: String
}
