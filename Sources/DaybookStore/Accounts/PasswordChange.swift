/// A person's change of their own password (A14).
public struct PasswordChange: Sendable {
    /// The hash that the account must still have.
    public var current: String
    /// The hash that replaces it.
    public var new: String
    /// The session that continues; all other sessions end.
    public var session: SessionID
    /// The hash of that session's new token; nil when it keeps its own.
    public var token: TokenHash?
    /// When the password is changed and on which device.
    public var occasion: Occasion
    /// The attempt with the present password that succeeded.
    public var attempt: AttemptSuccess?

    /// A change of these parts.
    public init(
        from current: String,
        to new: String,
        session: SessionID,
        token: TokenHash?,
        occasion: Occasion,
        attempt: AttemptSuccess?
    ) {
        self.current = current
        self.new = new
        self.session = session
        self.token = token
        self.occasion = occasion
        self.attempt = attempt
    }
}
