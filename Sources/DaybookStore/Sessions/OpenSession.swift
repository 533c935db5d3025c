/// A session that a token opened, with how far its account has come.
public struct OpenSession: Equatable, Sendable {
    /// The session.
    public let session: StoredSession
    /// The number of the account's latest change, read together with the session: most requests need both, and one
    /// look is enough to know whether what is in memory is still so.
    public let cursor: Int64

    /// A session and its account's cursor.
    public init(session: StoredSession, cursor: Int64) {
        self.session = session
        self.cursor = cursor
    }

    /// Whose session it is.
    public var account: AccountID { session.account }
}
