import Crypto
import Foundation

/// Encrypted HTTP content (RFC 8188, `aes128gcm`) in a single record. Push messages have only one record.
struct ContentEncryption {
    /// `rs`: the most bytes of a record.
    static let recordSize = 4_096

    let salt: [UInt8]
    let key: SymmetricKey
    let nonce: SymmetricKey

    /// Derives key and nonce (RFC 8188, sections 2.2 and 2.3). The salt has 16 bytes and must be used only once.
    init(keyingMaterial: SymmetricKey, salt: [UInt8]) {
        self.salt = salt
        let pseudoRandomKey = HKDF<SHA256>.extract(inputKeyMaterial: keyingMaterial, salt: salt)
        func expanded(_ info: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.expand(
                pseudoRandomKey: pseudoRandomKey,
                info: Array(info.utf8) + [0],
                outputByteCount: count
            )
        }
        key = expanded("Content-Encoding: aes128gcm", 16)
        nonce = expanded("Content-Encoding: nonce", 12)
    }

    /// The header and the record (RFC 8188, section 2) of a text, which is padded with zeros to `length` bytes.
    func body(_ text: [UInt8], paddedTo length: Int, keyID: [UInt8]) throws -> [UInt8] {
        // The byte 2 ends of the text in the last record.
        let padding = [UInt8](repeating: 0, count: max(length - text.count, 0))
        let sealed = try AES.GCM.seal(
            text + [2] + padding,
            using: key,
            nonce: AES.GCM.Nonce(data: nonce.withUnsafeBytes { Data($0) })
        )
        let size = UInt32(Self.recordSize)
        let header = salt + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + [UInt8(keyID.count)] + keyID
        return header + sealed.ciphertext + sealed.tag
    }
}
