import DaybookCore

/// The browser's permission to show notifications (Notifications API).
public enum NotificationPermission: String, CaseIterable, Sendable {
    case granted
    case denied
    /// The browser has not asked the person yet.
    case `default`
    /// The browser has no notifications, or has them only for apps on the home screen.
    case unsupported
}

/// The push subscription of a browser (W3C Push API): its push service's address and the keys to encrypt with.
public struct ReminderSubscription: Hashable, Sendable {
    /// The address. Anyone who knows it can send to the browser, so it is never shown or logged.
    public let endpoint: String
    /// The browser's public key: an uncompressed point on P-256, 65 bytes.
    public let publicKey: [UInt8]
    /// The secret that browser and server share, 16 bytes.
    public let secret: [UInt8]

    /// Bytes of a public key.
    public static let publicKeyBytes = 65
    /// Bytes of a secret.
    public static let secretBytes = 16

    /// A subscription of these parts; the keys must have their lengths.
    public init(endpoint: String, publicKey: [UInt8], secret: [UInt8]) {
        precondition(publicKey.count == Self.publicKeyBytes, "a point on P-256 has 65 bytes, not \(publicKey.count)")
        precondition(secret.count == Self.secretBytes, "the shared secret has 16 bytes, not \(secret.count)")
        self.endpoint = endpoint
        self.publicKey = publicKey
        self.secret = secret
    }
}

/// A session that has reported whether it can show reminders (R4). It ends with the session, so a log-out ends its
/// pushes.
public struct ReminderDevice: Equatable, Sendable {
    /// The session of the browser.
    public let session: SessionID
    /// Whether the browser may show notifications.
    public var permission: NotificationPermission
    /// The push subscription; nil when only an open tab can notify.
    public var subscription: ReminderSubscription?
    /// When the session last reported this.
    public var changedAt: Instant

    /// A device of these parts.
    public init(
        session: SessionID,
        permission: NotificationPermission,
        subscription: ReminderSubscription?,
        changedAt: Instant
    ) {
        self.session = session
        self.permission = permission
        self.subscription = subscription
        self.changedAt = changedAt
    }

    /// The number of devices of one account that are remembered: those that reported last. An account can have any
    /// number of sessions.
    public static let kept = 50
}
