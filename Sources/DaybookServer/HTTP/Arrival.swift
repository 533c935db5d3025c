import HTTPTypes
import Hummingbird
import NIOHTTP1

/// How a request reached the server. No other code decides this.
struct Arrival: Equatable, Sendable {
    /// The client's address, past the trusted proxies; nil without a socket.
    var client: IPAddress?
    /// Whether the browser uses TLS, with this server or with a trusted proxy.
    var isSecure: Bool
    /// The session cookie that belongs to this kind of connection.
    var cookie: SessionCookie

    /// What the operator has set about it. Less to copy for each request than the whole configuration.
    struct Settings: Sendable {
        fileprivate let proxies: TrustedProxies
        fileprivate let hasTLS: Bool
        fileprivate let cookies: ServerConfiguration.SecureCookies

        init(_ configuration: ServerConfiguration) {
            proxies = configuration.trustedProxies
            hasTLS = configuration.tls != nil
            cookies = configuration.secureCookies
        }
    }

    /// From the connection, and from the headers if the connection's other end is a trusted proxy.
    init(of request: HTTPRequest, peer: IPAddress?, _ settings: Settings) {
        self.init(peer: peer, settings) { $0.map { request.headerFields[values: $0] } ?? [] }
    }

    /// The same from a request as it was received.
    init(of head: HTTPRequestHead, peer: IPAddress?, _ settings: Settings) {
        self.init(peer: peer, settings) { $0.map { head.headers[$0.rawName] } ?? [] }
    }

    private init(peer: IPAddress?, _ settings: Settings, _ lines: (HTTPField.Name?) -> [String]) {
        let proxies = settings.proxies
        // Without a trusted proxy no header counts.
        let proxy = peer.flatMap { proxies.contains($0) ? $0 : nil }
        client = proxy.map { proxies.client(peer: $0, forwardedFor: lines(.xForwardedFor)) } ?? peer
        let stated = proxy.flatMap { proxies.isSecure(peer: $0, forwardedProto: lines(.xForwardedProto)) }
        isSecure = stated ?? settings.hasTLS
        switch settings.cookies {
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
}

extension HTTPField.Name {
    /// The addresses on the request's way, one added by each proxy.
    static let xForwardedFor = HTTPField.Name("X-Forwarded-For")
    /// The protocol between the browser and the proxy.
    static let xForwardedProto = HTTPField.Name("X-Forwarded-Proto")
}
