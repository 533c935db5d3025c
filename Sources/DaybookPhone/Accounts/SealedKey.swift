import Crypto
import DaybookScrypt
import Foundation

/// The data key of an account, encrypted with AES-256-GCM under a key that scrypt derives from the person's password.
///
/// A password is right when it opens the key, so a device needs no other hash of it.
struct SealedKey: Equatable, Sendable {
    let cost: ScryptCost
    private let salt: Data
    /// Nonce, ciphertext and tag.
    private let box: Data

    /// Seals a data key under a password. The cost decides how long this takes.
    init(_ key: SymmetricKey, password: String, cost: ScryptCost) throws {
        let salt = SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) }
        let bytes = key.withUnsafeBytes { Data($0) }
        let lock = try Scrypt.key(password, salt: salt, cost: cost)
        self.init(cost: cost, salt: salt, box: try AES.GCM.seal(bytes, using: lock).bytes)
    }

    private init(cost: ScryptCost, salt: Data, box: Data) {
        self.cost = cost
        self.salt = salt
        self.box = box
    }

    /// The data key; nil when the password is wrong. The cost decides how long this takes.
    func open(_ password: String) -> SymmetricKey? {
        guard let lock = try? Scrypt.key(password, salt: salt, cost: cost),
            let bytes = try? AES.GCM.open(AES.GCM.SealedBox(combined: box), using: lock)
        else { return nil }
        return SymmetricKey(data: bytes)
    }
}

extension AES.GCM.SealedBox {
    /// Nonce, ciphertext and tag: the form of `combined` for a nonce of 12 bytes.
    var bytes: Data { Data(nonce) + ciphertext + tag }
}

// MARK: - On the disk

extension SealedKey: Codable {
    private enum CodingKeys: String, CodingKey {
        case log2N = "ln"
        case r
        case p
        case salt
        case box
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let cost = ScryptCost(
            log2N: try values.decode(Int.self, forKey: .log2N),
            r: try values.decode(Int.self, forKey: .r),
            p: try values.decode(Int.self, forKey: .p)
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
        try values.encode(cost.r, forKey: .r)
        try values.encode(cost.p, forKey: .p)
        try values.encode(salt, forKey: .salt)
        try values.encode(box, forKey: .box)
    }
}
