import DaybookStore
import Foundation
import HTTPTypes
import Testing

@testable import DaybookServer

@Suite("Headers for browsers")
struct SecurityHeadersTests {
    /// The headers of every answer.
    static let everywhere = [
        ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
    ]

    static func expectCommon(_ answer: Answer, _ what: String) throws {
        for (name, value) in everywhere {
            #expect(answer.headers[values: try #require(HTTPField.Name(name))] == [value], "\(what): \(name)")
        }
        // No header names the server's software.
        for name in ["Server", "X-Powered-By", "Via"] {
            #expect(answer.headers[try #require(HTTPField.Name(name))] == nil, "\(what): \(name)")
        }
        #expect(answer.headers[.strictTransportSecurity] == nil, "\(what): there is no TLS here")
    }

    /// Checks the headers of an answer that is not a document.
    static func expectInterface(_ answer: Answer, _ what: String) throws {
        try expectCommon(answer, what)
        #expect(answer.headers[values: .cacheControl] == ["no-store"], "\(what)")
        let policy = answer.headers[values: try #require(SecurityHeaders.policyName)]
        #expect(policy == ["default-src 'none'; frame-ancestors 'none'"], "\(what)")
    }

    @Test("every route, to a guest and to somebody signed in, with a body and without, and asked for its head")
    func routes() async throws {
        for route in InterfaceTests.routes {
            try await World.with { world in
                let person = try await world.signUp()
                let path = route.path.replacing("{id}", with: uuid(1).description)
                for caller in [nil, person] {
                    for body in [nil, "{}"] {
                        let answer = try await world.call(route.method, path, body, by: caller)
                        try Self.expectInterface(answer, "\(route.method) \(path): \(answer.status)")
                    }
                }
                let head = try await world.call(.head, path, by: person)
                try Self.expectInterface(head, "HEAD \(path): \(head.status)")
            }
        }
    }

    @Test("what changes something and succeeds")
    func successes() async throws {
        try await World.with { world in
            let signedUp = try await world.call(.post, "/api/v1/accounts", Person.signUp(1))
            try Self.expectInterface(signedUp, "sign-up")
            let person = try Person(number: 1, signedUp)
            let calls: [(HTTPRequest.Method, String, String?, HTTPResponse.Status)] = [
                (.post, "/api/v1/sessions", Person.signIn(1), .created),
                (.post, "/api/v1/todos", #"{"title":"Buy milk"}"#, .created),
                (.delete, "/api/v1/sessions/current", nil, .noContent),
            ]
            for (method, path, body, status) in calls {
                let answer = try await world.call(method, path, body, by: person)
                #expect(answer.status == status, "\(answer.text)")
                try Self.expectInterface(answer, "\(method) \(path)")
            }
        }
    }

    @Test("every error")
    func errors() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let huge = #"{"title":""# + String(repeating: "x", count: 1_000_000) + #""}"#
            let calls: [(HTTPRequest.Method, String, String?, HTTPFields, Int)] = [
                (.post, "/api/v1/todos", "{", [:], 400), (.get, "/api/v1/account", nil, [.authorization: "x"], 401),
                (.post, "/api/v1/sessions", "{}", [.origin: "https://evil.example"], 403),
                (.get, "/api/v1/nothing", nil, [:], 404), (.get, "/missing.js", nil, [:], 404),
                (.get, "/", nil, [:], 404),
                (.put, "/api/v1/todos", "{}", [:], 405), (.post, "/nothing", "{}", [:], 404),
                (.post, "/api/v1/todos", huge, [:], 413),
                (.post, "/api/v1/todos", "{}", [.contentType: "text/plain"], 415),
                (.post, "/api/v1/todos", #"{"title":""}"#, [:], 422),
            ]
            for (method, path, body, headers, status) in calls {
                let by = headers[.authorization] == nil && headers[.origin] == nil ? person : nil
                let answer = try await world.call(method, path, body, by: by, headers: headers)
                #expect(answer.status.code == status, "\(method) \(path): \(answer.text)")
                try Self.expectInterface(answer, "\(method) \(path): \(status)")
            }
        }
    }

    @Test("a 429 and a 503")
    func refusals() async throws {
        let storage = try Storages.temporary()
        try await World.with(storage: storage) { world in
            _ = try await world.signUp()
            for _ in 0..<10 { _ = try await world.call(.post, "/api/v1/sessions", Person.signIn(1, password: "x")) }
            let limited = try await world.call(.post, "/api/v1/sessions", Person.signIn(1, password: "x"))
            #expect(limited.status == .tooManyRequests)
            try Self.expectInterface(limited, "429")
            await storage.close()
            let unable = try await world.call(.get, "/healthz")
            #expect(unable.status == .serviceUnavailable)
            try Self.expectInterface(unable, "503")
        }
    }

    @Test(
        "documents and their files: the web app's policy, nothing a browser could ask of the device, and kept by tag alone"
    )
    func documents() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(Foundation.UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in ["index.html", "host.js"] { try Data("x".utf8).write(to: folder.appendingPathComponent(name)) }
        try await World.with(configure: { $0.webFolder = folder.path }) { world in
            let tag = try #require(try await world.call(.get, "/").headers[.eTag])
            for path in ["/", "/sign-in", "/host.js"] {
                for (method, headers) in [
                    (HTTPRequest.Method.get, HTTPFields()), (.head, [:]), (.get, [.ifNoneMatch: tag]),
                ] {
                    let answer = try await world.call(method, path, headers: headers)
                    try Self.expectCommon(answer, "\(method) \(path)")
                    #expect(answer.headers[values: .cacheControl] == ["no-cache"])
                    let policy = answer.headers[values: try #require(SecurityHeaders.policyName)]
                    #expect(policy == [SecurityHeaders.contentSecurityPolicy])
                    let permissions = answer.headers[try #require(HTTPField.Name("Permissions-Policy"))]
                    #expect(permissions?.contains("camera=(), ") == true)
                }
            }
        }
    }

    @Test("the web app's policy, word by word")
    func policy() {
        #expect(
            SecurityHeaders.contentSecurityPolicy.components(separatedBy: "; ") == [
                "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "require-trusted-types-for 'script'",
                "trusted-types daybook", "style-src 'self'", "img-src 'self' blob: data:", "connect-src 'self'",
                "manifest-src 'self'", "worker-src 'self'", "base-uri 'none'", "form-action 'self'",
                "frame-ancestors 'none'",
            ]
        )
        for policy in [SecurityHeaders.contentSecurityPolicy, SecurityHeaders.olderContentSecurityPolicy] {
            #expect(!policy.contains("'unsafe-inline'") && !policy.contains("*") && !policy.contains("http"))
        }
    }
}
