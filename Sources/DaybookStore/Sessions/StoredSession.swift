import DaybookCore

/// A session as it is stored.
public struct StoredSession: Equatable, Sendable {
    /// Its id.
    public let id: SessionID
    /// The account.
    public let account: AccountID
    /// The name that the person gave the device, or nil.
    public let device: String?
    /// When it began.
    public let createdAt: Instant
    /// When it was last used, to within an hour.
    public var lastUsedAt: Instant

    /// A session of these parts.
    public init(id: SessionID, account: AccountID, device: String?, createdAt: Instant, lastUsedAt: Instant) {
        self.id = id
        self.account = account
        self.device = device
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
    }

    /// The session's beginning, for the activity.
    var occasion: Occasion { Occasion(at: createdAt, device: device) }
}
