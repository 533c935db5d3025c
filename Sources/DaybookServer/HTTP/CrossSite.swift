import HTTPTypes
import Hummingbird

/// Refuses requests that another site made a browser send with our cookie.
///
/// Fetch Metadata says it outright; a browser without it says where the request came from in `Origin`. A request that
/// brings its token itself cannot be forged this way. Source: OWASP, Cross-Site Request Forgery Prevention Cheat Sheet.
enum CrossSite {
    /// Throws 403 when a request that changes something was not made by our own pages.
    static func check(_ request: Request, _ arrival: Arrival) throws {
        switch request.method {
        case .get, .head, .options: return
        default: break
        }
        // A browser adds credentials of other schemes by itself, those of a proxy that asks for a password among them.
        if SessionToken.isBearer(request) { return }
        if let site = HTTPField.Name.secFetchSite.flatMap({ request.headers[$0] }) {
            if site == "same-origin" || site == "none" { return }
            throw forbidden
        }
        if let origin = request.headers[.origin] {
            if isSame(origin: origin, host: request.head.authority, isSecure: arrival.isSecure) { return }
            throw forbidden
        }
        // Neither header: not a browser that could have been tricked, unless it brings the cookie.
        if arrival.cookie.value(in: request.headers) != nil { throw forbidden }
    }

    /// Whether an origin is that of the host that the request names.
    ///
    /// A page that came without TLS may have been written by anybody on the network, so it is not ours when we are
    /// reached by TLS. The other way round it is: a proxy that speaks TLS for us need not be one of the trusted ones.
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
