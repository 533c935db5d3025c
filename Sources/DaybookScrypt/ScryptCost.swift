/// The work of one scrypt hash.
public struct ScryptCost: Equatable, Sendable {
    /// The base-2 logarithm of scrypt's N.
    public let log2N: Int
    /// scrypt's r, the block size.
    public let r: Int
    /// scrypt's p, the parallelism.
    public let p: Int

    /// A cost within sensible bounds, nil for any other: N from 2 to 2^20, r and p from 1 to 16.
    public init?(log2N: Int, r: Int = 8, p: Int = 1) {
        guard (1...20).contains(log2N), (1...16).contains(r), (1...16).contains(p) else { return nil }
        self.init(unchecked: log2N, r, p)
    }

    private init(unchecked log2N: Int, _ r: Int, _ p: Int) {
        self.log2N = log2N
        self.r = r
        self.p = p
    }

    /// Costs whose hashes together take as long as a hash of `other` takes longer than one of this cost, when both have
    /// the same r and p: 2^n + 2^(n+1) + … + 2^(m-1) = 2^m - 2^n.
    public func steps(to other: ScryptCost) -> [ScryptCost] {
        (log2N..<max(log2N, other.log2N)).map { ScryptCost(unchecked: $0, r, p) }
    }

    /// N = 2^17, r = 8, p = 1: 128 MiB. Source: OWASP, Password Storage Cheat Sheet.
    public static let server = ScryptCost(unchecked: 17, 8, 1)
    /// N = 2^15, r = 8, p = 3: the same work in 32 MiB, which a phone has. Source: OWASP, Password Storage Cheat Sheet.
    public static let phone = ScryptCost(unchecked: 15, 8, 3)
}
