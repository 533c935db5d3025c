import DaybookCore
import Foundation
import NIOCore
import NIOPosix
import Synchronization
import TestSupport
import Testing

@testable import DaybookClient

/// Servers that are not trusted.
@Suite("Talking to a server")
struct ServerTests {
    @Test("[C12] A server gives the wait in seconds or as a moment; any other value counts as none")
    func retryAfter() throws {
        let now = try #require(Instant(rfc3339: "2026-11-25T08:49:30.500Z"))
        let table: [(String, Int?)] = [
            ("0", 0), ("120", 120), ("86400", 86_400), ("86401", nil), ("-1", nil), ("soon", nil), ("", nil),
            ("Wed, 25 Nov 2026 08:49:37 GMT", 7), ("Wed, 25 Nov 2026 08:00:00 GMT", 0),
            ("Thu, 26 Nov 2026 08:49:30 GMT", 86_400), ("Thu, 26 Nov 2026 09:49:37 GMT", nil),
            ("Wed, 25 Nov 2026 08:49:37 CET", nil), ("Wed, 99 Nov 2026 08:49:37 GMT", nil), ("25 Nov 2026", nil),
        ]
        for (value, seconds) in table { #expect(RetryAfter.seconds(value, now: now) == seconds, "\(value)") }
    }

    @Test("[C12] A connection that ended is named in words, whatever the library calls it")
    func ended() {
        for error: ChannelError in [.ioOnClosedChannel, .alreadyClosed, .eof, .inputClosed, .outputClosed] {
            #expect(HTTPTransport.reason(error, "example.org") == "it ended the connection")
        }
    }

    @Test("[C14] An address is a host and a port, encrypted unless it is this machine's")
    func addresses() throws {
        func text(_ text: String, allowsPlain: Bool = false) -> String? {
            try? ServerAddress(text, allowsPlain: allowsPlain).text
        }
        #expect(text("https://Daybook.example.org/") == "https://daybook.example.org")
        #expect(text("daybook.example.org:8443") == "https://daybook.example.org:8443")
        #expect(text("localhost:8080") == "http://localhost:8080")
        #expect(text("http://127.0.0.1:8080") == "http://127.0.0.1:8080")
        #expect(text("http://[::1]:8080") == "http://[::1]:8080")
        #expect(text("https://localhost") == "https://localhost")
        #expect(throws: ServerAddress.Failure.plain(host: "example.org")) { try ServerAddress("http://example.org") }
        #expect(throws: ServerAddress.Failure.plain(host: "127.0.0.1.example.org")) {
            try ServerAddress("http://127.0.0.1.example.org")
        }
        #expect(text("http://example.org", allowsPlain: true) == "http://example.org")
        for bad in [
            "", " ", "https://", "ftp://example.org", "https://a:b@example.org", "https://example.org/path",
            "https://example.org?x", "https://example.org#x", "https://exa\u{1B}mple.org",
            "https://example.org\r\nX: y",
            "file:///etc/passwd", "https://example.org:0", "https://example.org:99999", "https://exämple.org",
        ] { #expect(text(bad, allowsPlain: true) == nil, "\(bad)") }
    }

    @Test("[C14] The token is in no text of a session, and its file is its owner's alone")
    func session() throws {
        let test = TestFolder()
        let server = try ServerAddress("https://example.org")
        let session = try #require(Session(server: server, account: .init(high: 1, low: 2), token: "secret-token"))
        var dumped = ""
        dump(session, to: &dumped)
        #expect(!"\(session) \(String(reflecting: session)) \(dumped)".contains("secret"))
        _ = try test.open()
        try test.folder.keep(session)
        try test.folder.keep(session)
        #expect(try test.folder.session() == session)
        let attributes = try FileManager.default.attributesOfItem(atPath: test.folder.sessionFile)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        try test.folder.forgetSession()
        try test.folder.forgetSession()
        #expect(try test.folder.session() == nil)
        for token in ["", "a b", "a\r\nX: y", "é", String(repeating: "a", count: 1_025)] {
            #expect(Session(server: server, account: .init(high: 1, low: 2), token: token) == nil)
        }
    }

    @Test("[C12] A session that cannot be read is not a missing one", arguments: Obstacle.allCases)
    func unreadableSession(obstacle: Obstacle) throws {
        let test = TestFolder()
        #expect(try test.folder.session() == nil)
        try obstacle.put(at: test.folder, test.folder.sessionFile)
        let error = NotebookFileError.cannotOpen(path: test.folder.sessionFile, detail: obstacle.detail)
        #expect(throws: error) { try test.folder.session() }
    }

    @Test("[C12] A folder in place of the session is an error, and a file with something else is not a session")
    func otherSession() throws {
        let test = TestFolder()
        let file = test.folder.sessionFile
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
        let error = NotebookFileError.cannotOpen(path: file, detail: "Is a directory")
        #expect(throws: error) { try test.folder.session() }
        try FileManager.default.removeItem(atPath: file)
        for text in ["", "{}", String(repeating: " ", count: 9_000)] {
            try Data(text.utf8).write(to: URL(fileURLWithPath: file))
            #expect(try test.folder.session() == nil)
        }
    }

    @Test("[S11] Events are read from pieces of any size, and a line without an end is refused")
    func events() throws {
        let stream =
            ": hello\n\nevent: changed\ndata: {\"cursor\":5}\n\nevent: other\ndata: {\"cursor\":6}\n\n:\n\n"
            + "event:changed\r\ndata:{\"cursor\":7}\r\n\r\nevent: changed\ndata: nonsense\n\n"
        for size in 1...20 {
            var lines = EventLines()
            var found: [Int64] = []
            var rest = Array(stream.utf8)[...]
            while !rest.isEmpty {
                found += try lines.read(rest.prefix(size))
                rest = rest.dropFirst(size)
            }
            #expect(found == [5, 7])
        }
        var lines = EventLines()
        #expect(throws: EventLines.TooLong.self) { try lines.read([UInt8](repeating: 65, count: 5_000)) }
    }

    @Test("[C14] A redirect is not followed, and the token goes nowhere else")
    func redirect() async throws {
        let other = try await CannedServer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
        let server = try await CannedServer(
            "HTTP/1.1 307 Temporary Redirect\r\nLocation: \(other.address.text)/api/v1/sync\r\nContent-Length: 0\r\n\r\n"
        )
        let answer = try await server.call()
        #expect(answer.status == 307 && other.received == "" && server.received.contains("Bearer secret"))
        await other.close()
        await server.close()
    }

    @Test("[C14] An answer that is too long, not HTTP or cut off is an error, and the message names the cause")
    func badAnswers() async throws {
        let long = "HTTP/1.1 200 OK\r\nContent-Length: 9000000\r\n\r\n" + String(repeating: "x", count: 9_000_000)
        let answers = [
            long, "SSH-2.0-OpenSSH_9.2\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{",
            "HTTP/1.1 200 OK\r\n"
                + String(repeating: "X-Long: \(String(repeating: "y", count: 1_000))\r\n", count: 2_000),
        ]
        for text in answers {
            let server = try await CannedServer(text)
            await #expect(throws: SyncFailure.self, "\(text.prefix(60))") { try await server.call() }
            await server.close()
        }
        let closed = ClosedPort()
        let nobody = try ServerAddress("http://127.0.0.1:\(closed.number)")
        await #expect(throws: SyncFailure.unreachable(server: nobody.text, reason: "nothing answers there")) {
            try await CannedServer.call(nobody)
        }
    }
}

