/// A field of an account that belongs to one account alone (A7).
public enum AccountField: String, Hashable, Sendable, CaseIterable {
    case email
    case mobile
}
