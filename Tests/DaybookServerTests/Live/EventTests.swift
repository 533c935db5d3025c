import DaybookCore
import DaybookStore
import HTTPTypes
import Testing

@testable import DaybookServer

@Suite("Events over a real connection", .timeLimit(.minutes(1)))
struct EventTests {
    /// A server whose streams send an event in each `heartbeat`.
    static func with(
        heartbeat: Duration = .milliseconds(200),
        _ test: @Sendable (World, _ port: Int) async throws -> Void
    ) async throws {
        try await World.with(
            setup: .live,
            configure: { $0.eventPace = Events.Pace(heartbeat: heartbeat) },
            { world in try await test(world, try #require(world.client.port)) }
        )
    }

    static func request(_ person: Person, headers: String = "") -> String {
        "GET /api/v1/sync/events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            + "Authorization: Bearer \(person.token)\r\n\(headers)\r\n"
    }

    static func cursors(_ text: String) -> [Int] {
        text.matches(of: /event: changed\ndata: \{"cursor":(\d+)\}\n\n/).compactMap { Int($0.1) }
    }

    /// Waits until there are `count` listeners.
    static func waitForStreams(_ count: Int, _ world: World) async throws {
        while true {
            let metrics = try await world.call(.get, "/metrics").text
            if metrics.contains("\ndaybook_event_streams \(count)\n") { return }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    @Test("[S11] a device gets the present number at once, then each change, and no other account's")
    func changes() async throws {
        try await Self.with { world, port in
            let (person, other) = (try await world.signUp(1), try await world.signUp(2))
            let connection = try RawConnection(port: port)
            defer { connection.close() }
            // A change that came before the present number was read would be a part of it.
            let first = try await RawConnection.apart {
                connection.send(Self.request(person))
                return connection.read(until: #"{"cursor":0}"# + "\n\n")
            }
            for _ in 0..<3 { _ = try await world.create(#"{"title":"Not yours"}"#, by: other) }
            _ = try await world.create(#"{"title":"Buy milk"}"#, by: person)
            let text = try await first + RawConnection.apart { connection.read(until: #"{"cursor":1}"# + "\n\n") }
            #expect(Self.cursors(text) == [0, 1])
            #expect(text.hasPrefix("HTTP/1.1 200"))
            let head = text.lowercased()
            for line in ["content-type: text/event-stream", "cache-control: no-store", "x-accel-buffering: no"] {
                #expect(head.contains("\r\n\(line)\r\n"), "\(line)")
            }
        }
    }

    @Test("[S11] a silent stream sends a comment now and then, and does not repeat itself")
    func comments() async throws {
        try await Self.with { world, port in
            let person = try await world.signUp()
            let text = try await RawConnection.talk(to: port) { connection in
                connection.send(Self.request(person))
                return (0..<3).map { _ in connection.read(until: ":\n\n") }.joined()
            }
            #expect(Self.cursors(text) == [0])
        }
    }

    enum Ending: CaseIterable {
        case loggedOut, endedElsewhere, othersEnded, passwordChanged, accountDeleted
    }

    @Test("[A14] a stream ends with its session, and sends nothing after that", arguments: Ending.allCases)
    func ending(_ ending: Ending) async throws {
        try await Self.with { world, port in
            let person = try await world.signUp()
            let second = try Person(number: 1, try await world.call(.post, "/api/v1/sessions", Person.signIn(1)))
            let sessions = try await world.call(.get, "/api/v1/sessions", by: second).json(.ok)["items"]?.arrayValue
            let id = try #require(sessions?.first { $0["current"] == .bool(true) }).text("id")
            async let told = RawConnection.talk(to: port) { connection in
                connection.send(Self.request(second))
                return connection.readToEnd()
            }
            try await Self.waitForStreams(1, world)
            let answer =
                switch ending {
                case .loggedOut: try await world.call(.delete, "/api/v1/sessions/current", by: second)
                case .endedElsewhere: try await world.call(.delete, "/api/v1/sessions/\(id)", by: person)
                case .othersEnded: try await world.call(.delete, "/api/v1/sessions", by: person)
                case .passwordChanged:
                    try await world.call(
                        .put,
                        "/api/v1/account/password",
                        #"{"current":"\#(Person.password)","new":"kLM8!nP2q"}"#,
                        by: person
                    )
                case .accountDeleted:
                    try await world.call(
                        .delete,
                        "/api/v1/account",
                        #"{"password":"\#(Person.password)"}"#,
                        by: person
                    )
                }
            #expect(answer.status == .noContent)
            if ending != .accountDeleted { _ = try await world.create(#"{"title":"Secret"}"#, by: person) }
            let text = try await told
            #expect(Self.cursors(text).allSatisfy { $0 == 0 } && text.hasSuffix("0\r\n\r\n"), "\(text)")
            try await Self.waitForStreams(0, world)
        }
    }

    @Test("a client that vanishes leaves nothing behind")
    func vanished() async throws {
        // Only the end of the connection shows it.
        try await Self.with(heartbeat: .seconds(3_600)) { world, port in
            let person = try await world.signUp()
            _ = try await RawConnection.talk(to: port) { first in
                let others = try (0..<20).map { _ in try RawConnection(port: port) }
                for connection in others + [first] {
                    connection.send(Self.request(person))
                    _ = connection.read(until: #"{"cursor":0}"#)
                }
                for connection in others { connection.close() }
                return true
            }
            try await Self.waitForStreams(0, world)
        }
    }

    @Test("a server that is asked to end does not wait for streams, and ends them properly")
    func shutdown() async throws {
        let (texts, text) = AsyncStream.makeStream(of: String.self)
        try await Self.with(heartbeat: .seconds(3_600)) { world, port in
            let person = try await world.signUp()
            Task {
                let all = try await RawConnection.talk(to: port) { connection in
                    connection.send(Self.request(person))
                    return connection.readToEnd()
                }
                text.yield(all)
                text.finish()
            }
            try await Self.waitForStreams(1, world)
        }
        var iterator = texts.makeAsyncIterator()
        #expect(await iterator.next()?.hasSuffix("0\r\n\r\n") == true)
    }

    @Test("a HEAD and what takes no events are answered at once", arguments: ["GET", "HEAD"])
    func notAStream(_ method: String) async throws {
        try await Self.with { world, port in
            let person = try await world.signUp()
            let answer = try await RawConnection.talk(to: port) { connection in
                let accept = method == "GET" ? "Accept: application/json\r\n" : ""
                connection.send(Self.request(person, headers: accept).replacing(/^GET/, with: method))
                return connection.readToEnd()
            }
            #expect(answer.hasPrefix(method == "GET" ? "HTTP/1.1 406" : "HTTP/1.1 200"), "\(answer)")
            #expect(!answer.contains("cursor"))
            try await Self.waitForStreams(0, world)
        }
    }

    @Test("any header that leaves room for events is taken", arguments: ["*/*", "text/*;q=0.1", "text/event-stream"])
    func accepted(_ header: String) async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let answer = try await world.call(.get, "/api/v1/sync/events", by: person, headers: [.accept: header])
            #expect(answer.status == .ok && Self.cursors(answer.text) == [0])
        }
    }
}
