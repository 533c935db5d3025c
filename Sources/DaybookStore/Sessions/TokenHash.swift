/// The SHA-256 of a session's token. The token itself is never stored (A12).
public struct TokenHash: Hashable, Sendable {
    /// 32 bytes.
    public let bytes: [UInt8]

    /// The hash from its bytes, which must be 32.
    public init(bytes: [UInt8]) {
        precondition(bytes.count == 32, "a token's hash is a SHA-256: 32 bytes, not \(bytes.count)")
        self.bytes = bytes
    }
}
