import DaybookCore

/// An account as the operator sees it in a list: who it is, and how much it is used.
public struct AccountSummary: Equatable, Sendable {
    /// The account.
    public let account: StoredAccount
    /// When one of its open sessions was last used, to the hour or so; nil when none is open.
    public let lastUsedAt: Instant?
    /// How many sessions are open.
    public let sessions: Int
    /// How many records are alive, by kind. Kinds without any are left out.
    public let alive: [Record.Kind: Int]
    /// What its photos take, with those in the trash and those that nothing uses for a day.
    public let photos: PhotoUsage

    /// A summary of these parts.
    public init(
        account: StoredAccount,
        lastUsedAt: Instant?,
        sessions: Int,
        alive: [Record.Kind: Int],
        photos: PhotoUsage = PhotoUsage(count: 0, bytes: 0)
    ) {
        self.account = account
        self.lastUsedAt = lastUsedAt
        self.sessions = sessions
        self.alive = alive
        self.photos = photos
    }
}
