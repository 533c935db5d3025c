import DaybookStore
import Foundation
import HTTPTypes
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Synchronization
import Testing

@testable import DaybookServer

@Suite("The web app's files are answered before a task begins")
struct FileHandlerTests {
    /// A connection whose task never answers: what it gets stays in the channel.
    private struct Wire {
        let channel = EmbeddedChannel()
        let executor: FairExecutor<Calls.Caller>

        init(_ storage: any Storage, webFolder: String) throws {
            var configuration = ServerConfiguration()
            configuration.webFolder = webFolder
            let responder = try buildResponder(storage: storage, configuration: configuration)
            executor = FairExecutor(on: channel.eventLoop)
            let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            try channel.pipeline.syncOperations.addHandler(FileHandler(responder, executor, peer: nil, logger: logger))
        }

        func send(
            _ path: String,
            _ method: HTTPRequest.Method = .get,
            fields: HTTPFields = [:],
            body: String? = nil,
            completes: Bool = true
        ) throws {
            var head = HTTPRequest(method: method, scheme: "http", authority: "localhost", path: path)
            head.headerFields = fields
            let pipeline = channel.pipeline.syncOperations
            pipeline.fireChannelRead(NIOAny(HTTPRequestPart.head(head)))
            if let body { pipeline.fireChannelRead(NIOAny(HTTPRequestPart.body(ByteBuffer(string: body)))) }
            pipeline.fireChannelRead(NIOAny(HTTPRequestPart.end(nil)))
            if completes { pipeline.fireChannelReadComplete() }
        }

        /// The parts that the task got, as words.
        func passed() throws -> [String] {
            var parts: [String] = []
            while let part = try channel.readInbound(as: HTTPRequestPart.self) {
                switch part {
                case .head(let head): parts.append(head.path ?? "")
                case .body(let bytes): parts.append(String(buffer: bytes))
                case .end: parts.append("end")
                }
            }
            return parts
        }

        /// The parts that were answered, as words.
        func answered() throws -> [String] {
            var parts: [String] = []
            while let part = try channel.readOutbound(as: HTTPResponsePart.self) {
                switch part {
                case .head(let head): parts.append("\(head.status.code)")
                case .body(let bytes): parts.append(String(buffer: bytes))
                case .end: parts.append("end")
                }
            }
            return parts
        }

        /// The task answers the oldest request that it got.
        func answerFromTask() throws {
            try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .notFound)))
            try channel.writeOutbound(HTTPResponsePart.end(nil))
        }
    }

    private func with(_ test: (Wire) throws -> Void) async throws {
        let folder = try TestFolders.make()
        defer { TestFolders.remove(folder) }
        try FileManager.default.createDirectory(atPath: folder + "/web", withIntermediateDirectories: true)
        try Data("page".utf8).write(to: URL(fileURLWithPath: folder + "/web/index.html"))
        try Data("style".utf8).write(to: URL(fileURLWithPath: folder + "/web/style.css"))
        let storage = try Storages.sqlite(path: folder + "/daybook.sqlite")
        try test(try Wire(storage, webFolder: folder + "/web"))
        await storage.close()
    }

    @Test("a file, a screen, a head and what the browser has already")
    func answers() async throws {
        try await with { wire in
            try wire.send("/style.css?v=1")
            #expect(try wire.answered() == ["200", "style", "end"])
            try wire.send("/todo/1")
            #expect(try wire.answered() == ["200", "page", "end"])
            try wire.send("/style.css", .head)
            #expect(try wire.answered() == ["200", "end"])
            try wire.send("/style.css", fields: [.ifNoneMatch: "*"])
            #expect(try wire.answered() == ["304", "end"])
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
            ([:], .post, nil), ([.contentLength: "2"], .get, "{}"), ([.transferEncoding: "chunked"], .get, "{}"),
            ([.connection: "close"], .get, nil),
        ] as [(HTTPFields, HTTPRequest.Method, String?)] {
            try await with { wire in
                try wire.send("/style.css", method, fields: fields, body: body)
                #expect(try wire.passed() == ["/style.css"] + (body.map { [$0] } ?? []) + ["end"])
                #expect(try wire.answered() == [])
            }
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
            #expect(try wire.answered() == ["404", "end"])
            #expect(try wire.passed() == ["/style.css", "end"])
            try wire.answerFromTask()
            try wire.answerFromTask()
            _ = try wire.answered()
            try wire.send("/style.css")
            #expect(try wire.answered() == ["200", "style", "end"])
        }
    }

    @Test("of requests that arrive in one moment, one is answered at once")
    func oneInAMoment() async throws {
        try await with { wire in
            for _ in 0..<3 { try wire.send("/style.css", completes: false) }
            #expect(try wire.answered() == ["200", "style", "end"])
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
