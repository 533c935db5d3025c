import DaybookStore
import Foundation
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Synchronization
import Testing

@testable import DaybookServer

@Suite("The web app's files are answered before a task begins")
struct FileHandlerTests {
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

    /// A connection whose task never answers: what it gets stays in the channel.
    private struct Wire {
        let channel = EmbeddedChannel()
        let executor: FairExecutor
        let lines = Lines()

        init(_ storage: any Storage, webFolder: String, inGroups: Bool) throws {
            var configuration = ServerConfiguration()
            configuration.webFolder = webFolder
            let responder = try buildResponder(storage: storage, configuration: configuration)
            let group = inGroups ? AnswerGroup(on: channel.eventLoop) : nil
            executor = FairExecutor(on: channel.eventLoop, answers: group)
            let logger = Logger(label: "test") { [lines] _ in Lines.Handler(lines: lines) }
            let outflow = Outflow()
            let others = FileHandler.Others(
                pace: PaceHandler(.init(configuration), outflow: outflow, answers: group),
                check: RequestCheck(),
                connection: ConnectionHandler(connections: Connections(configuration))
            )
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandlers([outflow, others.pace, HTTPResponseEncoder(), others.check])
            try pipeline.addHandler(FileHandler(responder, executor, others, peer: nil, logger: logger))
        }

        func send(
            _ path: String,
            _ method: HTTPMethod = .GET,
            version: HTTPVersion = .http1_1,
            fields: HTTPHeaders = [:],
            body: String? = nil,
            completes: Bool = true
        ) throws {
            var head = HTTPRequestHead(version: version, method: method, uri: path, headers: fields)
            head.headers.add(name: "Host", value: "localhost")
            let check = try channel.pipeline.syncOperations.context(handlerType: HTTPResponseEncoder.self)
            check.fireChannelRead(NIOAny(HTTPServerRequestPart.head(head)))
            if let body { check.fireChannelRead(NIOAny(HTTPServerRequestPart.body(ByteBuffer(string: body)))) }
            check.fireChannelRead(NIOAny(HTTPServerRequestPart.end(nil)))
            if completes { check.fireChannelReadComplete() }
        }

        /// The parts that the task got, as words.
        func passed() throws -> [String] {
            var parts: [String] = []
            while let part = try channel.readInbound(as: HTTPServerRequestPart.self) {
                switch part {
                case .head(let head): parts.append(head.uri)
                case .body(let bytes): parts.append(String(buffer: bytes))
                case .end: parts.append("end")
                }
            }
            return parts
        }

        /// The statuses and bodies of the answers.
        func answered() throws -> [String] {
            var text = ""
            while let bytes = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: bytes) }
            return text.replacing("HTTP/1.1 ", with: "\u{1}").split(separator: "\u{1}").flatMap { answer in
                let body = answer.split(separator: "\r\n\r\n", maxSplits: 1).dropFirst().first.map { [String($0)] }
                return [String(answer.prefix(3))] + (body ?? [])
            }
        }

        /// The task answers the oldest request that it got.
        func answerFromTask(closes: Bool = false) throws {
            let fields: HTTPHeaders = closes ? ["Content-Length": "0", "Connection": "close"] : ["Content-Length": "0"]
            let head = HTTPResponseHead(version: .http1_1, status: .notFound, headers: fields)
            try channel.writeOutbound(HTTPServerResponsePart.head(head))
            try channel.writeOutbound(HTTPServerResponsePart.end(nil))
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

    @Test("a file, a screen, a head and what the browser has already")
    func answers() async throws {
        try await with { wire in
            try wire.send("/style.css?v=1")
            #expect(try wire.answered() == ["200", "style"])
            try wire.send("/todo/1")
            #expect(try wire.answered() == ["200", "page"])
            try wire.send("/style.css", .HEAD)
            #expect(try wire.answered() == ["200"])
            try wire.send("/style.css", fields: ["If-None-Match": "*"])
            #expect(try wire.answered() == ["304"])
            #expect(try wire.passed() == [])
        }
    }

    @Test(
        "every other request goes to the task as it came",
        arguments: ["/api/v1/todos", "//api", "/healthz", "/metrics?x", "/missing.js"]
    )
    func others(_ path: String) async throws {
        try await with { wire in
            try wire.send(path)
            #expect(try wire.passed() == [path, "end"])
            #expect(try wire.answered() == [])
        }
    }

    @Test("a request that changes something, one with a body, and the last of its connection go to the task")
    func tasks() async throws {
        for (fields, method, body) in [
            ([:], .POST, nil), (["Content-Length": "2"], .GET, "{}"), (["transfer-encoding": "chunked"], .GET, "{}"),
            (["CONNECTION": "close"], .GET, nil), (["Connection": "upgrade"], .GET, nil),
        ] as [(HTTPHeaders, HTTPMethod, String?)] {
            try await with { wire in
                try wire.send("/style.css", method, fields: fields, body: body)
                #expect(try wire.passed() == ["/style.css"] + (body.map { [$0] } ?? []) + ["end"])
                #expect(try wire.answered() == [])
            }
        }
    }

    @Test("a client of HTTP/1.0 is answered by the task")
    func old() async throws {
        try await with { wire in
            try wire.send("/style.css", version: .http1_0)
            #expect(try wire.passed() == ["/style.css", "end"])
            #expect(try wire.answered() == [])
        }
    }

    @Test(
        "nothing is answered behind the connection's last answer, and behind its last request",
        arguments: [true, false]
    )
    func last(_ isAnswer: Bool) async throws {
        try await with { wire in
            try wire.send(isAnswer ? "/api/v1/todos" : "/style.css", fields: isAnswer ? [:] : ["Connection": "close"])
            try wire.answerFromTask(closes: isAnswer)
            #expect(try wire.answered() == ["404"])
            _ = try wire.passed()
            try wire.send("/style.css")
            #expect(try wire.answered() == [])
            #expect(try wire.passed() == ["/style.css", "end"])
        }
    }

    @Test("the answers of a group leave together, behind their lines in the log")
    func groups() async throws {
        try await with(inGroups: true) { wire in
            try wire.send("/style.css")
            try wire.send("/", .HEAD)
            #expect(try wire.answered() == [])
            #expect(wire.lines.text == [])
            wire.channel.embeddedEventLoop.run()
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

    @Test("behind a request that the task answers, a file waits for its turn")
    func order() async throws {
        try await with { wire in
            try wire.send("/api/v1/todos")
            try wire.send("/style.css")
            #expect(try wire.answered() == [])
            #expect(try wire.passed() == ["/api/v1/todos", "end", "/style.css", "end"])
            try wire.answerFromTask()
            try wire.send("/style.css")
            #expect(try wire.answered() == ["404"])
            #expect(try wire.passed() == ["/style.css", "end"])
            try wire.answerFromTask()
            try wire.answerFromTask()
            _ = try wire.answered()
            try wire.send("/style.css")
            #expect(try wire.answered() == ["200", "style"])
        }
    }

    @Test("of requests that arrive in one moment, one is answered at once")
    func oneInAMoment() async throws {
        try await with { wire in
            for _ in 0..<3 { try wire.send("/style.css", completes: false) }
            #expect(try wire.answered() == ["200", "style"])
            #expect(try wire.passed() == ["/style.css", "end", "/style.css", "end"])
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
            #expect(try wire.passed() == ["/style.css", "end"])
            wire.channel.embeddedEventLoop.run()
            task.cancel()
        }
    }
}
