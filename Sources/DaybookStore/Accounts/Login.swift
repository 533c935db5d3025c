/// The normalized email or mobile that a person signs in with.
public enum Login: Hashable, Sendable {
    /// A lowercase email address.
    case email(String)
    /// Ten digits.
    case mobile(String)
}
