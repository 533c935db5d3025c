/// A change of an account; nil leaves a field as it is.
public struct AccountChange: Equatable, Sendable {
    /// Another name.
    public var name: String?
    /// Another mobile number, ten digits.
    public var mobile: String?
    /// Another email address, lowercase.
    public var email: String?

    /// The proof of the password; nil for a change that needs no password.
    public var proof: PasswordProof?
    /// The attempt with the password that proved the change; nil when no attempt was counted.
    public var attempt: AttemptSuccess?

    /// A change of the fields that are not nil.
    public init(
        name: String? = nil,
        mobile: String? = nil,
        email: String? = nil,
        proof: PasswordProof? = nil,
        attempt: AttemptSuccess? = nil
    ) {
        self.name = name
        self.mobile = mobile
        self.email = email
        self.proof = proof
        self.attempt = attempt
    }
}
