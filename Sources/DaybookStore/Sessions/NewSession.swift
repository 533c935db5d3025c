/// A session to be added, with the hash of the token that opens it.
public struct NewSession: Equatable, Sendable {
    /// The session.
    public var session: StoredSession
    /// The hash of its token.
    public var token: TokenHash
    /// The hash of the password that was checked; nil when no password was checked.
    public var provenBy: String?

    /// A session, the hash of its token, and the hash of the password that was checked.
    public init(session: StoredSession, token: TokenHash, provenBy: String? = nil) {
        self.session = session
        self.token = token
        self.provenBy = provenBy
    }
}
