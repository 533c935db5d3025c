import HTTPTypes
import Hummingbird

/// The way that a request reached the server. Nothing else decides this.
struct Arrival: Equatable, Sendable {
    /// The client's address, past the trusted proxies; nil without a socket.
    var client: IPAddress?
    /// Whether the browser speaks TLS with this server or with a trusted proxy.
    var isSecure: Bool
    /// The cookie that fits.
    var cookie: SessionCookie

    /// As the connection shows it, and as headers say if the connection's other end is a trusted proxy.
    init(of request: Request, peer: IPAddress?, _ configuration: ServerConfiguration) {
        let proxies = configuration.trustedProxies
        client = peer.map { proxies.client(peer: $0, forwardedFor: Self.lines(.xForwardedFor, request)) }
        let said = peer.flatMap { proxies.isSecure(peer: $0, forwardedProto: Self.lines(.xForwardedProto, request)) }
        isSecure = said ?? (configuration.tls != nil)
        switch configuration.secureCookies {
        case .always: cookie = .secure
        case .never: cookie = .plain
        case .whenForwarded: cookie = isSecure ? .secure : .plain
        }
    }

    init(client: IPAddress?, isSecure: Bool, cookie: SessionCookie) {
        self.client = client
        self.isSecure = isSecure
        self.cookie = cookie
    }

    private static func lines(_ name: HTTPField.Name?, _ request: Request) -> [String] {
        name.map { request.headers[values: $0] } ?? []
    }
}

extension HTTPField.Name {
    /// The way a request took to us, as each proxy on it wrote it down.
    static let xForwardedFor = HTTPField.Name("X-Forwarded-For")
    /// The protocol between the browser and the proxy.
    static let xForwardedProto = HTTPField.Name("X-Forwarded-Proto")
}
