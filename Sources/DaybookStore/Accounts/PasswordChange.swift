/// A person's change of their own password (A14).
public struct PasswordChange: Sendable {
    /// The hash that must still be there.
    public var current: String
    /// The hash that replaces it.
    public var new: String
    /// The session that goes on; all others end.
    public var session: SessionID
    /// The hash of that session's new token; nil when it keeps its own.
    public var token: TokenHash?
    /// When it is done and with which device.
    public var occasion: Occasion
    /// The try at the present password that succeeded.
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
