import Foundation
import HTTPTypes
import NIOHTTP1
import Testing

@testable import DaybookServer

@Suite("The browser app's files")
struct WebTests {
    private func with(_ test: @Sendable (World) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "web-\(Foundation.UUID().uuidString)"
        )
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("icons"),
            withIntermediateDirectories: true
        )
        for (name, text) in [
            ("index.html", "<!doctype html>"), ("host.js", "'use strict'"), ("host.js.br", "BROTLI"),
            ("host.js.gz", "GZIP"),
            ("daybook.wasm", "\0asm"), ("style.css", "body{}"), ("icons/icon.svg", "<svg/>"), ("app.webmanifest", "{}"),
            (".hidden", "secret"), ("alone.gz", "its own"),
        ] { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
        try Data("outside".utf8).write(to: folder.deletingLastPathComponent().appendingPathComponent("outside.txt"))
        let path = folder.path
        try await World.with(configure: { $0.webFolder = path }, test)
    }

    @Test(
        "each file has its type, a tag, and headers that let nothing else in",
        arguments: [
            ("/", "text/html; charset=utf-8"), ("/index.html", "text/html; charset=utf-8"),
            ("/host.js", "text/javascript; charset=utf-8"), ("/daybook.wasm", "application/wasm"),
            ("/style.css", "text/css; charset=utf-8"), ("/icons/icon.svg", "image/svg+xml"),
            ("/app.webmanifest", "application/manifest+json"), ("/host.js?v=1", "text/javascript; charset=utf-8"),
        ]
    )
    func types(_ path: String, _ type: String) async throws {
        try await with { world in
            let answer = try await world.call(.get, path)
            #expect(answer.status == .ok)
            #expect(answer.headers[.contentType] == type)
            #expect(answer.headers[.cacheControl] == "no-cache")
            #expect(answer.headers[.eTag]?.hasPrefix("\"") == true)
            let policy = HTTPField.Name("Content-Security-Policy").flatMap { answer.headers[$0] }
            #expect(policy == SecurityHeaders.contentSecurityPolicy)
            #expect(answer.headers[.xContentTypeOptions] == "nosniff")
        }
    }

    @Test("A list of codings or tags of more than a kilobyte counts as absent")
    func longLists() async throws {
        try await with { world in
            let tag = try #require(try await world.call(.get, "/").headers[.eTag])
            func status(_ tags: String) async throws -> HTTPResponse.Status {
                try await world.call(.get, "/", headers: [.ifNoneMatch: tags]).status
            }
            #expect(try await status(String(repeating: "\"a\", ", count: 100) + tag) == .notModified)
            #expect(try await status(String(repeating: "\"a\", ", count: 16_000) + tag) == .ok)
            let codings = String(repeating: "br, ", count: 20_000)
            let plain = try await world.call(.get, "/host.js", headers: [.acceptEncoding: codings])
            #expect(plain.status == .ok && plain.headers[.contentEncoding] == nil)
        }
        // Fields of the same name count as one, and are joined only up to there.
        var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")
        for _ in 0..<4_000 { head.headers.add(name: "If-None-Match", value: "\"abcdefgh\"") }
        let tags = try #require(FileRequest(head)?.knownTags)
        #expect((1_025...1_100).contains(tags.utf8.count))
    }

    @Test("[D3] A share that no service worker took leads to the web app, and nothing of it is read")
    func missedShare() async throws {
        try await with { world in
            let answer = try await world.call(.post, "/share", "title=Milk")
            #expect(answer.status == .seeOther && answer.headers[.location] == "/?missed=share")
            #expect(answer.headers[.connection] == "close")
            #expect(try await world.call(.post, "/", "title=Milk").status == .notFound)
        }
        try await World.with { world in
            let answer = try await world.call(.post, "/share", "title=Milk")
            #expect(answer.status == .notFound, "there is no web app to lead to")
        }
    }

    @Test(
        "No spelling of a path of the interface leads to the web app",
        arguments: [
            "/api", "//api/v1/todos", "/api//v1/nothing", "/healthz/x", "/healthz//x", "/metrics/x", "//api", "/api/",
        ]
    )
    func interface(_ path: String) async throws {
        try await with { world in
            let answer = try await world.call(.get, path)
            #expect(answer.status == (path.hasSuffix("todos") ? .unauthorized : .notFound))
            #expect(answer.headers[.contentType] == "application/problem+json")
            #expect(try await world.call(.get, "/healthz/").json(.ok)["status"] == .string("ok"))
        }
    }

    @Test(
        "[D2] only a Safari from before wasm-unsafe-eval gets unsafe-eval",
        arguments: [
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 13_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.1 Mobile/15E148 Safari/604.1",
                true
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.6 Safari/605.1.15",
                true
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 16_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.1 Mobile/15E148 Safari/604.1",
                false
            ),
            (
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36",
                false
            ),
            ("Version/ AppleWebKit", false), ("", false),
        ]
    )
    func olderSafari(_ userAgent: String, _ isOlder: Bool) async throws {
        try await with { world in
            let answer = try await world.call(.get, "/", headers: [.userAgent: userAgent])
            let policy = SecurityHeaders.policyName.flatMap { answer.headers[$0] }
            #expect(policy?.contains("'unsafe-eval'") == isOlder)
            #expect(policy?.contains("'wasm-unsafe-eval'") == true)
        }
    }

    @Test("the app's own screens are index.html; what looks like a file and is none is not there")
    func fallback() async throws {
        try await with { world in
            for path in ["/todo/0190a000-0000-7000-8000-000000000001", "/sign-in", "/any/depth/at/all"] {
                #expect(try await world.call(.get, path).text == "<!doctype html>", "\(path)")
            }
            for path in [
                "/missing.js", "/icons/none.png", "/.hidden", "/../outside.txt", "/%2e%2e/outside.txt",
                "/icons/../../outside.txt",
                "/api/v1/none", "/api",
            ] {
                let answer = try await world.call(.get, path)
                #expect(answer.status == .notFound, "\(path)")
                #expect(answer.headers[.contentType] == "application/problem+json")
            }
            #expect(try await world.call(.post, "/", "{}").status == .notFound)
        }
    }

    @Test("a file that the browser has is not sent again")
    func notModified() async throws {
        try await with { world in
            let first = try await world.call(.get, "/host.js")
            let tag = try #require(first.headers[.eTag])
            for known in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
                let again = try await world.call(.get, "/host.js", headers: [.ifNoneMatch: known])
                #expect(again.status == .notModified && again.text.isEmpty)
                #expect(again.headers[.eTag] == tag)
            }
            #expect(try await world.call(.get, "/host.js", headers: [.ifNoneMatch: "\"other\""]).status == .ok)
        }
    }

    @Test(
        "the smallest form that the browser takes",
        arguments: [
            ("gzip, deflate, br", "BROTLI", "br"), ("gzip", "GZIP", "gzip"), ("br;q=0, gzip;q=0.5", "GZIP", "gzip"),
            ("identity", "'use strict'", nil), ("deflate", "'use strict'", nil),
        ] as [(String, String, String?)]
    )
    func compressed(_ accepts: String, _ text: String, _ encoding: String?) async throws {
        try await with { world in
            let answer = try await world.call(.get, "/host.js", headers: [.acceptEncoding: accepts])
            #expect(answer.text == text && answer.headers[.contentEncoding] == encoding)
            #expect(answer.headers[.vary] == "Accept-Encoding")
            #expect(answer.headers[.contentType] == "text/javascript; charset=utf-8")
            #expect(try await world.call(.get, "/alone.gz").text == "its own")
        }
    }

    @Test("a HEAD has the headers of a GET")
    func head() async throws {
        try await with { world in
            let head = try await world.call(.head, "/style.css")
            #expect(head.status == .ok && head.text.isEmpty && head.headers[.contentLength] == "6")
        }
    }
}
