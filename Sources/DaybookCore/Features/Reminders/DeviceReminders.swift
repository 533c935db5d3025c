/// Whether this device may show reminders while Daybook is not open, and whether the server knows it (R4).
public struct DeviceReminders: Equatable, Sendable {
    /// Whether the device may notify.
    public internal(set) var notifying: NotificationStatus
    /// The progress of telling the server where to push to.
    var push = Push.off
    /// The person has seen that notifications are off on this device.
    var hasExplained = false

    init(_ notifying: NotificationStatus = NotificationStatus()) {
        self.notifying = notifying
    }

    /// The progress of telling the server where to push to.
    enum Push: Equatable, Sendable {
        case off
        /// The server is asked for its key.
        case asking
        /// The browser is asked for an address.
        case subscribing
        case reported
    }

    /// The actions of a person about reminders, and the news of the device.
    public enum Action: Equatable, Sendable {
        /// The device itself has shown these reminders, before the launch or just now.
        case shown([ReminderSchedule.Entry])
        /// The browser made an address to push to.
        case subscribed(PushAddress)
        /// The browser refused to make an address.
        case notSubscribed
        /// A notification of the browser's was answered.
        case answered(Todo.ID, Reply)
        /// A reminder that rings was answered on the screen.
        case replyTapped(Todo.ID, Reply)
        case snoozeTapped(Todo.ID, Snooze)
        case openTapped(Todo.ID)
        case dismissTapped(Todo.ID)
        case allowTapped
    }

    /// The answers to a reminder.
    public enum Reply: String, Sendable {
        case done
        /// Remind again in ten minutes.
        case later
    }
}

/// Whether a device may notify, and if not, why.
public struct NotificationStatus: Equatable, Sendable {
    /// The person's answer.
    public var permission: Permission
    /// The reason why nothing could arrive while the app is closed.
    public var obstacle: Obstacle?

    /// The answers of a person about notifications.
    public enum Permission: String, Sendable {
        case granted
        case denied
        /// Not asked yet.
        case unasked = "default"
        /// Notifications are not possible, so the person is not asked.
        case unsupported
    }

    /// The reasons why nothing can be pushed to a browser.
    public enum Obstacle: String, Sendable {
        /// The web app did not come over TLS.
        case insecure
        /// On an iPhone or iPad only an app on the home screen may notify.
        case notInstalled = "install"
        /// The browser keeps no service worker: a private window, for example.
        case noWorker = "worker"
        /// The browser does not support push.
        case noPush = "push"
        /// The browser refused to make an address, though it may notify.
        case refused
    }

    /// The state that a face found; by default the person was not asked yet.
    public init(_ permission: Permission = .unasked, obstacle: Obstacle? = nil) {
        self.permission = permission
        self.obstacle = obstacle
    }
}

/// The address of a browser at its push service (RFC 8030), and its keys (RFC 8291), as base64url.
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

/// The words of a notification (R1).
public struct Notice: Equatable, Sendable {
    /// The to-do of the reminder.
    public let todo: Todo.ID
    /// When it was due.
    public let due: Instant
    /// "Time is up".
    public let title: String
    /// The to-do's title, and its detail on lines of their own.
    public let text: String
}
