import DaybookStore
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import DaybookServer

@Suite("How a request reached us")
struct ArrivalTests {
    static let secure = "__Host-daybook="
    static let plain = "daybook="

    /// Settings, headers, and the results: the cookie at sign-up, and whether browsers are told to use only TLS.
    struct Case: Sendable, CustomStringConvertible {
        let name: String
        var trusted = ""
        var setting = ServerConfiguration.SecureCookies.whenForwarded
        var proto: String?
        let cookie: String
        var isStrict = false
        var description: String { name }
    }

    static let cases: [Case] = [
        .init(name: "no header", cookie: plain),
        .init(name: "https from a stranger", proto: "https", cookie: plain),
        .init(
            name: "https from a trusted proxy",
            trusted: "127.0.0.0/8, ::1",
            proto: "https",
            cookie: secure,
            isStrict: true
        ),
        .init(name: "http from a trusted proxy", trusted: "127.0.0.1, ::1", proto: "http", cookie: plain),
        .init(name: "no header from a trusted proxy", trusted: "127.0.0.1, ::1", cookie: plain),
        .init(name: "another proxy is trusted", trusted: "10.0.0.0/8", proto: "https", cookie: plain),
        .init(name: "always", setting: .always, cookie: secure),
        .init(name: "never", trusted: "127.0.0.1, ::1", setting: .never, proto: "https", cookie: plain, isStrict: true),
    ]

    @Test("decides the cookie and Strict-Transport-Security", arguments: cases)
    func cookie(_ example: Case) async throws {
        let trusted = try TrustedProxies(example.trusted)
        // Only a socket has an address.
        try await World.with(
            setup: .live,
            configure: {
                $0.trustedProxies = trusted
                $0.secureCookies = example.setting
            }
        ) { world in
            var headers: HTTPFields = [:]
            if let proto = example.proto { headers[try #require(HTTPField.Name.xForwardedProto)] = proto }
            let answer = try await world.call(.post, "/api/v1/accounts", Person.signUp(1), headers: headers)
            let cookie = try #require(answer.headers[.setCookie])
            #expect(cookie.hasPrefix(example.cookie), "\(cookie)")
            #expect(cookie.contains("; Secure") == (example.cookie == Self.secure))
            #expect(cookie.contains("; Path=/;") && cookie.contains("; HttpOnly; SameSite=Strict"))
            #expect(!cookie.contains("Domain"))
            let strict = answer.headers[.strictTransportSecurity]
            #expect(strict == (example.isStrict ? "max-age=31536000" : nil))
            // The cookie that fits opens the session; the other one does not.
            let person = try Person(number: 1, answer)
            for name in [Self.plain, Self.secure] {
                headers[.cookie] = name + person.token
                let read = try await world.call(.get, "/api/v1/account", headers: headers)
                #expect(read.status == (name == example.cookie ? .ok : .unauthorized), "\(name)")
            }
        }
    }

    @Test("log-out takes the cookie away that was given", arguments: [false, true])
    func signOut(_ isSecure: Bool) async throws {
        try await World.with(configure: { $0.secureCookies = isSecure ? .always : .never }) { world in
            let person = try await world.signUp()
            let answer = try await world.call(.delete, "/api/v1/sessions/current", by: person)
            let cookie = try #require(answer.headers[.setCookie])
            #expect(cookie.hasPrefix(isSecure ? "__Host-daybook=; " : "daybook=; "))
            #expect(cookie.contains("Max-Age=0") && cookie.contains("; Secure") == isSecure)
        }
    }

    @Test(
        "a document is ours by its host, and by TLS when we are reached by it",
        arguments: [
            ("https://daybook.example", true, true), ("http://daybook.example", true, false),
            ("http://daybook.example", false, true), ("https://daybook.example", false, true),
            ("HTTPS://Daybook.Example", true, true), ("https://daybook.example:443", true, false),
            ("https://daybook.example.evil", true, false), ("https://evil", true, false), ("null", true, false),
            ("ftp://daybook.example", false, false), ("://daybook.example", false, false), ("", false, false),
            ("daybook.example", false, false), ("https://x@daybook.example", true, false),
        ]
    )
    func origin(_ origin: String, _ isSecure: Bool, _ isSame: Bool) {
        #expect(CrossSite.isSame(origin: origin, host: "daybook.example", isSecure: isSecure) == isSame)
        #expect(!CrossSite.isSame(origin: origin, host: nil, isSecure: isSecure))
    }

    @Test("behind TLS, a change that a document without TLS made is refused")
    func withoutTLS() async throws {
        let trusted = try TrustedProxies("127.0.0.1, ::1")
        try await World.with(setup: .live, configure: { $0.trustedProxies = trusted }) { world in
            let person = try await world.signUp()
            for (scheme, status) in [("https", HTTPResponse.Status.created), ("http", .forbidden)] {
                var headers: HTTPFields = [.cookie: Self.secure + person.token, .origin: "\(scheme)://localhost"]
                headers[try #require(HTTPField.Name.xForwardedProto)] = "https"
                let answer = try await world.call(.post, "/api/v1/todos", #"{"title":"Buy milk"}"#, headers: headers)
                #expect(answer.status == status, "\(scheme): \(answer.text)")
            }
        }
    }
}
