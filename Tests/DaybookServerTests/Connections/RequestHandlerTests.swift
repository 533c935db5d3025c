import DaybookStore
import Foundation
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Synchronization
import Testing

@testable import DaybookServer

@Suite("Requests of a connection")
struct RequestHandlerTests {
    /// A log whose lines are kept in memory.
    private final class Lines: Sendable {
        private let all = Mutex<[String]>([])

        var text: [String] { all.withLock { $0 } }
        func add(_ lines: [UInt8]) { all.withLock { $0.append(String(decoding: lines, as: UTF8.self)) } }

        struct Handler: LineLog {
            let lines: Lines
            var metadata: Logger.Metadata = [:]
            var logLevel = Logger.Level.info

            subscript(metadataKey key: String) -> Logger.Metadata.Value? {
                get { metadata[key] }
                set { metadata[key] = newValue }
            }

            func log(event: LogEvent) { lines.add(Array("\(event.message)\n".utf8)) }

            func append(
                _ level: Logger.Level,
                _ message: String,
                _ pairs: [(String, String)],
                to lines: inout [UInt8]
            ) {
                let values = pairs.filter { $0.0 != "ms" && $0.0 != "request" }.map { $0.1 }
                lines += "\(message) \(values.joined(separator: " "))\n".utf8
            }

            func write(_ lines: [UInt8]) { self.lines.add(lines) }
        }
    }

    /// A connection without a socket. Its tasks run when its event loop does.
    private final class Wire {
        let channel = EmbeddedChannel()
        let executor: FairExecutor
        let lines = Lines()
        let reads = Reads()
        private let top: ChannelHandlerContext

        /// Counts how often the connection reads.
        final class Reads: ChannelOutboundHandler {
            typealias OutboundIn = IOData
            var count = 0

            func read(context: ChannelHandlerContext) {
                count += 1
                context.read()
            }
        }

