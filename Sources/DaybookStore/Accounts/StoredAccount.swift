import DaybookCore

/// An account as it is kept. All of it is normalized by Core's rules before it comes here.
public struct StoredAccount: Equatable, Sendable {
    /// Its id, which never changes.
    public let id: AccountID
    /// The person's name; nil when the short sign-up did not ask (A1).
    public var name: String?
    /// Ten digits, or nil when the short sign-up did not ask. Belongs to one account (A7).
    public var mobile: String?
    /// Lowercase. Belongs to one account (A7).
    public var email: String
    /// The password's hash with its salt and parameters, as one text (A12).
    public var passwordHash: String
    /// When the person signed up.
    public let createdAt: Instant
    /// Until when the password works that the operator gave; nil when it is the person's own.
    public var temporaryUntil: Instant?

    /// An account of normalized parts.
    public init(
        id: AccountID,
        name: String?,
        mobile: String?,
        email: String,
        passwordHash: String,
        createdAt: Instant,
        temporaryUntil: Instant? = nil
    ) {
        self.id = id
        self.name = name
        self.mobile = mobile
        self.email = email
        self.passwordHash = passwordHash
        self.createdAt = createdAt
        self.temporaryUntil = temporaryUntil
    }
}
