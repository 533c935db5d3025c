import Crypto
import DaybookStore
import HTTPTypes
import Hummingbird

/// The secret of a session: 256 random bits. The server keeps only their SHA-256 (A12).
struct SessionToken: Sendable {
    /// 43 characters of base64url.
    let text: String

    private static let characters = 43
    private static let bearer = "bearer "

    /// A new token.
    static func random() -> SessionToken { SessionToken(text: RandomText.base64URL(bytes: 32)) }

    /// The hash by which the storage finds the session.
    var hash: TokenHash { TokenHash(bytes: Array(SHA256.hash(data: Array(text.utf8)))) }

    /// The token of a request: a bearer token, else the cookie that fits the request's connection.
    static func of(_ request: Request, _ cookie: SessionCookie) -> SessionToken? {
        guard let authorization = request.headers.value(of: .authorization) else { return ofCookie(request, cookie) }
        guard isBearer(authorization) else { return nil }
        return SessionToken(brought: authorization.dropFirst(bearer.count))
    }

    /// Whether a request has a bearer token. No website can make a browser send another site's bearer token.
    static func isBearer(_ request: Request) -> Bool {
        request.headers.value(of: .authorization).map(isBearer) ?? false
    }

    private static func isBearer(_ authorization: String) -> Bool {
        authorization.utf8.prefix(bearer.utf8.count).elementsEqual(bearer.utf8) { $0 | 0x20 == $1 | 0x20 }
    }

    /// The token of the cookie only: a browser's session.
    static func ofCookie(_ request: Request, _ cookie: SessionCookie) -> SessionToken? {
        cookie.value(in: request.headers).flatMap { SessionToken(brought: $0) }
    }

    /// Whether a request has its token in the cookie and no Authorization header.
    static func isCookie(_ request: Request) -> Bool { !request.headers.contains(.authorization) }

    /// A token that a client has sent; nil for a text of another length.
    init?(brought text: some StringProtocol) {
        guard text.utf8.count == Self.characters else { return nil }
        self.text = String(text)
    }

    private init(text: String) {
        self.text = text
    }
}
