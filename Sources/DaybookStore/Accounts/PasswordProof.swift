/// The proof that a person knows their password: the session in which it was given, and the hash against which it was
/// checked.
///
/// A check takes its turn at the threads that hash, so the password may be changed, and the session ended, before the
/// change that it allows. The transaction of that change requires that both are as they were.
public struct PasswordProof: Equatable, Sendable {
    /// The session that must still exist.
    public var session: SessionID
    /// The hash that the account must still have.
    public var hash: String

    /// A proof of these parts.
    public init(session: SessionID, hash: String) {
        self.session = session
        self.hash = hash
    }
}
