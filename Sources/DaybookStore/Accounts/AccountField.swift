/// A field of an account whose value no two accounts may share (A7).
public enum AccountField: String, Hashable, Sendable, CaseIterable {
    case email
    case mobile
}
