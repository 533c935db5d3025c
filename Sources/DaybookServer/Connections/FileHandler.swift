import Logging
import NIOCore
import NIOHTTP1

/// Answers requests for the browser app's files on the event loop, before a task begins.
///
/// A file is in memory, so its answer waits for nothing, and a task with its suspensions would cost more than the answer.
/// ``DaybookResponder`` makes the answer, by the same rules as for a task. The handler is behind ``RequestCheck``, so that
/// neither the request nor the answer takes another form. The handlers behind it do not see them; it tells
/// ``RequestCheck`` and ``ConnectionHandler``, which count requests.
///
/// Any other request goes on to the connection's task, and so does a request for a file
/// - while jobs wait for the event loop: it takes its turn among them (``FairExecutor``);
/// - behind a request that a task answers, so that answers keep the order of requests;
/// - behind another one that arrived in the same moment, so that nobody gets more than one answer between two looks at
///   other connections;
/// - while the client has not taken what was sent: a task waits for that;
/// - with a body, as the connection's last, or of HTTP/1.0: all are rare.
final class FileHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// The other handlers of its connection.
    struct Others {
        let pace: PaceHandler
        let check: RequestCheck
        let connection: ConnectionHandler
    }

    private let responder: DaybookResponder
    private let executor: FairExecutor
    private let others: Others
    private let peer: IPAddress?
    private let logger: Logger
    /// A complete head whose end has not arrived, with its file.
    private var held: (head: HTTPRequestHead, request: FileRequest, file: WebFile)?
    /// The requests that the task has and has not answered.
    private var passed = 0
    /// Whether a request was answered here since the connection was last looked at.
    private var hasAnswered = false
    /// Whether something has gone on to the task since then.
    private var hasPassed = false
    /// Whether the task has sent, or was asked for, the connection's last answer.
    private var isEnding = false
    /// Whether the end of the input is held back until an answer has been sent.
    private var holdsEnd = false

    init(
        _ responder: DaybookResponder,
        _ executor: FairExecutor,
        _ others: Others,
        peer: IPAddress?,
        logger: Logger
    ) {
        self.responder = responder
        self.executor = executor
        self.others = others
        self.peer = peer
        self.logger = logger
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            if passed == 0, !hasAnswered, !isEnding, let request = FileRequest(head),
                let file = responder.file(at: head.uri)
            {
                held = (head, request, file)
            } else {
                begin(head)
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
        // Handlers that got nothing have nothing to complete.
        guard hasPassed else { return }
        hasPassed = false
        context.fireChannelReadComplete()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head): if head.headers.first(name: "connection") == "close" { isEnding = true }
        case .body: break
        case .end: passed = max(0, passed - 1)
        }
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
        let nothing = wrapOutboundOut(.body(.byteBuffer(ByteBuffer())))
        context.writeAndFlush(nothing).assumeIsolated().whenComplete { _ in context.fireUserInboundEventTriggered(end) }
    }

    private func isSending(_ context: ChannelHandlerContext) -> Bool {
        guard passed == 0 else { return false }
        return (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0 > 0
    }

    /// A request goes on to the task.
    private func begin(_ head: HTTPRequestHead) {
        passed += 1
        hasPassed = true
        if head.headers.first(name: "connection") == "close" { isEnding = true }
    }

    /// Gives the held head to the task.
    private func pass(_ context: ChannelHandlerContext) {
        hasPassed = true
        guard let head = held?.head else { return }
        held = nil
        begin(head)
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// Answers the held request. False when the task has to.
    private func answer(_ context: ChannelHandlerContext) -> Bool {
        guard let (head, request, file) = held, context.channel.isWritable else { return false }
        let arrival = Arrival(of: head, peer: peer, responder.configuration)
        let group = executor.answersHere
        let isAnswered: Void? = executor.atOnce(for: arrival.caller) {
            held = nil
            hasAnswered = true
            let (answer, first) = responder.respond(to: request, with: file, arrival, logger: logger, group: group)
            others.check.answered()
            others.connection.answered(context)
            let payer = AnswerGroup.Payer(executor: executor, caller: arrival.caller, cost: nil)
            others.pace.send(first, answer.bytes, paidBy: payer)
        }
        if let group, group.isFull { group.end() }
        return isAnswered != nil
    }
}
