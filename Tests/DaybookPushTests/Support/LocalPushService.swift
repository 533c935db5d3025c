import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Synchronization

/// An HTTP server in this process that keeps its requests and gives the answers that a test sets.
final class LocalPushService: Sendable {
    struct Request: Sendable {
        var method: HTTPMethod
        var path: String
        var headers: HTTPHeaders
        var body: [UInt8] = []
    }

    /// The answer to a request.
    enum Answer: Sendable {
        case status(Int, headers: HTTPHeaders = [:], body: String = "")
        /// No answer at all.
        case silence
        /// A head, and then a byte of the body every tenth of a second, without an end.
        case drip
        case hangUp
    }

    let port: Int
    private let channel: any Channel
    private let log: Log

    var received: [Request] { log.state.withLock { $0.requests } }
    /// The most requests in progress at once.
    var mostAtOnce: Int { log.state.withLock { $0.most } }

    /// - Parameters:
    ///   - delay: The duration of each request.
    ///   - opening: No request is answered before this future has a value; nil for no such wait.
    ///   - tls: The configuration for TLS; nil for none.
    static func start(
        delay: TimeAmount = .zero,
        opening: EventLoopFuture<Void>? = nil,
        tls: NIOSSLContext? = nil,
        answer: @escaping @Sendable (Request) -> Answer = { _ in .status(201) }
    ) async throws -> LocalPushService {
        let log = Log()
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelOption(.backlog, value: 256)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let tls { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(
                        Handler(log: log, delay: delay, opening: opening, answer: answer)
                    )
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        return LocalPushService(channel: channel, log: log, port: channel.localAddress?.port ?? 0)
    }

    private init(channel: any Channel, log: Log, port: Int) {
        self.channel = channel
        self.log = log
        self.port = port
    }

    func stop() async {
        try? await channel.close()
    }

    private final class Log: Sendable {
        let state = Mutex((requests: [Request](), now: 0, most: 0))

        func began(_ request: Request) {
            state.withLock { state in
                state.requests.append(request)
                state.now += 1
                state.most = max(state.most, state.now)
            }
        }

        func ended() {
            state.withLock { $0.now -= 1 }
        }
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let log: Log
        private let delay: TimeAmount
        private let opening: EventLoopFuture<Void>?
        private let answer: @Sendable (Request) -> Answer
        private var request: Request?

        init(
            log: Log,
            delay: TimeAmount,
            opening: EventLoopFuture<Void>?,
            answer: @escaping @Sendable (Request) -> Answer
        ) {
            self.log = log
            self.delay = delay
            self.opening = opening
            self.answer = answer
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head): request = Request(method: head.method, path: head.uri, headers: head.headers)
            case .body(let buffer): request?.body += Array(buffer.readableBytesView)
            case .end:
                guard let request else { return }
                log.began(request)
                let (loop, delay) = (context.eventLoop, delay)
                let bound = NIOLoopBound((self, context), eventLoop: loop)
                (opening ?? loop.makeSucceededVoidFuture()).hop(to: loop).whenSuccess {
                    loop.scheduleTask(in: delay) {
                        let (handler, context) = bound.value
                        handler.log.ended()
                        handler.write(handler.answer(request), context)
                    }
                }
            }
        }

        private func write(_ answer: Answer, _ context: ChannelHandlerContext) {
            switch answer {
            case .silence: break
            case .hangUp: context.close(promise: nil)
            case .drip:
                head(200, [:], context)
                drip(context)
            case .status(let status, var headers, let body):
                headers.replaceOrAdd(name: "Content-Length", value: "\(body.utf8.count)")
                head(status, headers, context)
                context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: body)))), promise: nil)
                context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
            }
        }

        private func head(_ status: Int, _ headers: HTTPHeaders, _ context: ChannelHandlerContext) {
            let head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: status), headers: headers)
            context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
        }

        private func drip(_ context: ChannelHandlerContext) {
            guard context.channel.isActive else { return }
            context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: "x")))), promise: nil)
            let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            context.eventLoop.scheduleTask(in: .milliseconds(100)) { bound.value.0.drip(bound.value.1) }
        }
    }
}
