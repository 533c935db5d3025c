import DaybookCore
import HTTPTypes
import TestSupport
import Testing

@testable import DaybookServer

/// Clients that ask before they send a body: `Expect: 100-continue` (RFC 9110, section 10.1.1).
@Suite("Bodies that wait to be asked for", .timeLimit(.minutes(1)))
struct ExpectationTests {
    private static let photo = Pictures.png(width: 300, height: 7)
    private static let put = "PUT /api/v1/photos/\(digest(of: photo))"
    private static let post = "POST /api/v1/todos"
    private static let json = "Content-Type: application/json\r\n"

    /// The head of a request whose body waits for the server.
    private static func head(_ line: String, _ headers: String, by person: Person?) -> String {
        let token = person.map { "Authorization: Bearer \($0.token)\r\n" } ?? ""
        return "\(line) HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n\(token)\(headers)\r\n"
    }

    private static func statuses(_ text: String) -> [String] {
        text.matches(of: /HTTP\/1\.1 (\d{3})/).map { String($0.1) }
    }

    @Test("[N4] A body that is wanted is asked for, and taken; the connection goes on")
    func wanted() async throws {
        try await World.with(setup: .live) { world in
            let person = try await world.signUp()
            let text = try await RawConnection.talk(to: try #require(world.client.port)) { connection in
                connection.send(Self.head(Self.put, "Content-Length: \(Self.photo.count)\r\n", by: person))
                var text = connection.read(until: "\r\n\r\n")
                guard text == "HTTP/1.1 100 Continue\r\n\r\n" else { return text }
                connection.send(Self.photo)
                text += connection.read(until: "}")
                let body = #"{"title":"a"}"#
                connection.send(Self.head(Self.post, Self.json + "Transfer-Encoding: chunked\r\n", by: person))
                text += connection.read(until: "\r\n\r\n")
                connection.send("d\r\n\(body)\r\n0\r\n\r\n")
                text += connection.read(until: "}")
                connection.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                return text + connection.readToEnd()
            }
            #expect(Self.statuses(text) == ["100", "201", "100", "201", "200"], "\(text)")
            #expect(try await world.photos(of: person).count == 1)
        }
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        var status: String
        var line: String
        var headers: String
        var isSignedIn = true
        var testDescription: String { "\(status) \(line.prefix(16))" }
    }

    static let refusals: [Refusal] = [
        Refusal(status: "401", line: put, headers: "Content-Length: 1000\r\n", isSignedIn: false),
        Refusal(status: "401", line: put, headers: "Transfer-Encoding: chunked\r\n", isSignedIn: false),
        Refusal(status: "404", line: "PUT /api/v1/photos/abc", headers: "Content-Length: 1000\r\n"),
        Refusal(status: "404", line: "POST /api/v1/nothing", headers: "Content-Length: 1000\r\n"),
        Refusal(status: "405", line: "PUT /api/v1/todos", headers: "Content-Length: 1000\r\n"),
        Refusal(status: "413", line: put, headers: "Content-Length: 99000000\r\n"),
        Refusal(status: "413", line: post, headers: json + "Content-Length: 99000000\r\n"),
        Refusal(status: "415", line: put, headers: "Content-Encoding: gzip\r\nContent-Length: 1000\r\n"),
        Refusal(status: "415", line: post, headers: "Content-Type: text/plain\r\nContent-Length: 1000\r\n"),
        Refusal(status: "507", line: put, headers: "Content-Length: 1001\r\n"),
    ]

    @Test("[N4] A body that is not wanted is refused before it is sent, and the connection ends", arguments: refusals)
    func refused(_ refusal: Refusal) async throws {
        try await World.with(setup: .live, configure: { $0.photoQuota = 1_000 }) { world in
            let person = try await world.signUp()
            let text = try await RawConnection.talk(to: try #require(world.client.port)) { connection in
                let by = refusal.isSignedIn ? person : nil
                connection.send(Self.head(refusal.line, refusal.headers, by: by))
                return connection.readToEnd()
            }
            #expect(Self.statuses(text) == [refusal.status], "\(text)")
            #expect(text.lowercased().contains("\r\nconnection: close\r\n"), "\(text)")
        }
    }

    @Test("A body that is sent without waiting is taken, and a missing body is not asked for")
    func impatient() async throws {
        try await World.with(setup: .live) { world in
            let person = try await world.signUp()
            let text = try await RawConnection.talk(to: try #require(world.client.port)) { connection in
                connection.send(Self.head(Self.put, "Content-Length: \(Self.photo.count)\r\n", by: person))
                connection.send(Self.photo)
                var text = connection.read(until: "}")
                connection.send(Self.head("GET /api/v1/account", "", by: person))
                text += connection.read(until: "}")
                connection.send(Self.head(Self.post, Self.json + "Content-Length: 0\r\n", by: person))
                text += connection.read(until: "}")
                connection.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                return text + connection.readToEnd()
            }
            #expect(Self.statuses(text) == ["100", "201", "200", "400", "200"], "\(text)")
        }
    }
}
