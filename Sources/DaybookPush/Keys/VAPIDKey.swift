import Crypto
import DaybookCore

/// The key that identifies this server to push services (RFC 8292): P-256, for ECDSA with SHA-256.
///
/// A browser's subscription is bound to it: with another key, no earlier subscription can be used.
public struct VAPIDKey: Sendable {
    private let signing: P256.Signing.PrivateKey

    /// A new key.
    public init() {
        signing = P256.Signing.PrivateKey()
    }

    /// Reads a key in PEM (PKCS #8 or SEC 1); nil when it is not a key of this curve.
    public init?(pem: String) {
        guard let signing = try? P256.Signing.PrivateKey(pemRepresentation: pem) else { return nil }
        self.signing = signing
    }

    /// The key in PEM (PKCS #8).
    public var pem: String { signing.pemRepresentation + "\n" }

    /// The public half as a point of the curve, uncompressed: 65 bytes that begin with 4 (RFC 8292, section 3.2).
    public var publicKey: [UInt8] { Array(signing.publicKey.x963Representation) }

    /// The public half in base64url, the form of `k` and of a browser's `applicationServerKey`.
    public var publicKeyText: String { Base64URL.text(publicKey) }

    /// The signature of bytes in the form of JSON Web Signatures: R and S, 32 bytes each (RFC 7518, section 3.4).
    func signature(_ bytes: [UInt8]) throws -> [UInt8] {
        Array(try signing.signature(for: bytes).rawRepresentation)
    }
}
