import Crypto
import CryptoExtras
import Foundation

/// scrypt (RFC 7914) of passwords.
public enum Scrypt {
    /// Derives a key of 32 bytes from a password. The cost decides how long this takes.
    public static func key(_ password: String, salt: some DataProtocol, cost: ScryptCost) throws -> SymmetricKey {
        // The same characters from two keyboards may be composed or not; they are the same password.
        let bytes = Array(password.precomposedStringWithCompatibilityMapping.utf8)
        return try KDF.Scrypt.deriveKey(
            // HMAC, on which scrypt is built, pads a short key with zeros (RFC 2104), so that zeros at its end make no
            // difference. A byte that no UTF-8 text contains tells such passwords apart.
            from: bytes.last == 0 ? bytes + [0xFF] : bytes,
            salt: salt,
            outputByteCount: 32,
            rounds: 1 << cost.log2N,
            blockSize: cost.r,
            parallelism: cost.p
        )
    }
}
