import Crypto
import DaybookCore

/// The push subscription of a browser: the result of `PushSubscription.toJSON()` in a page.
public struct PushSubscription: Hashable, Sendable {
    /// The address that the browser's push service gave it. Anybody who knows it can send there, so it is kept secret.
    public let endpoint: PushEndpoint
    /// The browser's public key, a point of P-256, uncompressed: 65 bytes.
    public let p256dh: [UInt8]
    /// The secret that only the browser and this server know: 16 bytes.
    public let auth: [UInt8]

    /// Why something is no subscription.
    public enum Failure: Error, Equatable, Sendable {
        /// This server does not send to the endpoint.
        case endpoint(PushEndpoint.Failure)
        /// `p256dh` is no base64url of a point on P-256.
        case p256dh
        /// `auth` is no base64url of 16 bytes.
        case auth
    }

    /// Reads a subscription; the keys are base64url, with padding or without.
    public init(
        endpoint: String,
        p256dh: String,
        auth: String,
        privateHosts: PrivatePushHosts = .none
    ) throws(Failure) {
        do {
            self.endpoint = try PushEndpoint(endpoint, privateHosts: privateHosts)
        } catch {
            throw .endpoint(error)
        }
        guard let point = Base64URL.bytes(p256dh), Self.isPoint(point) else { throw .p256dh }
        guard let secret = Base64URL.bytes(auth), secret.count == 16 else { throw .auth }
        self.p256dh = point
        self.auth = secret
    }

    /// ``p256dh`` in base64url, without padding.
    public var p256dhText: String { Base64URL.text(p256dh) }

    /// ``auth`` in base64url, without padding.
    public var authText: String { Base64URL.text(auth) }

    /// Uncompressed and on the curve. A point beside it would lead the key agreement to secrets that can be guessed.
    private static func isPoint(_ bytes: [UInt8]) -> Bool {
        bytes.count == 65 && bytes.first == 4
            && (try? P256.KeyAgreement.PublicKey(x963Representation: bytes)) != nil
    }
}
