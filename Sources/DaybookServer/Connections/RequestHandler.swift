import DaybookStore
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// Answers the requests of a connection, one after another (``RequestOrder``).
///
/// Each request gets a task on the connection's lane, and the task begins with the whole request in memory. A task that waits for
/// nothing, for example for a list that is held in memory, is a single job: it answers in the turn of the event loop in which its
/// request arrived. The task of a write is one job until its work waits for the writer, and one job after it.
///
/// A file of the web app needs no task, because it is in memory, and a task would cost more than the answer. It is given at once
/// unless
/// - jobs wait for the event loop: it takes its turn among them (``FairExecutor``);
/// - another file was given in the same moment, so that nobody gets more than one answer between two looks at other connections.
///
/// A whole answer goes to ``PaceHandler`` as bytes, past the handlers between: ``RequestCheck`` and ``ConnectionHandler``, which
/// count requests, are told. Streams, the last answer of a connection and answers in HTTP/1.0 pass all handlers.
final class RequestHandler: ChannelDuplexHandler {
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

    /// The most events that wait behind the present request before reading stops.
    private static let mostWaiting = 8

    private let responder: DaybookResponder
    private let others: Others
    private let peer: IPAddress?
    private let lane: FairExecutor.Lane
    private let logger: Logger
    private let finished: EventLoopPromise<Void>
    private var order = RequestOrder()
    private var context: ChannelHandlerContext?
    private var task: Task<Void, Never>?
    /// The body of the present request, while it arrives in pieces.
    private var body: BodySource?
    /// Whether the client has not taken the last answer, or it is a file that waits for its group. The next request waits for that.
    private var isSending = false
    /// Whether a file was given since the connection was last looked at.
    private var hasAnswered = false
    /// Whether the channel has asked to read while nothing more was wanted.
    private var holdsRead = false
    /// Whether bytes are read and dropped behind the last answer (``LingeringClose``).
    private var isLingering = false
    /// Whether the server stops.
    private var isStopping = false

    init(
        _ responder: DaybookResponder,
        _ executor: FairExecutor,
        _ others: Others,
        on loop: any EventLoop,
        peer: IPAddress?,
        logger: Logger
    ) {
        self.responder = responder
        self.others = others
        self.peer = peer
        self.logger = logger
        lane = executor.lane(of: .address(peer?.household))
        finished = loop.makePromise()
    }

    /// Completes when the connection is closed and its last task has ended.
    var isFinished: EventLoopFuture<Void> { finished.futureResult }

    /// Cancels the present task and closes the connection.
    func cancel() {
        task?.cancel()
        context?.close(promise: nil)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        others.pace.wasSent = { [unowned self] in answerWasSent() }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        others.pace.wasSent = {}
        if task == nil { finished.succeed() }
    }

