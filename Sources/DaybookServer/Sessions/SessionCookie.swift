import HTTPTypes
import Hummingbird

/// The cookie in which a browser keeps its session. There are two, and the server reads the one that fits the request's
/// connection.
enum SessionCookie: Equatable, Sendable {
    /// For TLS only.
    ///
    /// Browsers accept a cookie whose name begins with `__Host-` only over TLS, from exactly the host it is for, so
    /// that neither a neighbouring host nor an attacker on the network can set it (RFC 6265bis, section 4.1.3.2).
    case secure
    /// For a server without TLS, for example on this machine: browsers would reject the other cookie.
    case plain

    /// The longest that browsers keep a cookie (RFC 6265bis, section 5.5): people stay signed in (A9).
    private static let seconds = 400 * 86_400

    /// Its name.
    var name: String {
        switch self {
        case .secure: "__Host-daybook"
        case .plain: "daybook"
        }
    }

    /// The header that gives a session to a browser.
    func header(_ token: SessionToken) -> String { header(value: token.text, seconds: Self.seconds) }

    /// The header that removes the session from a browser.
    var expired: String { header(value: "", seconds: 0) }

    private func header(value: String, seconds: Int) -> String {
        "\(name)=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Strict" + (self == .secure ? "; Secure" : "")
    }

    /// The value of this cookie in a request; nil when the cookie is missing.
    func value(in headers: HTTPFields) -> Substring? { headers.cookie(name) }
}

extension HTTPFields {
    /// The value of a cookie by its name (RFC 6265bis, section 4.2.1); nil when it is not there.
    ///
    /// Compared byte by byte, and only one space is skipped before a name. If other characters were taken for a
    /// separator or for the name, by Unicode's equivalences or by an empty name before it, a neighbouring host could
    /// set a cookie whose name begins with `__Host-` without the browser noticing.
    func cookie(_ name: String) -> Substring? {
        let wanted = name + "="
        for header in self[values: .cookie] {
            for pair in header.utf8.split(separator: UInt8(ascii: ";")) {
                let trimmed = pair.first == UInt8(ascii: " ") ? pair.dropFirst() : pair
                if trimmed.starts(with: wanted.utf8) { return Substring(trimmed.dropFirst(wanted.utf8.count)) }
            }
        }
        return nil
    }
}
