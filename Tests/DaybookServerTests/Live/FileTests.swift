import Foundation
import HTTPTypes
import Logging
import Testing

@testable import DaybookServer

/// The web app's files over real connections, where most answers need no task (``RequestHandler``).
@Suite("The web app's files over a real connection", .timeLimit(.minutes(2)))
struct FileTests {
    /// As large as the files that the kernel sends.
    private static let medium = "(" + String(large.prefix(60_000)) + ")"
    private static let large = String(repeating: "0123456789abcdef", count: 1 << 17)

    private static func with(
        configure: (inout ServerConfiguration) -> Void = { _ in },
        _ test: @Sendable (World, Int) async throws -> Void
    ) async throws {
        let folder = try TestFolders.make()
        defer { TestFolders.remove(folder) }
        for (name, text) in [
            ("index.html", "page"), ("host.js", "'use strict'"), ("host.js.br", "BROTLI"), ("large.js", large),
            ("medium.js", medium),
        ] { try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name)) }
        try await World.with(setup: .live) { configuration in
            configuration.webFolder = folder
            configure(&configuration)
        } _: { world in
            try await test(world, try #require(world.client.port))
        }
    }

    private static func head(_ path: String, _ fields: String = "", method: String = "GET", version: String = "1.1")
        -> String
    {
        "\(method) \(path) HTTP/\(version)\r\nHost: a\r\n\(fields)\r\n"
    }

    /// The fields of an answer, sorted and without the time, and its body.
    private static func parts(_ answer: some StringProtocol) -> [String] {
        let pieces = answer.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        let lines = (pieces.first ?? "").split(separator: "\r\n").filter { !$0.lowercased().hasPrefix("date: ") }
        return lines.map { $0.lowercased() }.sorted() + pieces.dropFirst().map { String($0) }
    }

    @Test(
        "an answer at once is the answer of a task, to the byte",
        arguments: [
            "", "Accept-Encoding: br\r\n", "If-None-Match: *\r\n", "X-Forwarded-Proto: https\r\n",
            "Accept-Encoding: br\r\nIf-None-Match: \"x\"\r\nConnection: keep-alive\r\n",
            "User-Agent: AppleWebKit Version/13.1\r\n", "Cookie: daybook=x\r\nSec-Fetch-Site: cross-site\r\n",
        ],
        ["GET", "HEAD"]
    )
    func same(_ fields: String, _ method: String) async throws {
        try await Self.with {
            $0.trustedProxies = (try? TrustedProxies("127.0.0.1")) ?? .none
        } _: { _, port in
            for path in ["/host.js", "/", "/todo/1"] {
                let end = Self.head("/healthz", "Connection: close\r\n")
                let (atOnce, fromTask) = try await RawConnection.talk(to: port) { first in
                    let second = try RawConnection(port: port)
                    defer { second.close() }
                    first.send(Self.head(path, fields, method: method))
                    usleep(50_000)
                    first.send(end)
                    // A request with an empty body goes to the task.
                    second.send(Self.head(path, fields + "Content-Length: 0\r\n", method: method))
                    usleep(50_000)
                    second.send(end)
                    return (first.readToEnd(), second.readToEnd())
                }
                let (one, other) = (Self.answers(atOnce), Self.answers(fromTask))
                #expect(one.count == 2 && one.first == other.first, "\(path): \(atOnce) and \(fromTask)")
                #expect(atOnce.contains("\r\nDate: ") || atOnce.contains("\r\ndate: "))
            }
        }
    }

    /// The answers of a connection, each by its parts.
    private static func answers(_ text: String) -> [[String]] {
        text.replacing("HTTP/1.1 ", with: "\u{1}").split(separator: "\u{1}").map { parts($0) }
    }

    @Test("answers come in the order of the requests, whoever answers them")
    func order() async throws {
        try await Self.with { _, port in
            let paths = (0..<40).map { ["/host.js", "/healthz", "/", "/host.js"][$0 % 4] }
            let answer = try await RawConnection.talk(to: port) { connection in
                connection.send(paths.map { Self.head($0) }.joined() + Self.head("/", "Connection: close\r\n"))
                return connection.readToEnd()
            }
            let bodies = answer.split(separator: "HTTP/1.1 200 OK").map { $0.split(separator: "\r\n\r\n").last ?? "" }
            let wanted = (paths + ["/"]).map { path in
                switch path {
                case "/": "page"
                case "/healthz": #"{"status":"ok"}"#
                default: "'use strict'"
                }
            }
            #expect(bodies.map { String($0) } == wanted)
        }
    }

    @Test("files that the kernel sends come whole and in their places among other answers", arguments: [0, 2_000])
    func medium(_ pause: UInt32) async throws {
        try await Self.with { _, port in
            let paths = (0..<60).map {
                ["/medium.js", "/host.js", "/medium.js", "/api/v1/nothing", "/medium.js"][$0 % 5]
            }
            let answer = try await RawConnection.talk(to: port) { connection in
                for path in paths {
                    connection.send(Self.head(path))
                    if pause > 0 { usleep(pause) }
                }
                connection.send(Self.head("/", "Connection: close\r\n"))
                return connection.readToEnd()
            }
            let bodies = answer.split(separator: "HTTP/1.1 ").map { $0.split(separator: "\r\n\r\n").last ?? "" }
            #expect(bodies.count == paths.count + 1 && bodies.last == "page")
            for (path, body) in zip(paths, bodies) where path != "/api/v1/nothing" {
                #expect(body == (path == "/medium.js" ? Self.medium : "'use strict'"), "\(path): \(body.utf8.count)")
            }
        }
    }

    @Test("of a file that is too large for the socket the rest follows when the client takes it")
    func rest() async throws {
        try await Self.with { _, port in
            let answer = try await RawConnection.talk(to: port) { connection in
                connection.send(Self.head("/large.js") + Self.head("/medium.js"))
                usleep(100_000)
                connection.send(Self.head("/", "Connection: close\r\n"))
                return connection.readToEnd()
            }
            let bodies = answer.split(separator: "HTTP/1.1 200 OK").map { $0.split(separator: "\r\n\r\n").last ?? "" }
            #expect(bodies.map { $0.utf8.count } == [Self.large.utf8.count, Self.medium.utf8.count, 4])
            #expect(bodies.first ?? "" == Self.large)
        }
    }

    @Test("a client of HTTP/1.0 that keeps its connection gets its version")
    func old() async throws {
        try await Self.with { _, port in
            let answer = try await RawConnection.talk(to: port) { connection in
                connection.send(Self.head("/host.js", "Connection: keep-alive\r\n", version: "1.0"))
                let first = connection.read(until: "strict'")
                connection.send(Self.head("/host.js", version: "1.0"))
                return first + connection.readToEnd()
            }
            #expect(answer.split(separator: "HTTP/1.0 200 OK").count == 2, "\(answer)")
        }
    }

    @Test("a client that has ended its side gets a large file to its end")
    func ended() async throws {
        try await Self.with { _, port in
            let answer = try await RawConnection.talk(to: port) { connection in
                connection.shrink()
                // The connection's task waits for its next request then.
                connection.send(Self.head("/"))
                _ = connection.read(until: "page")
                usleep(50_000)
                connection.send(Self.head("/large.js"))
                usleep(50_000)
                connection.endSending()
                usleep(200_000)
                return connection.readToEnd()
            }
            #expect(answer.hasSuffix(Self.large), "\(answer.utf8.count)")
        }
    }

    @Test("a client that ends its side before a task has answered gets the whole answer")
    func endedBefore() async throws {
        try await Self.with { _, port in
            let answer = try await RawConnection.talk(to: port) { connection in
                // The first request writes to the disk, and the second waits behind it.
                connection.send(Self.head("/healthz") + Self.head("/large.js"))
                connection.endSending()
                usleep(200_000)
                return connection.readToEnd()
            }
            #expect(answer.hasSuffix(Self.large), "\(answer.utf8.count)")
        }
    }

    @Test("a client that takes nothing is sent no more than one large file")
    func unread() async throws {
        try await Self.with { world, port in
            let count = try await RawConnection.talk(to: port) { connection in
                func answers() throws -> Int {
                    let other = try RawConnection(port: port)
                    defer { other.close() }
                    other.send(Self.head("/metrics", "Connection: close\r\n"))
                    let line = other.readToEnd().split(separator: "\n").first {
                        $0.contains("seconds_count") && $0.contains(#"route="web""#)
                    }
                    return line?.split(separator: " ").last.flatMap { Int($0) } ?? 0
                }
                connection.shrink()
                for _ in 0..<20 {
                    connection.send(Self.head("/large.js"))
                    usleep(5_000)
                }
                while try answers() == 0 { usleep(10_000) }
                usleep(200_000)
                return try answers()
            }
            // One at once, and one by the task, which waits with it.
            #expect((1...2).contains(count), "\(count)")
        }
    }

    @Test("each answer is in the log, with an id of its own")
    func log() async throws {
        let folder = try TestFolders.make()
        defer { TestFolders.remove(folder) }
        try Data("page".utf8).write(to: URL(fileURLWithPath: folder + "/index.html"))
        let log = LogBook()
        try await World.with(
            logger: Logger(label: "test") { _ in LogBook.Handler(book: log) },
            setup: .live,
            configure: { $0.webFolder = folder }
        ) { world in
            let port = try #require(world.client.port)
            _ = try await RawConnection.talk(to: port) { connection in
                for _ in 0..<2 {
                    connection.send(Self.head("/"))
                    _ = connection.read(until: "page")
                }
            }
            #expect(log.count(of: " request ") == 2, "\(log.text)")
            let ids = log.text.split(separator: " ").filter { $0.hasPrefix("request=") }
            #expect(Set(ids).count == 2, "\(log.text)")
        }
    }

    @Test(
        "the time is written as RFC 9110 wants it",
        arguments: [(0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT")]
    )
    func date(_ second: Int, _ text: String) { #expect(DateHeader.text(of: second) == text) }
}
