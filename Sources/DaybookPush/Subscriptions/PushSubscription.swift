import Crypto
import DaybookCore

/// The push subscription of a browser: the result of `PushSubscription.toJSON()` in a browser.
public struct PushSubscription: Hashable, Sendable {
    /// The address from the browser's push service. Anyone who knows it can send to the browser, so it is kept secret.
    public let endpoint: PushEndpoint
    /// The browser's public key, a point of P-256, uncompressed: 65 bytes.
    public let p256dh: [UInt8]
    /// The secret that only the browser and this server know: 16 bytes.
    public let auth: [UInt8]

    /// Why a subscription is invalid.
    public enum Failure: Error, Equatable, Sendable {
        /// This server does not send to the endpoint.
        case endpoint(PushEndpoint.Failure)
        /// `p256dh` is not the base64url of a point on P-256.
        case p256dh
        /// `auth` is not the base64url of 16 bytes.
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

    /// Uncompressed and on the curve. With a point that is not on the curve, the key agreement would give secrets that
    /// can be guessed.
    private static func isPoint(_ bytes: [UInt8]) -> Bool {
        bytes.count == 65 && bytes.first == 4
            && (try? P256.KeyAgreement.PublicKey(x963Representation: bytes)) != nil
    }
}
