import DaybookScrypt
import Foundation

/// A password's scrypt hash with its salt and cost, as one text: `$scrypt$ln=17,r=8,p=1$<salt>$<hash>`, salt and hash
/// in base64 without padding (the PHC string format, https://github.com/P-H-C/phc-string-format).
struct PasswordHash: Equatable, Sendable {
    let cost: ScryptCost
    private let salt: [UInt8]
    private let hash: [UInt8]

    private static let saltBytes = 16
    private static let hashBytes = 32

    /// Hashes a password with a fresh salt. The cost decides how long this takes.
    init(password: String, cost: ScryptCost) throws {
        var generator = SystemRandomNumberGenerator()
        let salt = (0..<Self.saltBytes).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        self.init(cost: cost, salt: salt, hash: try Self.derive(password, salt: salt, cost: cost))
    }

    private init(cost: ScryptCost, salt: [UInt8], hash: [UInt8]) {
        self.cost = cost
        self.salt = salt
        self.hash = hash
    }

    /// Whether a password matches the hash. The cost of the hash decides how long this takes.
    func matches(_ password: String) throws -> Bool {
        let other = try Self.derive(password, salt: salt, cost: cost)
        // All bytes are compared, so that the time does not reveal how many were right.
        return zip(hash, other).reduce(UInt8(hash.count == other.count ? 0 : 1)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func derive(_ password: String, salt: [UInt8], cost: ScryptCost) throws -> [UInt8] {
        try Scrypt.key(password, salt: salt, cost: cost).withUnsafeBytes { Array($0) }
    }
}

extension PasswordHash: CustomStringConvertible {
    var description: String {
        "$scrypt$ln=\(cost.log2N),r=\(cost.r),p=\(cost.p)$\(Self.base64(salt))$\(Self.base64(hash))"
    }

    /// Reads ``description``; nil for anything else.
    init?(_ text: String) {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt", let cost = Self.cost(parts[2]),
            let salt = Self.bytes(parts[3]), let hash = Self.bytes(parts[4]), hash.count == Self.hashBytes
        else { return nil }
        self.init(cost: cost, salt: salt, hash: hash)
    }

    private static func cost(_ text: String) -> ScryptCost? {
        var values: [String: Int] = [:]
        for pair in text.split(separator: ",") {
            let sides = pair.split(separator: "=")
            guard sides.count == 2, let value = Int(sides[1]) else { return nil }
            values[String(sides[0])] = value
        }
        guard values.count == 3, let n = values["ln"], let r = values["r"], let p = values["p"] else { return nil }
        return ScryptCost(log2N: n, r: r, p: p)
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("=", with: "")
    }

    private static func bytes(_ text: String) -> [UInt8]? {
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        return Data(base64Encoded: text + padding).map { Array($0) }
    }
}
