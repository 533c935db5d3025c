import HTTPTypes

/// Distinguishes a browser from others at its address, and recognizes it at another address: 128 random bits that the
/// browser keeps when the person logs out. The cookie gives no access; wrong passwords from a device where a person has
/// signed in count for that device alone.
///
/// Source: OWASP, Slow Down Online Guessing Attacks with Device Cookies.
struct DeviceCookie: Equatable, Sendable {
    /// 22 characters of base64url.
    let text: String

    private static let characters = 22
    /// The longest that browsers keep a cookie (RFC 6265bis, section 5.5).
    private static let seconds = 400 * 86_400

    /// A new cookie.
    static func random() -> DeviceCookie { DeviceCookie(text: RandomText.base64URL(bytes: 16)) }

    private init(text: String) {
        self.text = text
    }

    /// The value in a request's cookie; nil when the cookie is missing or has another form.
    init?(in headers: HTTPFields, _ session: SessionCookie) {
        guard let value = headers.cookie(Self.name(session)), value.utf8.count == Self.characters,
            value.utf8.allSatisfy({ Self.isBase64URL($0) })
        else { return nil }
        self.init(text: String(value))
    }

    private static func isBase64URL(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }

    private static func name(_ session: SessionCookie) -> String { session.name + "-device" }

    /// The header that gives the cookie to a browser, beside its session.
    func header(_ session: SessionCookie) -> HTTPField {
        let value = "\(Self.name(session))=\(text); Path=/; Max-Age=\(Self.seconds); HttpOnly; SameSite=Strict"
        return HTTPField(name: .setCookie, value: value + (session == .secure ? "; Secure" : ""))
    }
}
