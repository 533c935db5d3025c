/// Identifies what attempts are counted under: the SHA-256 of a login and an address, for example. The text itself is
/// never stored.
public struct AttemptKey: Hashable, Sendable {
    /// 32 bytes.
    public let bytes: [UInt8]

    /// The key from its bytes, which must be 32.
    public init(bytes: [UInt8]) {
        precondition(bytes.count == 32, "an attempt's key is a SHA-256: 32 bytes, not \(bytes.count)")
        self.bytes = bytes
    }
}
