import DaybookCore
import DaybookStore
import Foundation
import HTTPTypes
import Logging
import Testing

@testable import DaybookServer

/// Behaviour that only a socket shows.
@Suite("Over a real connection")
struct LiveTests {
    @Test(
        "a body over its limit is cut off: the answer comes while it is still being sent, and the connection ends",
        arguments: ["Content-Length: 50000000", "Transfer-Encoding: chunked"]
    )
    func cutOff(_ header: String) async throws {
        try await LiveServer.with { server in
            let answer = try await RawConnection.talk(to: server.port) { connection in
                connection.send(
                    "POST /api/v1/accounts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\(header)\r\n\r\n"
                )
                // The first chunks of a body whose length the server does not know.
                for _ in 0..<4 { connection.send("10000\r\n" + String(repeating: "x", count: 65_536) + "\r\n") }
                return connection.readToEnd()
            }
            #expect(answer.hasPrefix("HTTP/1.1 413"), "\(answer.prefix(200))")
            #expect(answer.contains("\"status\":413"))
        }
    }

    @Test("a body that ends too early changes nothing")
    func truncated() async throws {
        try await LiveServer.with { server in
            let answer = try await RawConnection.talk(to: server.port) { connection in
                let body = Person.signUp(1)
                connection.send(
                    "POST /api/v1/accounts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        + "Content-Length: \(body.utf8.count + 10)\r\n\r\n\(body)"
                )
                connection.endSending()
                return connection.readToEnd()
            }
            #expect(!answer.contains(" 201 "))
            #expect(try await server.storage.account(login: .email(Person.email(1))) == nil)
            // The server still works.
            #expect(try await server.get("/healthz").contains(" 200 "))
        }
    }

    @Test(
        "what is no HTTP is answered or ended, and the server goes on",
        arguments: [
            "\r\n\r\n", "GET\r\n\r\n", "\u{16}\u{3}\u{1}\0\0", "GET / HTTP/9.9\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nbad header\r\n\r\n",
            "GET /" + String(repeating: "a", count: 200_000) + " HTTP/1.1\r\nHost: a\r\n\r\n",
        ]
    )
    func noHTTP(_ bytes: String) async throws {
        try await LiveServer.with { server in
            let answer = try await RawConnection.talk(to: server.port) { connection in
                connection.send(bytes)
                connection.endSending()
                return connection.readToEnd()
            }
            #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 4"))
            #expect(try await server.get("/healthz").contains(" 200 "))
        }
    }

    @Test("requests sent one behind the other are answered in their order")
    func pipelined() async throws {
        try await LiveServer.with { server in
            let answer = try await RawConnection.talk(to: server.port) { connection in
                connection.send(
                    "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\nGET /api/v1/account HTTP/1.1\r\nHost: a\r\n\r\n"
                        + "GET /api/v1/nothing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
                )
                return connection.readToEnd()
            }
            #expect(
                answer.components(separatedBy: "HTTP/1.1 ").dropFirst().map { $0.prefix(3) } == ["200", "401", "404"]
            )
        }
    }

    @Test("requests with and without bodies in one packet are all done, in their order", arguments: [1, 7, 100_000])
    func mixed(_ piece: Int) async throws {
        try await World.with(setup: .live) { world in
            let person = try await world.signUp()
            let answer = try await RawConnection.talk(to: try #require(world.client.port)) { connection in
                func call(_ line: String, _ body: String? = nil, _ fields: String = "") -> String {
                    let head = "\(line) HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(person.token)\r\n\(fields)"
                    guard let body else { return head + "\r\n" }
                    return head + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
                }
                let id = uuid(7).description
                let large = String(repeating: "x", count: 20_000)
                let calls = [
                    call("POST /api/v1/todos", #"{"id":"\#(id)","title":"Buy milk"}"#),
                    call("GET /api/v1/todos?limit=1"),
                    call("PATCH /api/v1/todos/\(id)", #"{"done":true}"#),
                    call("POST /api/v1/todos", #"{"title":"\#(large)"}"#),
                    call("GET /api/v1/nothing"), call("DELETE /api/v1/todos/\(id)"), call("GET /healthz"),
                    call("POST /api/v1/sync", #"{"device":"\#(id)","cursor":0,"limit":9,"changes":[]}"#),
                    call("GET /api/v1/todos", nil, "Connection: close\r\n"), call("GET /healthz"),
                ]
                let bytes = Array(calls.joined().utf8)
                for start in stride(from: 0, to: bytes.count, by: piece) {
                    connection.send(Array(bytes[start..<min(start + piece, bytes.count)]))
                }
                return connection.readToEnd()
            }
            let answers = answer.components(separatedBy: "HTTP/1.1 ").dropFirst()
            #expect(
                answers.map { $0.prefix(3) }
                    == ["201", "200", "200", "422", "404", "204", "200", "200", "200"],
                "\(answer)"
            )
            #expect(answers.dropFirst(8).first?.contains(#""total":0"#) == true)
        }
    }

    @Test("a port in use is a clear error")
    func portInUse() async throws {
        try await LiveServer.with { server in
            let other = try Storages.temporary()
            await #expect(throws: ListenError.portInUse(host: "127.0.0.1", port: server.port)) {
                try await runServer(
                    storage: other,
                    configuration: ServerConfiguration(),
                    host: "127.0.0.1",
                    port: server.port,
                    logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
                    whenListening: { _ in }
                )
            }
        }
    }

    @Test("idle connections by the hundred do not keep others waiting")
    func idle() async throws {
        try await LiveServer.with { server in
            let answer = try await RawConnection.talk(to: server.port) { _ in
                let idle = try (0..<500).map { _ in try RawConnection(port: server.port) }
                defer { for connection in idle { connection.close() } }
                let busy = try RawConnection(port: server.port)
                defer { busy.close() }
                busy.send("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                return busy.readToEnd()
            }
            #expect(answer.hasPrefix("HTTP/1.1 200"))
        }
    }
}
