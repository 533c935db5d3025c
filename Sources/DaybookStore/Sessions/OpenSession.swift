import DaybookCore

/// A session that a token opened, with how far its account has come.
public struct OpenSession: Equatable, Sendable {
    /// The session.
    public let session: StoredSession
    /// The number of the account's latest change, read together with the session: most requests need both, and one
    /// look is enough to know whether what is in memory is still so.
    public let cursor: Int64
    /// Until when the account's password works if it is one that the operator gave; nil when it is the person's own.
    public let temporaryUntil: Instant?

    /// A session and its account's cursor.
    public init(session: StoredSession, cursor: Int64, temporaryUntil: Instant? = nil) {
        self.session = session
        self.cursor = cursor
        self.temporaryUntil = temporaryUntil
    }

    /// The account of the session.
    public var account: AccountID { session.account }
}
