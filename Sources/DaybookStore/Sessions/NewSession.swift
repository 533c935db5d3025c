/// A session to be added, with the hash of the token that opens it.
public struct NewSession: Equatable, Sendable {
    /// The session.
    public var session: StoredSession
    /// The hash of its token.
    public var token: TokenHash

    /// A session and what opens it.
    public init(session: StoredSession, token: TokenHash) {
        self.session = session
        self.token = token
    }
}
