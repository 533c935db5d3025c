/// What a person signs in with, normalized.
public enum Login: Hashable, Sendable {
    /// A lowercase email address.
    case email(String)
    /// Ten digits.
    case mobile(String)
}
