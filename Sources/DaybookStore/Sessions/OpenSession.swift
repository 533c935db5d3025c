import DaybookCore

/// A session that a token opened, with its account's cursor.
public struct OpenSession: Equatable, Sendable {
    /// The session.
    public let session: StoredSession
    /// The number of the account's latest change, read together with the session: most requests need both, and one read
    /// shows whether the copy in memory is still current.
    public let cursor: Int64
    /// When the temporary password from the operator expires; nil when the person chose the password.
    public let temporaryUntil: Instant?
    /// The limits that the account chose (A15); nil while it has not chosen.
    public let limits: Limits.Choice?

    /// A session and its account's cursor.
    public init(
        session: StoredSession,
        cursor: Int64,
        temporaryUntil: Instant? = nil,
        limits: Limits.Choice? = nil
    ) {
        self.session = session
        self.cursor = cursor
        self.temporaryUntil = temporaryUntil
        self.limits = limits
    }

    /// The account of the session.
    public var account: AccountID { session.account }
}