        init(_ storage: any Storage, webFolder: String, inGroups: Bool) throws {
            var configuration = ServerConfiguration()
            configuration.webFolder = webFolder
            let responder = try buildResponder(storage: storage, configuration: configuration)
            let group = inGroups ? AnswerGroup(on: channel.eventLoop) : nil
            executor = FairExecutor(on: channel.eventLoop, answers: group)
            let logger = Logger(label: "test") { [lines] _ in Lines.Handler(lines: lines) }
            let outflow = Outflow()
            let others = RequestHandler.Others(
                pace: PaceHandler(.init(configuration), outflow: outflow, answers: group),
                check: RequestCheck(),
                connection: ConnectionHandler(connections: Connections(configuration))
            )
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandlers([reads, outflow, others.pace, HTTPResponseEncoder()])
            try pipeline.addHandlers([others.check, LingeringClose(), HangUp(), others.connection])
            try pipeline.addHandler(
                RequestHandler(responder, executor, others, on: channel.eventLoop, peer: nil, logger: logger)
            )
            top = try pipeline.context(handlerType: HTTPResponseEncoder.self)
            try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 1)).wait()
        }

        func send(
            _ path: String,
            _ method: HTTPMethod = .GET,
            version: HTTPVersion = .http1_1,
            fields: HTTPHeaders = [:],
            body: String? = nil,
            ends: Bool = true,
            completes: Bool = true
        ) throws {
            var head = HTTPRequestHead(version: version, method: method, uri: path, headers: fields)
            head.headers.add(name: "Host", value: "localhost")
            receive(.head(head))
            if let body { receive(.body(ByteBuffer(string: body))) }
            if ends { receive(.end(nil)) }
            if completes { top.fireChannelReadComplete() }
        }

        func receive(_ part: HTTPServerRequestPart) { top.fireChannelRead(NIOAny(part)) }
        func fail(_ error: any Error) { top.fireErrorCaught(error) }
        func trigger(_ event: Any) { top.fireUserInboundEventTriggered(event) }

        /// Runs the tasks. After some of them, and after a last one that took long, the loop looks for events for a moment.
        func run() {
            channel.embeddedEventLoop.run()
            repeat { channel.embeddedEventLoop.advanceTime(by: .milliseconds(1)) } while executor.waitingCount > 0
        }

        /// The statuses and bodies of the answers; of a problem only its status.
        func answered() throws -> [String] {
            var text = ""
            while let bytes = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: bytes) }
            let answers = text.replacing(/HTTP\/1\.[01]\s/, with: "\u{1}").split(separator: "\u{1}")
            return answers.flatMap { answer in
                let body = answer.split(separator: "\r\n\r\n", maxSplits: 1).dropFirst().first.map { [String($0)] }
                return [String(answer.prefix(3))] + (answer.hasPrefix("20") ? body ?? [] : [])
            }
        }
    }

    private func with(inGroups: Bool = false, _ test: (Wire) throws -> Void) async throws {
        let folder = try TestFolders.make()
        defer { TestFolders.remove(folder) }
        try FileManager.default.createDirectory(atPath: folder + "/web", withIntermediateDirectories: true)
        try Data("page".utf8).write(to: URL(fileURLWithPath: folder + "/web/index.html"))
        try Data("style".utf8).write(to: URL(fileURLWithPath: folder + "/web/style.css"))
        let storage = try Storages.sqlite(path: folder + "/daybook.sqlite")
        try test(try Wire(storage, webFolder: folder + "/web", inGroups: inGroups))
        await storage.close()
    }

    @Test("a file, a screen, a head and what the browser has already are answered at once")
    func files() async throws {
        try await with { wire in
            try wire.send("/style.css?v=1")
            #expect(try wire.answered() == ["200", "style"])
            try wire.send("/todo/1")
            #expect(try wire.answered() == ["200", "page"])
            try wire.send("/style.css", .HEAD)
            #expect(try wire.answered() == ["200"])
            try wire.send("/style.css", fields: ["If-None-Match": "*"])
            #expect(try wire.answered() == ["304"])
        }
    }

    @Test(
        "a task answers every other request",
        arguments: [
            ("/api/v1/todos", "401"), ("//api", "404"), ("/api/v1/rules", "200"), ("/missing.js", "404"),
            ("/api/v1/photos/x", "401"),
        ]
    )
    func tasks(_ path: String, _ status: String) async throws {
        try await with { wire in
            try wire.send(path)
            #expect(try wire.answered() == [])
            wire.run()
            #expect(try wire.answered().first == status)
        }
    }

    @Test("a task answers a request that changes something, one with a body, the connection's last and one of HTTP/1.0")
    func rareFiles() async throws {
        for (fields, method, version, body, status) in [
            ([:], .POST, .http1_1, nil, "404"), (["Content-Length": "2"], .GET, .http1_1, "{}", "200"),
            (["transfer-encoding": "chunked"], .GET, .http1_1, nil, "200"),
            (["CONNECTION": "close"], .GET, .http1_1, nil, "200"),
            (["Connection": "upgrade"], .GET, .http1_1, nil, "200"), ([:], .GET, .http1_0, nil, "200"),
        ] as [(HTTPHeaders, HTTPMethod, HTTPVersion, String?, String)] {
            try await with { wire in
                try wire.send("/style.css", method, version: version, fields: fields, body: body)
                #expect(try wire.answered() == [])
                wire.run()
                #expect(try wire.answered() == [status] + (status == "200" ? ["style"] : []), "\(fields) \(version)")
            }
        }
    }

    /// A body that comes in pieces, of which the handler can read on the event loop.
    private static let inPieces =
        ["Expect": "100-continue", "Content-Type": "application/json", "Content-Length": "10000"] as HTTPHeaders

    @Test("answers have the order of the requests, with files and bodies whole and in pieces among them")
    func order() async throws {
        try await with { wire in
            try wire.send("/api/v1/todos", completes: false)
            try wire.send("/style.css", completes: false)
            let body = String(repeating: "x", count: 10_000)
            try wire.send("/api/v1/sessions", .POST, fields: Self.inPieces, body: body)
            try wire.send("/style.css", completes: false)
            try wire.send("/api/v1/sessions", .POST, fields: ["Content-Length": "1"], body: "{", completes: false)
            try wire.send("/api/v1/nothing")
            #expect(try wire.answered() == [])
            wire.run()
            #expect(try wire.answered() == ["401", "200", "style", "100", "400", "200", "style", "415", "404"])
            try wire.send("/style.css")
            #expect(try wire.answered() == ["200", "style"])
        }
    }

    @Test("of files that are asked for in one moment, one is given at once")
    func oneInAMoment() async throws {
        try await with { wire in
            for _ in 0..<3 { try wire.send("/style.css", completes: false) }
            #expect(try wire.answered() == ["200", "style"])
            wire.run()
            #expect(try wire.answered() == ["200", "style", "200", "style"])
        }
    }

    @Test("while a job waits for the event loop, a file takes its turn among the jobs")
    func turns() async throws {
        try await with { wire in
            let lane = wire.executor.lane(of: .address(nil))
            let task = Task(executorPreference: lane) {}
            while wire.executor.waitingCount < 1 { usleep(100) }
            try wire.send("/style.css")
            #expect(try wire.answered() == [])
            wire.run()
            #expect(try wire.answered() == ["200", "style"])
            task.cancel()
        }
    }

    @Test(
        "nothing is answered behind the connection's last answer, and behind its last request",
        arguments: [true, false]
    )
    func last(_ isAnswer: Bool) async throws {
        try await with { wire in
            // Nobody knows whether a body that was not asked for will come.
            let fields: HTTPHeaders = isAnswer ? Self.inPieces : ["Connection": "close"]
            try wire.send("/api/v1/nothing", .POST, fields: fields, ends: !isAnswer)
            try wire.send("/style.css")
            wire.run()
            #expect(try wire.answered() == ["404"])
            try wire.send("/style.css")
            wire.run()
            #expect(try wire.answered() == [])
        }
    }

    @Test("a body that breaks off is answered with 400, one that stops coming with 408", arguments: [true, false])
    func cutShort(_ isSlow: Bool) async throws {
        try await with { wire in
            let fields = ["Content-Type": "application/json", "Content-Length": "10"] as HTTPHeaders
            try wire.send("/api/v1/sessions", .POST, fields: fields, body: "{}", ends: false)
            wire.run()
            #expect(try wire.answered() == [])
            if isSlow { wire.fail(SlowBody()) } else { wire.trigger(ChannelEvent.inputClosed) }
            wire.run()
            #expect(try wire.answered() == [isSlow ? "408" : "400"])
        }
    }

    @Test("what is not HTTP is refused in its turn, and nothing behind it is answered")
    func refused() async throws {
        try await with { wire in
            try wire.send("/api/v1/todos")
            wire.fail(HTTPParserError.invalidConstant)
            try wire.send("/style.css")
            wire.run()
            #expect(try wire.answered() == ["401", "400"])
        }
    }

    @Test("a client that does not take its answer gets no other one before")
    func unread() async throws {
        try await with { wire in
            wire.channel.isWritable = false
            for _ in 0..<2 {
                try wire.send("/style.css")
                try wire.send("/api/v1/todos")
            }
            wire.run()
            #expect(try wire.answered() == ["200", "style"])
            for status in ["401", "200"] {
                wire.channel.isWritable = true
                wire.channel.pipeline.fireChannelWritabilityChanged()
                wire.channel.isWritable = false
                wire.run()
                #expect(try wire.answered().first == status)
            }
        }
    }

    @Test("nothing more is read while enough waits behind a request, or in its body")
    func reading() async throws {
        try await with { wire in
            for _ in 0..<4 { try wire.send("/api/v1/todos") }
            wire.channel.read()
            #expect(wire.reads.count == 1)
            for _ in 0..<2 { try wire.send("/api/v1/todos") }
            wire.channel.read()
            #expect(wire.reads.count == 1)
            wire.run()
            #expect(wire.reads.count == 2)
            #expect(try wire.answered().count == 6)
            try wire.send("/api/v1/sessions", .POST, fields: Self.inPieces, ends: false)
            for _ in 0..<20 { wire.receive(.body(ByteBuffer(string: String(repeating: "x", count: 500)))) }
            wire.channel.read()
            #expect(wire.reads.count == 2)
            wire.run()
            #expect(wire.reads.count == 3)
            wire.receive(.end(nil))
            wire.run()
            #expect(try wire.answered() == ["100", "400"])
        }
    }

    @Test("a server that stops closes a connection that asks nothing, and any other one behind its answers")
    func stop() async throws {
        try await with { wire in
            try wire.send("/style.css")
            _ = try wire.answered()
            wire.trigger(ChannelShouldQuiesceEvent())
            #expect(!wire.channel.isActive)
        }
        try await with { wire in
            try wire.send("/api/v1/todos")
            try wire.send("/api/v1/rules", .HEAD)
            wire.trigger(ChannelShouldQuiesceEvent())
            #expect(wire.channel.isActive)
            wire.run()
            #expect(try wire.answered() == ["401", "200"])
            #expect(!wire.channel.isActive)
        }
        try await with { wire in
            let fields = ["Content-Type": "application/json", "Content-Length": "1"] as HTTPHeaders
            try wire.send("/api/v1/sessions", .POST, fields: fields, ends: false)
            wire.trigger(ChannelShouldQuiesceEvent())
            #expect(wire.channel.isActive, "the rest of a request may come")
            wire.receive(.body(ByteBuffer(string: "{")))
            wire.receive(.end(nil))
            wire.run()
            #expect(try wire.answered() == ["400"])
            #expect(!wire.channel.isActive)
        }
    }

    @Test("the answers of a group leave together, behind their lines in the log")
    func groups() async throws {
        try await with(inGroups: true) { wire in
            try wire.send("/style.css")
            try wire.send("/", .HEAD)
            #expect(try wire.answered() == [])
            #expect(wire.lines.text == [])
            wire.run()
            #expect(try wire.answered() == ["200", "style", "200"])
            #expect(wire.lines.text == ["request GET web 200\nrequest HEAD web 200\n"])
        }
    }

    @Test("a full group leaves at once, and so does one before its connection ends")
    func fullGroup() async throws {
        try await with(inGroups: true) { wire in
            for count in 1...AnswerGroup.most {
                try wire.send("/style.css")
                #expect(wire.lines.text.count == (count < AnswerGroup.most ? 0 : 1))
            }
            #expect(try wire.answered().count == AnswerGroup.most * 2)
            try wire.send("/style.css")
            #expect(try wire.answered() == [])
            wire.channel.close(mode: .output, promise: nil)
            #expect(try wire.answered() == ["200", "style"])
            #expect(wire.lines.text.count == 2)
        }
    }
}
