import HTTPTypes
import Hummingbird

/// How a request reached the server. No other code decides this.
struct Arrival: Equatable, Sendable {
    /// The client's address, past the trusted proxies; nil without a socket.
    var client: IPAddress?
    /// Whether the browser uses TLS, with this server or with a trusted proxy.
    var isSecure: Bool
    /// The session cookie that belongs to this kind of connection.
    var cookie: SessionCookie

    /// From the connection, and from the headers if the connection's other end is a trusted proxy.
    init(of request: HTTPRequest, peer: IPAddress?, _ configuration: ServerConfiguration) {
        // Without a trusted proxy no header counts.
        let proxy = peer.flatMap { configuration.trustedProxies.contains($0) ? $0 : nil }
        let proxies = configuration.trustedProxies
        client = proxy.map { proxies.client(peer: $0, forwardedFor: Self.lines(.xForwardedFor, request)) } ?? peer
        let stated = proxy.flatMap { proxies.isSecure(peer: $0, forwardedProto: Self.lines(.xForwardedProto, request)) }
        isSecure = stated ?? (configuration.tls != nil)
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

    /// The caller of a request whose session is not known yet.
    var caller: Calls.Caller { .address(client?.household) }

    private static func lines(_ name: HTTPField.Name?, _ request: HTTPRequest) -> [String] {
        name.map { request.headerFields[values: $0] } ?? []
    }
}

extension HTTPField.Name {
    /// The addresses on the request's way, one added by each proxy.
    static let xForwardedFor = HTTPField.Name("X-Forwarded-For")
    /// The protocol between the browser and the proxy.
    static let xForwardedProto = HTTPField.Name("X-Forwarded-Proto")
}
