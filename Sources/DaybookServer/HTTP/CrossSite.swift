import HTTPTypes
import Hummingbird

/// Refuses requests that another site made a browser send with Daybook's cookie.
///
/// Fetch Metadata states it directly; a browser without it names the request's origin in `Origin`. A request with a
/// bearer token cannot be forged this way. Source: OWASP, Cross-Site Request Forgery Prevention Cheat Sheet.
enum CrossSite {
    /// Throws 403 when a request that changes something does not come from the web app of this server.
    @inline(never)
    static func check(_ request: Request, _ arrival: Arrival) throws {
        switch request.method {
        case .get, .head, .options: return
        default: break
        }
        // A browser adds credentials of other schemes automatically, for example those for a proxy that asks for a
        // password.
        if SessionToken.isBearer(request) { return }
        if let site = HTTPField.Name.secFetchSite.flatMap({ request.headers[$0] }) {
            if site == "same-origin" || site == "none" { return }
            throw forbidden
        }
        if let origin = request.headers[.origin] {
            if isSame(origin: origin, host: request.head.authority, isSecure: arrival.isSecure) { return }
            throw forbidden
        }
        // Neither header: the client is not a browser, so it could not be tricked, unless it sends the cookie.
        if arrival.cookie.value(in: request.headers) != nil { throw forbidden }
    }

    /// Whether an origin is that of the request's host.
    ///
    /// A document that was loaded without TLS may have been changed by anyone on the network, so its origin is refused when
    /// the request comes over TLS. The reverse is allowed: a proxy that adds TLS need not be a trusted one.
    static func isSame(origin: String, host: String?, isSecure: Bool) -> Bool {
        guard let host, let scheme = origin.range(of: "://") else { return false }
        switch origin[..<scheme.lowerBound].lowercased() {
        case "https": break
        case "http" where !isSecure: break
        default: return false
        }
        return origin[scheme.upperBound...].lowercased() == host.lowercased()
    }

    private static let forbidden = Problem(.forbidden, "This request came from another site.")
}

extension HTTPField.Name {
    /// Fetch Metadata (https://w3c.github.io/webappsec-fetch-metadata/).
    static let secFetchSite = HTTPField.Name("Sec-Fetch-Site")
}
