import DaybookCore
import Foundation
import HTTPTypes
import Testing

@testable import DaybookServer

@Suite("Where the first to-dos come from")
struct SamplesAddressTests {
    @Test(
        "[I1] an operator's address is taken as it is, and its origin is told apart",
        arguments: [
            ("none", nil, nil), ("/api/v1/samples/todos", "/api/v1/samples/todos", nil),
            ("https://example.org/todos", "https://example.org/todos", "https://example.org"),
            ("http://localhost:8081/a?limit=30", "http://localhost:8081/a?limit=30", "http://localhost:8081"),
            ("HTTPS://Example.Org?x=;", "HTTPS://Example.Org?x=;", "https://example.org"),
            ("https://10.0.0.1", "https://10.0.0.1", "https://10.0.0.1"),
        ] as [(String, String?, String?)]
    )
    func good(_ text: String, _ told: String?, _ origin: String?) throws {
        let address = try SamplesAddress(text)
        #expect(address.text == told && address.origin == origin)
    }

    @Test(
        "[I1] what is no address, or would be more than an origin in a header, is refused",
        arguments: [
            "", "None", "/other", "//example.org/a", "example.org/todos", "ftp://example.org/a", "https://",
            "https:///a", "https://a b.org/", "https://example.org/a b",
            "https://user@example.org/", "https://u:p@example.org/",
            "https://example.org:0/", "https://example.org:65536/", "https://example.org:/", "https://example.org:+1/",
            "https://*.example.org/", "https://*", "https://a;script-src/", "https://a'b/", "https://a,b/",
            "https://exämple.org/", "https://[::1]/", "https://example.org/#a", "https://example.org\r\nX: y",
            "javascript:alert(1)", "data:text/plain,a",
        ]
    )
    func bad(_ text: String) {
        #expect(throws: SamplesAddress.Failure.self) { try SamplesAddress(text) }
    }

    @Test("[I1] the rules tell the address, and the web app may connect to its origin and nowhere else")
    func told() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("daybook-\(UInt64.random(in: .min ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("<p>".utf8).write(to: folder.appendingPathComponent("index.html"))
        for (setting, connect) in [
            ("none", "connect-src 'self'"), (SamplesAddress.own, "connect-src 'self'"),
            ("https://example.org:8443/todos", "connect-src 'self' https://example.org:8443"),
        ] {
            let address = try SamplesAddress(setting)
            try await World.with(configure: {
                $0.rules.samples = address.text
                $0.webFolder = folder.path
            }) { world in
                let rules = try await world.call(.get, "/api/v1/rules").json(.ok)
                #expect(rules["samples"] == (address.text.map { .string($0) } ?? .null))
                for agent in ["", "Mozilla/5.0 AppleWebKit/605.1.15 Version/13.1 Safari/605.1.15"] {
                    let page = try await world.call(.get, "/", headers: [.userAgent: agent])
                    let policy = SecurityHeaders.policyName.flatMap { page.headers[$0] } ?? ""
                    #expect(policy.components(separatedBy: "; ").contains(connect), "\(policy)")
                }
            }
        }
    }
}
