/// A session to be added, with the hash of the token that opens it.
public struct NewSession: Equatable, Sendable {
    /// The session.
    public var session: StoredSession
    /// The hash of its token.
    public var token: TokenHash
    /// The password's hash that the person was let in by; nil when there was none to be held to.
    public var provenBy: String?

    /// A session, what opens it, and what it was given for.
    public init(session: StoredSession, token: TokenHash, provenBy: String? = nil) {
        self.session = session
        self.token = token
        self.provenBy = provenBy
    }
}
