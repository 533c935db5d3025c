import Crypto
import CryptoExtras
import Foundation

/// The work that it takes to try a password.
public struct KeyCost: Equatable, Sendable {
    /// The base-2 logarithm of scrypt's N.
    public let log2N: Int
    /// scrypt's r, the block size.
    public let blockSize: Int
    /// scrypt's p, the parallelism.
    public let parallelism: Int

    /// A cost; nil unless N is 2 to 2^20, and r and p are 1 to 16.
    public init?(log2N: Int, blockSize: Int = 8, parallelism: Int = 1) {
        guard (1...20).contains(log2N), (1...16).contains(blockSize), (1...16).contains(parallelism) else { return nil }
        self.init(unchecked: log2N, blockSize, parallelism)
    }

    private init(unchecked log2N: Int, _ blockSize: Int, _ parallelism: Int) {
        self.log2N = log2N
        self.blockSize = blockSize
        self.parallelism = parallelism
    }

    /// N = 2^15, r = 8, p = 3: the work of the server's hashes in a quarter of their memory, 32 MiB, which a phone has.
    /// Source: OWASP, Password Storage Cheat Sheet.
    public static let standard = KeyCost(unchecked: 15, 8, 3)
}

/// The data key of an account, encrypted with AES-256-GCM under a key that scrypt derives from the person's password.
///
/// A password is right when it opens the key, so a device needs no other hash of it.
struct SealedKey: Equatable, Sendable {
    let cost: KeyCost
    private let salt: Data
    /// Nonce, ciphertext and tag.
    private let box: Data

    /// Seals a data key under a password. Takes as long as the cost says.
    init(_ key: SymmetricKey, password: String, cost: KeyCost) throws {
        let salt = SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) }
        let bytes = key.withUnsafeBytes { Data($0) }
        let lock = try Self.lock(password, salt: salt, cost: cost)
        self.init(cost: cost, salt: salt, box: try AES.GCM.seal(bytes, using: lock).bytes)
    }

    private init(cost: KeyCost, salt: Data, box: Data) {
        self.cost = cost
        self.salt = salt
        self.box = box
    }

    /// The data key; nil when the password is wrong. Takes as long as the cost says.
    func open(_ password: String) -> SymmetricKey? {
        guard let lock = try? Self.lock(password, salt: salt, cost: cost),
            let bytes = try? AES.GCM.open(AES.GCM.SealedBox(combined: box), using: lock)
        else { return nil }
        return SymmetricKey(data: bytes)
    }

    private static func lock(_ password: String, salt: Data, cost: KeyCost) throws -> SymmetricKey {
        // The same characters from two keyboards may be composed or not; they are the same password.
        let normal = Array(password.precomposedStringWithCompatibilityMapping.utf8)
        return try KDF.Scrypt.deriveKey(
            // HMAC pads a short key with zeros (RFC 2104). A byte that no UTF-8 text contains keeps "a" and "a\0" apart.
            from: normal.last == 0 ? normal + [0xFF] : normal,
            salt: salt,
            outputByteCount: 32,
            rounds: 1 << cost.log2N,
            blockSize: cost.blockSize,
            parallelism: cost.parallelism
        )
    }
}

extension AES.GCM.SealedBox {
    /// Nonce, ciphertext and tag, which is what `combined` is for a nonce of 12 bytes.
    var bytes: Data { Data(nonce) + ciphertext + tag }
}

// MARK: - On the disk

extension SealedKey: Codable {
    private enum CodingKeys: String, CodingKey {
        case log2N = "ln"
        case blockSize = "r"
        case parallelism = "p"
        case salt
        case box
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let cost = KeyCost(
            log2N: try values.decode(Int.self, forKey: .log2N),
            blockSize: try values.decode(Int.self, forKey: .blockSize),
            parallelism: try values.decode(Int.self, forKey: .parallelism)
        )
        guard let cost else {
            throw DecodingError.dataCorruptedError(forKey: .log2N, in: values, debugDescription: "no cost of scrypt")
        }
        self.init(
            cost: cost,
            salt: try values.decode(Data.self, forKey: .salt),
            box: try values.decode(Data.self, forKey: .box)
        )
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(cost.log2N, forKey: .log2N)
        try values.encode(cost.blockSize, forKey: .blockSize)
        try values.encode(cost.parallelism, forKey: .parallelism)
        try values.encode(salt, forKey: .salt)
        try values.encode(box, forKey: .box)
    }
}
