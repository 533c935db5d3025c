import Crypto
import DaybookCore
import Foundation

@testable import DaybookPush

/// The receiver: a browser's keys and decryption (RFC 8291, section 4; RFC 8188, section 2), written independently of
/// the encryption.
struct Browser {
    let privateKey: P256.KeyAgreement.PrivateKey
    let auth: [UInt8]

    init(
        privateKey: P256.KeyAgreement.PrivateKey = P256.KeyAgreement.PrivateKey(),
        auth: [UInt8] = (0..<16).map { _ in UInt8.random(in: 0...255) }
    ) {
        self.privateKey = privateKey
        self.auth = auth
    }

    init(privateKey: String, auth: String) throws {
        self.privateKey = try P256.KeyAgreement.PrivateKey(rawRepresentation: Base64URL.bytes(privateKey) ?? [])
        self.auth = Base64URL.bytes(auth) ?? []
    }

    func subscription(
        endpoint: String = "https://push.example.net/push/1",
        privateHosts: PrivatePushHosts = .none
    ) throws -> PushSubscription {
        try PushSubscription(
            endpoint: endpoint,
            p256dh: Base64URL.text(Array(privateKey.publicKey.x963Representation)),
            auth: Base64URL.text(auth),
            privateHosts: privateHosts
        )
    }

    /// The message for a browser's service worker; nil when a browser would drop it.
    func open(_ body: [UInt8]) -> [UInt8]? {
        guard body.count > 86, body[20] == 65 else { return nil }
        let size = body[16..<20].reduce(0) { $0 << 8 | Int($1) }
        let record = body[86...]
        guard size >= 18, record.count <= size,
            let sender = try? P256.KeyAgreement.PublicKey(x963Representation: body[21..<86]),
            let shared = try? privateKey.sharedSecretFromKeyAgreement(with: sender)
        else { return nil }
        let info =
            Data("WebPush: info\0".utf8) + privateKey.publicKey.x963Representation + sender.x963Representation
        let material = shared.hkdfDerivedSymmetricKey(
            using: Crypto.SHA256.self,
            salt: auth,
            sharedInfo: info,
            outputByteCount: 32
        )
        func derived(_ label: String, _ count: Int) -> SymmetricKey {
            HKDF<Crypto.SHA256>.deriveKey(
                inputKeyMaterial: material,
                salt: body[..<16],
                info: Data(label.utf8) + [0],
                outputByteCount: count
            )
        }
        let nonce = derived("Content-Encoding: nonce", 12).withUnsafeBytes { Data($0) }
        guard let box = try? AES.GCM.SealedBox(combined: nonce + record),
            let text = try? AES.GCM.open(box, using: derived("Content-Encoding: aes128gcm", 16)),
            let end = text.lastIndex(where: { $0 != 0 }), text[end] == 2
        else { return nil }
        return Array(text[..<end])
    }
}
