import Crypto
import DaybookStore
import Foundation
import HTTPTypes
import Hummingbird

/// The secret of a session: 256 random bits, of which the server keeps only the SHA-256 (A12).
struct SessionToken: Sendable {
    /// 43 characters of base64url.
    let text: String

    static let cookieName = "daybook"
    private static let characters = 43
    private static let bearer = "bearer "
    /// The longest that browsers keep a cookie (RFC 6265bis, section 5.5): people stay signed in (A9).
    private static let cookieSeconds = 400 * 86_400

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

    /// The token a request brings: as a bearer, else as the cookie.
    static func of(_ request: Request) -> SessionToken? {
        if let authorization = request.headers[.authorization] {
            let scheme = authorization.utf8.prefix(bearer.utf8.count)
            guard scheme.elementsEqual(bearer.utf8, by: { $0 | 0x20 == $1 | 0x20 }) else { return nil }
            return SessionToken(brought: authorization.dropFirst(bearer.count))
        }
        for header in request.headers[values: .cookie] {
            for pair in header.split(separator: ";") {
                let sides = pair.trimmingPrefix(while: { $0 == " " }).split(separator: "=", maxSplits: 1)
                if sides.count == 2, sides[0] == cookieName { return SessionToken(brought: sides[1]) }
            }
        }
        return nil
    }

    private init?(brought text: some StringProtocol) {
        guard text.utf8.count == Self.characters else { return nil }
        self.text = String(text)
    }

    private init(text: String) {
        self.text = text
    }

    /// The header that gives it to a browser. `Secure` only over TLS, or the browser would drop it.
    func cookie(isSecure: Bool) -> String {
        Self.cookie(value: text, seconds: Self.cookieSeconds, isSecure: isSecure)
    }

    /// The header that takes it away.
    static func expiredCookie(isSecure: Bool) -> String { cookie(value: "", seconds: 0, isSecure: isSecure) }

    private static func cookie(value: String, seconds: Int, isSecure: Bool) -> String {
        "\(cookieName)=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
    }
}