    // MARK: - Receiving

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): order.received(.head(head))
        case .body(let bytes): order.received(.body(bytes))
        case .end: order.received(.end)
        }
        advance(context)
    }

    func channelReadComplete(context: ChannelHandlerContext) { hasAnswered = false }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        order.received(.closed(error))
        advance(context)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case let event as ChannelEvent where event == .inputClosed: order.received(.closed(nil))
        case is ChannelShouldQuiesceEvent: isStopping = true
        default: return
        }
        advance(context)
    }

    func channelInactive(context: ChannelHandlerContext) {
        body?.end(ChannelError.eof)
        body = nil
        order.end()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) { sendingMayBeOver() }

    /// An answer was sent with its group. Nobody has looked at other connections since, so the next file needs a task.
    private func answerWasSent() {
        guard isSending else { return }
        let before = hasAnswered
        hasAnswered = true
        defer { hasAnswered = before }
        sendingMayBeOver()
    }

    private func sendingMayBeOver() {
        guard isSending, let context, context.channel.isWritable, !others.pace.holdsFile else { return }
        isSending = false
        advance(context)
    }

    /// Reads no more while enough waits to be handled.
    func read(context: ChannelHandlerContext) {
        if wantsMore { context.read() } else { holdsRead = true }
    }

    private var wantsMore: Bool {
        if order.isOver { return isLingering }
        return order.waitingCount < Self.mostWaiting && body?.isFull != true
    }

    /// The reader of the present body asks for more, or reads no more.
    func bodyIsWanted() {
        body?.isFull = false
        readOn()
    }

    private func readOn() {
        guard holdsRead, wantsMore, let context else { return }
        holdsRead = false
        context.read()
    }

    // MARK: - Handling

    /// Does everything that can be done now.
    private func advance(_ context: ChannelHandlerContext) {
        while !isSending, let step = order.next() { perform(step, context) }
        if isStopping, !isSending, order.isIdle || order.isOver && task == nil {
            order.end()
            closeWhenSent(context)
        }
        readOn()
    }

    private func perform(_ step: RequestOrder.Step, _ context: ChannelHandlerContext) {
        switch step {
        case .answer(let head, let body):
            if body == nil, answerFile(head, context) { return answered(isLast: false, context) }
            begin(head, body.map { RequestBody(buffer: $0) } ?? RequestBody(buffer: ByteBuffer()), context)
        case .answerWithBody(let head):
            let source = BodySource(for: self, on: context.eventLoop)
            body = source
            begin(head, source.requestBody, bodyFollows: true, context)
        case .piece(let bytes): body?.add(bytes)
        case .bodyEnded(let error):
            body?.end(error)
            body = nil
        case .refuse:
            for part in Problem.noHTTP.closing { send(part, context) }
            context.flush()
            isLingering = true
        case .close: context.channel.close(mode: .output, promise: nil)
        case .abort: context.close(promise: nil)
        }
    }

    /// Starts the task that answers a request. `bodyFollows`: the body comes in pieces.
    private func begin(
        _ head: HTTPRequestHead,
        _ body: RequestBody,
        bodyFollows: Bool = false,
        _ context: ChannelHandlerContext
    ) {
        others.connection.began()
        // The lane's caller is that of the request before, as long as nobody knows whose this one is.
        let requestContext = DaybookContext(
            channel: context.channel,
            peer: peer,
            bodyFollows: bodyFollows,
            logger: logger
        )
        let request = Request(head: HTTPRequest(received: head), body: body)
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        task = Task(executorPreference: lane) { [responder, lane] in
            await ConnectionLane.$current.withValue(lane) {
                await CallCost.$current.withValue(lane.cost) {
                    let response = await responder.answer(request, requestContext)
                    await AnswerWriter(response.head, handler).send(response.body)
                }
            }
        }
    }

    /// Gives a file of the web app at once. False when the request needs a task.
    private func answerFile(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) -> Bool {
        guard !hasAnswered, let request = FileRequest(head), let file = responder.file(at: head.uri) else {
            return false
        }
        let arrival = Arrival(of: head, peer: peer, responder.arrivals)
        let (executor, group) = (lane.executor, lane.executor.answersHere)
        let isAnswered: Void? = executor.atOnce(for: arrival.caller) {
            hasAnswered = true
            let (answer, first) = responder.respond(to: request, with: file, arrival, logger: logger, group: group)
            let payer = AnswerGroup.Payer(executor: executor, caller: arrival.caller, cost: nil)
            sendWhole(first, answer.bytes, answer.variant.shared, paidBy: payer)
        }
        if let group, group.isFull { group.end() }
        return isAnswered != nil
    }

    // MARK: - Sending

    /// Sends a whole answer in HTTP/1.1.
    private func sendWhole(
        _ head: ByteBuffer,
        _ bytes: ByteBuffer?,
        _ shared: SharedFile? = nil,
        whenSent: EventLoopPromise<Void>? = nil,
        paidBy payer: AnswerGroup.Payer
    ) {
        others.check.answered()
        others.connection.answered(at: finished.futureResult.eventLoop.now)
        others.pace.send(head, bytes, shared, whenSent: whenSent, paidBy: payer)
    }

    /// Counts a large answer until it was sent, or the connection was closed. Nil for any other answer.
    private func counted(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) -> EventLoopPromise<Void>? {
        let (count, caller, unsent) = (bytes.readableBytes, lane.caller, responder.unsent)
        guard count > UnsentAnswers.small else { return nil }
        unsent.add(count, of: caller)
        let promise = context.eventLoop.makePromise(of: Void.self)
        promise.futureResult.whenComplete { _ in unsent.remove(count, of: caller) }
        return promise
    }

    /// Sends a whole answer of the task.
    func send(_ response: HTTPResponse, _ bytes: ByteBuffer?) {
        guard let context else { return }
        let whenSent = bytes.flatMap { counted($0, context) }
        if others.check.isAnsweredAsUsual, response.isUsual {
            let head = ByteBuffer(head: response, date: responder.date.value)
            return sendWhole(head, bytes, whenSent: whenSent, paidBy: lane.payer)
        }
        send(head: response, context)
        if let bytes { send(.body(.byteBuffer(bytes)), whenSent: whenSent, context) }
        send(.end(nil), context)
        context.flush()
    }

    /// Sends the head of an answer whose body follows.
    func send(head response: HTTPResponse) {
        if let context { send(head: response, context) }
    }

    /// Sends a part of an answer, and completes when the client, or the kernel for it, has taken it.
    func send(_ part: HTTPServerResponsePart) -> EventLoopFuture<Void> {
        guard let context else {
            return finished.futureResult.eventLoop.makeFailedFuture(ChannelError.ioOnClosedChannel)
        }
        let promise = context.eventLoop.makePromise(of: Void.self)
        context.writeAndFlush(wrapOutboundOut(part), promise: promise)
        return promise.futureResult
    }

    private func send(head response: HTTPResponse, _ context: ChannelHandlerContext) {
        var head = HTTPResponseHead(sending: response)
        head.headers.replaceOrAdd(name: "Date", value: responder.date.value)
        send(.head(head), context)
    }

    private func send(
        _ part: HTTPServerResponsePart,
        whenSent: EventLoopPromise<Void>? = nil,
        _ context: ChannelHandlerContext
    ) {
        context.write(wrapOutboundOut(part), promise: whenSent)
    }

    /// The task has answered. `isWhole`: without an error that leaves the client with a part of the answer.
    func taskEnded(isWhole: Bool, isLast: Bool) {
        task = nil
        body?.end(nil)
        body = nil
        guard let context else { return finished.succeed() }
        guard isWhole else {
            order.end()
            return context.close(promise: nil)
        }
        answered(isLast: isLast, context)
        advance(context)
    }

    private func answered(isLast: Bool, _ context: ChannelHandlerContext) {
        order.answered(isLast: isLast)
        isSending = others.pace.holdsFile || !context.channel.isWritable
        isLingering = isLast
        // ``LingeringClose`` ends the connection behind an answer that says so.
        if order.isOver, !isLast { context.channel.close(mode: .output, promise: nil) }
    }

    private func closeWhenSent(_ context: ChannelHandlerContext) {
        let nothing = wrapOutboundOut(.body(.byteBuffer(ByteBuffer())))
        context.writeAndFlush(nothing).assumeIsolated().whenComplete { _ in context.close(promise: nil) }
    }
}
