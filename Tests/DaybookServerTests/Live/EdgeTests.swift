import Crypto
import DaybookCore
import DaybookStore
import Foundation
import Logging
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import DaybookServer

/// Strangers misuse sockets, and the server limits the damage.
@Suite("At the edge", .timeLimit(.minutes(2)))
struct EdgeTests {
    private static func with(
        _ budgets: [Budget: Int],
        _ test: @Sendable (World, Int) async throws -> Void
    ) async throws {
        try await World.with(setup: .live) { configuration in
            for (budget, number) in budgets { configuration.budgets[budget] = number }
        } _: { world in
            try await test(world, try #require(world.client.port))
        }
    }

    // MARK: - Pace

    @Test(
        "a head that does not end is answered with 408, and so is one that comes byte by byte",
        arguments: [true, false]
    )
    func slowHead(_ drips: Bool) async throws {
        try await Self.with([.readSeconds: 1]) { _, port in
            let answer = try await RawConnection.talk(to: port) { connection in
                connection.send("GET /healthz HTTP/1.1\r\nHost: a\r\nX: ")
                if drips {
                    // Until the server closes; at most for ten seconds.
                    for _ in 0..<100 {
                        connection.send("x")
                        usleep(100_000)
                    }
                }
                return connection.readToEnd()
            }
            #expect(answer.hasPrefix("HTTP/1.1 408"), "\(answer)")
            #expect(answer.contains(#""status":408"#))
        }
    }

    @Test("a body that stops coming is answered with 408, and changes nothing")
    func slowBody() async throws {
        try await Self.with([.readSeconds: 1]) { world, port in
            let answer = try await RawConnection.talk(to: port) { connection in
                let body = Person.signUp(1)
                connection.send(
                    "POST /api/v1/accounts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body.dropLast())"
                )
                return connection.readToEnd()
            }
            #expect(answer.hasPrefix("HTTP/1.1 408"), "\(answer)")
            #expect(answer.lowercased().contains("connection: close"))
            #expect(try await world.storage.account(login: .email(Person.email(1))) == nil)
        }
    }

    @Test("a connection on which nothing is asked is left alone for longer than a request may take")
    func idle() async throws {
        try await Self.with([.readSeconds: 1, .answerSeconds: 1]) { _, port in
            let answer = try await RawConnection.talk(to: port) { connection in
                sleep(3)
                connection.send("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                return connection.readToEnd()
            }
            #expect(answer.hasPrefix("HTTP/1.1 200"))
        }
    }

    // MARK: - Connections

    @Test("at the limit the longest idle connection makes room")
    func room() async throws {
        try await Self.with([.addressConnections: 4]) { _, port in
            let (first, last) = try await RawConnection.talk(to: port) { first in
                first.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
                _ = first.read(until: "}")
                var others: [RawConnection] = []
                defer { for other in others { other.close() } }
                for _ in 0..<4 {
                    let other = try RawConnection(port: port)
                    others.append(other)
                    other.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
                    guard other.read(until: "}").hasPrefix("HTTP/1.1 200") else { break }
                }
                return (first.readToEnd(), others.count)
            }
            #expect(first.isEmpty, "it was closed")
            #expect(last == 4, "and all others were answered")
        }
    }

    @Test("a connection with a part of a request makes room too, as long as its answer has not begun")
    func roomOfPart() async throws {
        try await Self.with([.addressConnections: 2]) { _, port in
            let (first, second) = try await RawConnection.talk(to: port) { first in
                // Once it is answered, it counts as a connection that is older than the others.
                first.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
                _ = first.read(until: "}")
                first.send(
                    "POST /api/v1/sessions HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"
                )
                usleep(50_000)
                let others = try (0..<2).map { _ in try RawConnection(port: port) }
                defer { for other in others { other.close() } }
                for other in others { other.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n") }
                return (first.readToEnd(), others.map { $0.read(until: "}").prefix(12) })
            }
            #expect(first.isEmpty, "it was closed")
            #expect(second == ["HTTP/1.1 200", "HTTP/1.1 200"])
        }
    }

    @Test(
        "when the system has no descriptor left, accepting stops for a moment and goes on, and nothing is told to the server"
    )
    func acceptPause() async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        let errors = Mutex(0)
        let server = try await ServerBootstrap(group: group)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
                    try channel.pipeline.syncOperations.addHandler(AcceptPause(logger: logger))
                    try channel.pipeline.syncOperations.addHandler(ErrorCounter { errors.withLock { $0 += 1 } })
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let isListening = try await server.eventLoop.submit {
            for code in [EMFILE, ENFILE, ECONNABORTED] {
                server.pipeline.fireErrorCaught(IOError(errnoCode: code, reason: "accept"))
            }
            return try server.syncOptions?.getOption(.autoRead)
        }.get()
        #expect(isListening == false)
        while try await server.getOption(.autoRead).get() == false { await Task.yield() }
        #expect(errors.withLock { $0 } == 0)
        server.pipeline.fireErrorCaught(IOError(errnoCode: EBADF, reason: "accept"))
        _ = try await server.getOption(.autoRead).get()
        #expect(errors.withLock { $0 } == 1)
        try await server.close()
    }

    private final class ErrorCounter: ChannelInboundHandler {
        typealias InboundIn = any Channel
        private let count: @Sendable () -> Void
        init(_ count: @escaping @Sendable () -> Void) { self.count = count }
        func errorCaught(context: ChannelHandlerContext, error: any Error) { count() }
    }

    // MARK: - Requests

    @Test(
        "HTTP/1.1 names its host once and well; anything else is 400",
        arguments: [
            ("", "400"), ("Host: a\r\nHost: a\r\n", "400"), ("Host: a b\r\n", "400"), ("Host: a/b\r\n", "400"),
            ("Host:\r\n", "400"), ("Host: user@a\r\n", "400"), ("Host: a:99999999\r\n", "400"), ("Host: a\r\n", "200"),
            ("Host: [::1]:80\r\n", "200"),
        ]
    )
    func host(_ headers: String, _ status: String) async throws {
        try await LiveServer.with { server in
            let answer = try await RawConnection.talk(to: server.port) { connection in
                connection.send("GET /healthz HTTP/1.1\r\n\(headers)Connection: close\r\n\r\n")
                return connection.readToEnd()
            }
            #expect(answer.hasPrefix("HTTP/1.1 \(status)"), "\(headers): \(answer.prefix(100))")
            let isProblem = answer.contains("Content-Type: application/problem+json\r\n")
            #expect(isProblem == (status == "400") && answer.contains(#""status":400,"#) == isProblem)
        }
    }

    @Test("what came before a request without a host is answered first")
    func hostInTurn() async throws {
        try await LiveServer.with { server in
            let answer = try await RawConnection.talk(to: server.port) { connection in
                connection.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\nGET /healthz HTTP/1.1\r\n\r\n")
                return connection.readToEnd()
            }
            #expect(answer.components(separatedBy: "HTTP/1.1 ").dropFirst().map { $0.prefix(3) } == ["200", "400"])
        }
    }

    @Test("a target in absolute form is as any other, and what it names stands above Host")
    func absoluteForm() async throws {
        try await LiveServer.with { server in
            let answer = try await RawConnection.talk(to: server.port) { connection in
                connection.send("GET http://b.example/healthz HTTP/1.1\r\nHost: a\r\n\r\n")
                let first = connection.read(until: "}")
                connection.send("GET http://b c/healthz HTTP/1.1\r\nHost: a\r\n\r\n")
                return first + connection.readToEnd()
            }
            #expect(answer.components(separatedBy: "HTTP/1.1 ").dropFirst().map { $0.prefix(3) } == ["200", "400"])
        }
    }

    @Test("HTTP/1.0 is answered in its version without a host, and the connection ends unless it is asked to stay")
    func oldVersion() async throws {
        try await LiveServer.with { server in
            let ended = try await RawConnection.talk(to: server.port) { connection in
                connection.send("GET /healthz HTTP/1.0\r\n\r\n")
                return connection.readToEnd()
            }
            #expect(ended.hasPrefix("HTTP/1.0 200") && ended.lowercased().contains("connection: close"), "\(ended)")
            let kept = try await RawConnection.talk(to: server.port) { connection in
                connection.send("GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
                let first = connection.read(until: "}")
                connection.send("GET /healthz HTTP/1.0\r\n\r\n")
                return first + connection.readToEnd()
            }
            #expect(kept.components(separatedBy: "HTTP/1.0 200").count == 3, "\(kept)")
            #expect(kept.lowercased().contains("connection: keep-alive"))
        }
    }

    // MARK: - Calls

    private static func head(_ line: String, _ person: Person, _ headers: String = "") -> String {
        "\(line) HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer \(person.token)\r\n\(headers)\r\n"
    }

    private static let todo = #"{"title":"Buy milk"}"#

    /// Begins a call that holds its place until ``todo`` is sent. Returns the server's request for the body.
    private static func beginTodo(_ person: Person, on connection: RawConnection) -> String {
        let headers = "Content-Type: application/json\r\nContent-Length: \(todo.utf8.count)\r\n"
        connection.send(head("POST /api/v1/todos", person, headers + "Expect: 100-continue\r\n"))
        return connection.read(until: "100 Continue\r\n\r\n")
    }

    @Test("calls of one account beyond its places wait, beyond its line get 429, and another account notices nothing")
    func calls() async throws {
        let meter = BudgetMeter()
        try await World.with(setup: .live) { configuration in
            configuration.budgets[.accountCalls] = 1
            configuration.budgets[.accountWaitingCalls] = 1
            configuration.meter = meter
        } _: { world in
            let (asha, ben) = (try await world.signUp(1), try await world.signUp(2))
            let port = try #require(world.client.port)
            let answers = try await RawConnection.talk(to: port) { first in
                var answers = [Self.beginTodo(asha, on: first)]
                let others = try (0..<2).map { _ in try RawConnection(port: port) }
                defer { for other in others { other.close() } }
                for other in others { other.send(Self.head("GET /api/v1/todos", asha)) }
                // The first to arrive waits; the other one is refused.
                while meter.refusals(of: .accountWaitingCalls) == 0 { usleep(1_000) }
                let bystander = try RawConnection(port: port)
                defer { bystander.close() }
                bystander.send(Self.head("GET /api/v1/todos", ben))
                answers.append(bystander.readToEnd())
                first.send(Self.todo)
                return answers + [first.readToEnd()] + others.map { $0.readToEnd() }
            }
            let statuses = answers.map { String($0.dropFirst("HTTP/1.1 ".count).prefix(3)) }
            #expect(statuses.prefix(3) == ["100", "200", "201"], "\(answers)")
            #expect(statuses.suffix(2).sorted() == ["200", "429"])
            let refused = try #require(answers.first { $0.hasPrefix("HTTP/1.1 429") })
            #expect(refused.lowercased().contains("retry-after: 1"))
        }
    }

    // MARK: - The end of a session

    /// Ends the session of a person while all calls of the account may be taken.
    private static func endSession(of person: Person, in world: World) async throws {
        let token = TokenHash(bytes: Array(SHA256.hash(data: Array(person.token.utf8))))
        let session = try #require(try await world.storage.session(token: token)).session
        #expect(try await world.storage.deleteSession(session.id, of: person.account, .expired))
    }

    @Test("[A14] a call that waited while its session was ended has no effect")
    func endedWhileWaiting() async throws {
        let meter = BudgetMeter()
        try await World.with(setup: .live) { configuration in
            configuration.budgets[.accountCalls] = 1
            configuration.meter = meter
        } _: { world in
            let person = try await world.signUp()
            let other = try Person(number: 1, try await world.call(.post, "/api/v1/sessions", Person.signIn(1)))
            let port = try #require(world.client.port)
            let (first, second) = (try RawConnection(port: port), try RawConnection(port: port))
            defer { for connection in [first, second] { connection.close() } }
            _ = try await RawConnection.apart { Self.beginTodo(other, on: first) }
            let headers = "Content-Type: application/json\r\nContent-Length: \(Self.todo.utf8.count)\r\n"
            second.send(Self.head("POST /api/v1/todos", person, headers) + Self.todo)
            while meter.used(of: .calls) != 2 { try await Task.sleep(for: .milliseconds(1)) }
            try await Self.endSession(of: person, in: world)
            first.send(Self.todo)
            let answers = try await RawConnection.apart { [first, second].map { $0.readToEnd() } }
            #expect(answers.map { $0.dropFirst("HTTP/1.1 ".count).prefix(3) } == ["201", "401"])
            #expect(try await world.changes(of: other) == 1)
        }
    }

    @Test("[A14] a call whose session was ended while its body came has no effect", arguments: [20_000, 40])
    func endedWhileSending(_ size: Int) async throws {
        try await World.with(setup: .live) { world in
            let person = try await world.signUp()
            let port = try #require(world.client.port)
            let body = #"{"title":"Buy milk","detail":null"# + String(repeating: " ", count: size) + "}"
            let connection = try RawConnection(port: port)
            defer { connection.close() }
            let headers = "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
            connection.send(Self.head("POST /api/v1/todos", person, headers + "Expect: 100-continue\r\n"))
            #expect(try await RawConnection.apart { connection.read(until: "100 Continue\r\n\r\n") }.contains("100"))
            connection.send(String(body.prefix(30)))
            try await Self.endSession(of: person, in: world)
            connection.send(String(body.dropFirst(30)))
            let answer = try await RawConnection.apart { connection.readToEnd() }
            #expect(answer.hasPrefix("HTTP/1.1 401"), "\(answer)")
            #expect(try await world.changes(of: person) == 0)
        }
    }

    @Test("an account that uses much of the server's time rests while another is active, and both are answered")
    func rests() async throws {
        let meter = BudgetMeter()
        try await World.with(setup: .live) { configuration in
            configuration.budgets[.heavyMilliseconds] = 1
            configuration.meter = meter
        } _: { world in
            let (asha, ben) = (try await world.signUp(1), try await world.signUp(2))
            while meter.refusals(of: .heavyMilliseconds) == 0 {
                // Far more than a millisecond of work, of which a slow machine cannot forgive all while Ben is answered.
                _ = try await world.sync(
                    (0..<1_000).map { change($0, at: 0, ("title", .string("Buy milk"))) },
                    limit: 1,
                    by: asha
                )
                for person in [ben, asha] {
                    _ = try await world.call(.get, "/api/v1/todos?limit=1", by: person).json(.ok)
                }
                // What Ben has used is paid back.
                try await Task.sleep(for: .milliseconds(50))
            }
        }
    }

    @Test(
        "when there are as many calls as may be, one who has some is told to come back, and another account notices nothing"
    )
    func allCalls() async throws {
        let meter = BudgetMeter()
        try await World.with(setup: .live) { configuration in
            configuration.budgets[.calls] = 1
            configuration.meter = meter
        } _: { world in
            let (asha, ben) = (try await world.signUp(1), try await world.signUp(2))
            let port = try #require(world.client.port)
            let answers = try await RawConnection.talk(to: port) { first in
                var answers = [Self.beginTodo(asha, on: first)]
                for person in [asha, ben] {
                    let connection = try RawConnection(port: port)
                    defer { connection.close() }
                    connection.send(Self.head("GET /api/v1/todos", person))
                    answers.append(connection.readToEnd())
                }
                first.send(Self.todo)
                return answers + [first.readToEnd()]
            }
            let statuses = answers.map { String($0.dropFirst("HTTP/1.1 ".count).prefix(3)) }
            #expect(statuses == ["100", "503", "200", "201"], "\(answers)")
            #expect(answers[1].lowercased().contains("retry-after: 2") && meter.refusals(of: .calls) == 1)
        }
    }

    @Test("a client that hangs up while its call waits leaves the line")
    func hangsUp() async throws {
        let meter = BudgetMeter()
        try await World.with(setup: .live) { configuration in
            configuration.budgets[.accountCalls] = 1
            configuration.budgets[.accountWaitingCalls] = 1
            configuration.meter = meter
        } _: { world in
            let asha = try await world.signUp(1)
            let port = try #require(world.client.port)
            let body = #"{"title":"Buy milk"}"#
            let last = try await RawConnection.talk(to: port) { first in
                let headers = "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
                first.send(Self.head("POST /api/v1/todos", asha, headers + "Expect: 100-continue\r\n"))
                _ = first.read(until: "100 Continue\r\n\r\n")
                // Of these two, one waits until it closes. Then there is a free place in the line again.
                let others = try (0..<2).map { _ in try RawConnection(port: port) }
                for other in others { other.send(Self.head("GET /api/v1/todos", asha)) }
                while meter.refusals(of: .accountWaitingCalls) == 0 { usleep(1_000) }
                for other in others { other.close() }
                // Refused until the server has noticed; a call that waits would be silent for its whole timeout.
                for _ in 0..<1_000 {
                    let next = try RawConnection(port: port, timeout: 1)
                    defer { next.close() }
                    next.send(Self.head("GET /api/v1/todos", asha))
                    if next.readToEnd().isEmpty { return true }
                    usleep(10_000)
                }
                return false
            }
            #expect(last, "a later call found a place in the line")
        }
    }

    // MARK: - Answers

    /// Gives a person records whose export does not fit into the buffers of the two kernels: text that compresses badly.
    private static func fill(_ world: World, _ person: Person) async throws {
        var state: UInt64 = 3
        for number: UInt64 in 1...40 {
            let detail = (0..<30_000).map { _ -> String in
                state = state &* 6_364_136_223_846_793_005 &+ 1
                return String(UnicodeScalar(UInt8(0x30 + (state >> 33) % 64)))
            }.joined()
            let record = change(number, at: 1, ("detail", .string(detail)))
            _ = try await world.storage.apply([record], to: person.account, at: world.clock.now) { _, _ in [] }
        }
    }

    @Test("an account that leaves large answers unread gets no more of them, and another account notices nothing")
    func unreadAnswers() async throws {
        let meter = BudgetMeter()
        try await World.with(setup: .live) { configuration in
            configuration.budgets[.accountUnsentBytes] = 2 << 20
            configuration.meter = meter
        } _: { world in
            let (asha, ben) = (try await world.signUp(1), try await world.signUp(2))
            let port = try #require(world.client.port)
            let detail = JSON.string(String(repeating: "a", count: 60_000))
            let changes = (UInt64(1)...20).map { change($0, at: 1, ("detail", detail)) }
            let records = (UInt64(1)...20).map { DaybookServerTests.todo($0) } + changes
            _ = try await world.storage.apply(records, to: asha.account, at: world.clock.now) { _, _ in [] }
            let (first, second) = (try RawConnection(port: port), try RawConnection(port: port))
            defer { first.close() }
            for (number, connection) in [first, second].enumerated() {
                connection.shrink()
                connection.send(Self.head("GET /api/v1/todos?limit=500", asha))
                let bytes = (number + 1) << 20
                while meter.used(of: .unsentBytes) ?? 0 < bytes { try await Task.sleep(for: .milliseconds(1)) }
            }
            func status(_ person: Person) async throws -> Substring {
                try await RawConnection.talk(to: port) { connection in
                    connection.send(Self.head("GET /api/v1/todos?limit=1", person))
                    return connection.readToEnd().dropFirst("HTTP/1.1 ".count).prefix(3)
                }
            }
            #expect(try await status(asha) == "429")
            #expect(try await status(ben) == "200")
            #expect(meter.refusals(of: .accountUnsentBytes) == 1)
            // Whoever reads is served again. What was for a client that hangs up is no longer there.
            _ = try await RawConnection.apart { first.readToEnd() }
            #expect(try await status(asha) == "200")
            second.close()
            while meter.used(of: .unsentBytes) != 0 { try await Task.sleep(for: .milliseconds(1)) }
        }
    }

    @Test("[A14] an export whose session is ended is cut off")
    func endedExport() async throws {
        try await World.with(setup: .live) { world in
            let person = try await world.signUp()
            try await Self.fill(world, person)
            let port = try #require(world.client.port)
            let connection = try RawConnection(port: port)
            defer { connection.close() }
            connection.shrink()
            connection.send(Self.head("GET /api/v1/account/export", person))
            let begun = try await RawConnection.apart { connection.read(until: "\r\n\r\n") }
            #expect(begun.hasPrefix("HTTP/1.1 200"))
            try await Self.endSession(of: person, in: world)
            let rest = try await RawConnection.apart { connection.readToEnd() }
            // The last part of a zip, and of an answer in pieces, is missing.
            #expect(!rest.contains("README.txt") && !rest.hasSuffix("0\r\n\r\n"))
        }
    }

    @Test("an export that is not read is given up, and its place is free again")
    func unreadExport() async throws {
        try await Self.with([.answerSeconds: 1, .accountExports: 1]) { world, port in
            let person = try await world.signUp()
            try await Self.fill(world, person)
            let answers = try await RawConnection.talk(to: port) { slow in
                slow.shrink()
                slow.send(Self.head("GET /api/v1/account/export", person))
                var statuses: [Substring] = []
                // One at a time: refused while the first export is in progress, which ends because it is not read.
                while statuses.last != "200", statuses.count < 2_000 {
                    let next = try RawConnection(port: port)
                    next.send(Self.head("GET /api/v1/account/export", person))
                    statuses.append(next.read(until: "\r\n").dropFirst("HTTP/1.1 ".count).prefix(3))
                    next.close()
                    usleep(10_000)
                }
                return statuses
            }
            #expect(answers.last == "200")
        }
    }
}
