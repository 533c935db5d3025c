import Crypto
import Foundation

/// The encryption of push messages (RFC 8291), which the push service cannot decrypt.
enum MessageEncryption {
    /// Every message is padded to one of these lengths, so that its size reveals little. The last is the longest that
    /// fits.
    static let lengths = [512, 1_024, 2_048, PushMessage.longestPayload]

    /// The body of a request, which only the subscription's browser can decrypt; it differs each time.
    static func body(_ payload: [UInt8], for subscription: PushSubscription) throws -> [UInt8] {
        try body(
            payload,
            paddedTo: lengths.first { $0 >= payload.count } ?? payload.count,
            for: subscription,
            sender: P256.KeyAgreement.PrivateKey(),
            salt: SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) }
        )
    }

    /// The body of a request, with given random values. Neither key nor salt may be used twice.
    static func body(
        _ payload: [UInt8],
        paddedTo length: Int,
        for subscription: PushSubscription,
        sender: P256.KeyAgreement.PrivateKey,
        salt: [UInt8]
    ) throws -> [UInt8] {
        let material = try keyingMaterial(for: subscription, sender: sender)
        return try ContentEncryption(keyingMaterial: material, salt: salt)
            .body(payload, paddedTo: length, keyID: Array(sender.publicKey.x963Representation))
    }

    /// The keying material (RFC 8291, section 3.4): from the key agreement and the secret `auth`.
    static func keyingMaterial(
        for subscription: PushSubscription,
        sender: P256.KeyAgreement.PrivateKey
    ) throws -> SymmetricKey {
        let receiver = try P256.KeyAgreement.PublicKey(x963Representation: subscription.p256dh)
        let shared = try sender.sharedSecretFromKeyAgreement(with: receiver)
        let pseudoRandomKey = HKDF<SHA256>.extract(
            inputKeyMaterial: shared.withUnsafeBytes { SymmetricKey(data: $0) },
            salt: subscription.auth
        )
        let info = Array("WebPush: info".utf8) + [0] + subscription.p256dh + sender.publicKey.x963Representation
        return HKDF<SHA256>.expand(pseudoRandomKey: pseudoRandomKey, info: info, outputByteCount: 32)
    }
}
