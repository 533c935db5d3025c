import Crypto
import DaybookStore
import Foundation
import HTTPTypes
import Hummingbird

/// The secret of a session: 256 random bits, of which the server keeps only the SHA-256 (A12).
struct SessionToken: Sendable {
    /// 43 characters of base64url.
    let text: String

    private static let characters = 43
    private static let bearer = "bearer "

    /// A new one.
    static func random() -> SessionToken {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        let text = Data(bytes).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        return SessionToken(text: text)
    }

    /// What the storage knows it by.
    var hash: TokenHash { TokenHash(bytes: Array(SHA256.hash(data: Array(text.utf8)))) }

    /// The token a request brings: as a bearer, else in the cookie that fits the way it came.
    static func of(_ request: Request, _ cookie: SessionCookie) -> SessionToken? {
        if let authorization = request.headers[.authorization] {
            let scheme = authorization.utf8.prefix(bearer.utf8.count)
            guard scheme.elementsEqual(bearer.utf8, by: { $0 | 0x20 == $1 | 0x20 }) else { return nil }
            return SessionToken(brought: authorization.dropFirst(bearer.count))
        }
        return cookie.value(in: request.headers).flatMap { SessionToken(brought: $0) }
    }

    private init?(brought text: some StringProtocol) {
        guard text.utf8.count == Self.characters else { return nil }
        self.text = String(text)
    }

    private init(text: String) {
        self.text = text
    }
}