/// Answers every connection with one text, and ends it.
private final class CannedServer: Sendable {
    let address: ServerAddress
    private let channel: any Channel
    private let text: Text

    private final class Text: Sendable {
        let received = Mutex("")
    }

    init(_ answer: String) async throws {
        let text = Text()
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Handler(answer, text))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        address = try ServerAddress("http://127.0.0.1:\(channel.localAddress?.port ?? 0)")
        self.text = text
    }

    var received: String { text.received.withLock { $0 } }

    func close() async { try? await channel.close() }

    /// A call with a token.
    func call() async throws -> Answer { try await CannedServer.call(address) }

    /// The same to any server.
    static func call(_ address: ServerAddress) async throws -> Answer {
        let transport = HTTPTransport(address)
        let request = Request(.sync, .post, "/api/v1/sync", body: Array("{}".utf8))
        do {
            let answer = try await transport.answer(to: Call(request: request, token: "secret"))
            await transport.close()
            return answer
        } catch {
            await transport.close()
            throw error
        }
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let answer: String
        private let text: Text

        init(_ answer: String, _ text: Text) {
            self.answer = answer
            self.text = text
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let isFirst = text.received.withLock { received in
                defer { received += String(buffer: unwrapInboundIn(data)) }
                return received.isEmpty
            }
            guard isFirst else { return }
            let channel = context.channel
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer))).whenComplete { _ in
                channel.close(promise: nil)
            }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
}
