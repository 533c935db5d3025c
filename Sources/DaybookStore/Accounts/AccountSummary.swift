import DaybookCore

/// An account as the operator sees it in a list.
public struct AccountSummary: Equatable, Sendable {
    /// The account.
    public let account: StoredAccount
    /// The last use of its open sessions, to the hour or so; nil when no session is open.
    public let lastUsedAt: Instant?
    /// The number of open sessions.
    public let sessions: Int
    /// The numbers of living records, by kind. Kinds without records are left out.
    public let alive: [Record.Kind: Int]
    /// The usage of its photos. Includes photos in the trash and photos that no note has used for less than a day.
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
