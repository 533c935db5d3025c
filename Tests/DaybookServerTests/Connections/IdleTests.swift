import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import DaybookServer

@Suite("A connection that nobody uses is closed")
struct IdleTests {
    /// An open connection that may be idle for a minute, with its handler.
    private func open() throws -> (channel: EmbeddedChannel, handler: ConnectionHandler) {
        let handler = ConnectionHandler(connections: Connections(ServerConfiguration()), idleTimeout: .minutes(1))
        let channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHandler(handler)
        try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 1)).wait()
        return (channel, handler)
    }

    private func wait(_ seconds: Int64, _ channel: EmbeddedChannel) {
        channel.embeddedEventLoop.advanceTime(by: .seconds(seconds))
    }

    private let head = HTTPServerRequestPart.head(HTTPRequestHead(version: .http1_1, method: .GET, uri: "/"))

    @Test("after a minute without a request")
    func unused() throws {
        let (channel, _) = try open()
        wait(59, channel)
        #expect(channel.isActive)
        wait(2, channel)
        #expect(!channel.isActive)
    }

    @Test("a minute after the last whole answer, which does not pass the handler")
    func wholeAnswers() throws {
        let (channel, handler) = try open()
        for _ in 0..<3 {
            wait(50, channel)
            try channel.writeInbound(head)
            try channel.writeInbound(HTTPServerRequestPart.end(nil))
            handler.answered(at: channel.eventLoop.now)
        }
        wait(59, channel)
        #expect(channel.isActive)
        wait(2, channel)
        #expect(!channel.isActive)
    }

    @Test("not while a request is answered, but a minute later")
    func requests() throws {
        let (channel, _) = try open()
        try channel.writeInbound(head)
        try channel.writeInbound(HTTPServerRequestPart.end(nil))
        wait(300, channel)
        #expect(channel.isActive)
        try channel.writeOutbound(HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok)))
        try channel.writeOutbound(HTTPServerResponsePart.end(nil))
        wait(59, channel)
        #expect(channel.isActive)
        wait(62, channel)
        #expect(!channel.isActive)
    }

    @Test("a minute after the last part of a request that does not end")
    func incomplete() throws {
        let (channel, _) = try open()
        wait(50, channel)
        try channel.writeInbound(head)
        wait(59, channel)
        #expect(channel.isActive)
        wait(2, channel)
        #expect(!channel.isActive)
    }
}
