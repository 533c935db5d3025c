import DaybookCore

/// An account as it is stored. Core's rules have normalized all fields.
public struct StoredAccount: Equatable, Sendable {
    /// Its id, which never changes.
    public let id: AccountID
    /// The person's name; nil when the short sign-up did not ask (A1).
    public var name: String?
    /// Ten digits, or nil when the short sign-up did not ask. No two accounts share it (A7).
    public var mobile: String?
    /// Lowercase. No two accounts share it (A7).
    public var email: String
    /// The password's hash with its salt and parameters, as one text (A12).
    public var passwordHash: String
    /// When the person signed up.
    public let createdAt: Instant
    /// When the temporary password from the operator expires; nil when the person chose the password.
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
