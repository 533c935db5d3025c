import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// NIO with one file in memory, and a writer that commits the bodies of posts: `BareNIO <file> <port> <database>`.
///
/// No routes, no sessions, no checks, no log: what is left is NIO, the kernel and SQLite.
@main
enum Main {
    static func main() throws {
        let (path, port) = (CommandLine.arguments[1], Int(CommandLine.arguments[2]) ?? 0)
        let file = ByteBuffer(bytes: Array(try Data(contentsOf: URL(fileURLWithPath: path))))
        let writer = try Writer(path: CommandLine.arguments[3])
        let channel = try ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 1_024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.configureHTTPServerPipeline(
                        withPipeliningAssistance: false,
                        withErrorHandling: false
                    )
                    try pipeline.addHandler(Answers(file: file, writer: writer))
                }
            }
            .bind(host: "127.0.0.1", port: port).wait()
        try channel.closeFuture.wait()
    }
}

/// Answers GET with the file, and POST when its body is on disk.
private final class Answers: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let file: ByteBuffer
    private let writer: Writer
    private var method = HTTPMethod.GET
    private var body = ByteBuffer()

    init(file: ByteBuffer, writer: Writer) {
        (self.file, self.writer) = (file, writer)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): (method, body) = (head.method, ByteBuffer())
        case .body(var part): body.writeBuffer(&part)
        case .end where method == .POST:
            let promise = context.eventLoop.makePromise(of: Void.self)
            promise.futureResult.assumeIsolated().whenSuccess { [self] in answer(context, ByteBuffer(string: "{}")) }
            writer.write(body, promise)
        case .end: answer(context, file)
        }
    }

    private func answer(_ context: ChannelHandlerContext, _ bytes: ByteBuffer) {
        var head = HTTPResponseHead(version: .http1_1, status: .ok)
        head.headers.add(name: "Content-Type", value: "text/css")
        head.headers.add(name: "Content-Length", value: "\(bytes.readableBytes)")
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(bytes))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
}
