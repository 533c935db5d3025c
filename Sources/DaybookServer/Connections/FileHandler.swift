import HTTPTypes
import Logging
import NIOCore
import NIOHTTPTypes

/// Answers requests for the browser app's files on the event loop, before a task begins.
///
/// A file is in memory, so its answer waits for nothing, and a task with its suspensions would cost more than the answer.
/// ``DaybookResponder`` makes the answer, by the same rules as for a task. Between this handler and the socket are all
/// others, so every bound on connections, paces and heads holds.
///
/// Any other request goes on to the connection's task, and so does a request for a file
/// - while jobs wait for the event loop: it takes its turn among them (``FairExecutor``);
/// - behind a request that a task answers, so that answers keep the order of requests;
/// - behind another one that arrived in the same moment, so that nobody gets more than one answer between two looks at
///   other connections;
/// - while the client has not taken what was sent: a task waits for that;
/// - with a body, or as the connection's last: both are rare.
final class FileHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let responder: DaybookResponder
    private let executor: FairExecutor<Calls.Caller>
    private let peer: IPAddress?
    private let logger: Logger
    /// A complete head whose end has not arrived, with its file.
    private var held: (request: HTTPRequest, file: WebFile)?
    /// The requests that the task has and has not answered.
    private var passed = 0
    /// Whether a request was answered here since the connection was last looked at.
    private var hasAnswered = false
    /// Whether the end of the input is held back until an answer has been sent.
    private var holdsEnd = false

    init(_ responder: DaybookResponder, _ executor: FairExecutor<Calls.Caller>, peer: IPAddress?, logger: Logger) {
        self.responder = responder
        self.executor = executor
        self.peer = peer
        self.logger = logger
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let request):
            if passed == 0, !hasAnswered, let file = responder.file(for: request), Self.isAlone(request) {
                held = (request, file)
            } else {
                passed += 1
                context.fireChannelRead(data)
            }
        case .body:
            pass(context)
            context.fireChannelRead(data)
        case .end:
            if answer(context) { return }
            pass(context)
            context.fireChannelRead(data)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        hasAnswered = false
        context.fireChannelReadComplete()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { passed = max(0, passed - 1) }
        context.write(data, promise: promise)
    }

    /// Holds back the end of the input while an answer is being sent. The task, which knows nothing of it, would close the
    /// connection at once.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard let end = event as? ChannelEvent, end == .inputClosed, isSending(context) else {
            return context.fireUserInboundEventTriggered(event)
        }
        guard !holdsEnd else { return }
        holdsEnd = true
        // It has gone to the kernel when all before it has.
        let nothing = wrapOutboundOut(.body(ByteBuffer()))
        context.writeAndFlush(nothing).assumeIsolated().whenComplete { _ in context.fireUserInboundEventTriggered(end) }
    }

    private func isSending(_ context: ChannelHandlerContext) -> Bool {
        guard passed == 0 else { return false }
        return (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0 > 0
    }

    /// Whether a request has no body, and others may follow on its connection.
    private static func isAlone(_ request: HTTPRequest) -> Bool {
        let fields = request.headerFields
        let hasBody = fields.contains(.contentLength) || fields.contains(.transferEncoding)
        return !hasBody && fields.value(of: .connection)?.lowercased() ?? "keep-alive" == "keep-alive"
    }

    /// Gives the held head to the task.
    private func pass(_ context: ChannelHandlerContext) {
        guard let request = held?.request else { return }
        held = nil
        passed += 1
        context.fireChannelRead(wrapInboundOut(.head(request)))
    }

    /// Answers the held request. False when the task has to.
    private func answer(_ context: ChannelHandlerContext) -> Bool {
        guard let (request, file) = held, context.channel.isWritable else { return false }
        let arrival = Arrival(of: request, peer: peer, responder.configuration)
        let isAnswered: Void? = executor.atOnce(for: arrival.caller) {
            held = nil
            hasAnswered = true
            write(responder.respond(to: request, with: file, arrival, logger: logger), context)
        }
        return isAnswered != nil
    }

    private func write(_ answer: WebAnswer, _ context: ChannelHandlerContext) {
        let head = HTTPResponse(status: answer.status, headerFields: answer.headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if let bytes = answer.bytes { context.write(wrapOutboundOut(.body(bytes)), promise: nil) }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
}
