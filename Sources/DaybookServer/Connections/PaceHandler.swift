import DaybookStore
import NIOCore

/// Ends a connection whose client sends or takes too slowly: ``ReadPace``, ``AnswerPace``.
///
/// The handler is between TLS and HTTP, so it sees bytes before they form whole requests. One timer checks both paces
/// four times in each timeout, and only while there is something to wait for, so that a request needs no timer.
///
/// Without TLS it sends larger files of the web app past NIO (``SharedFile``).
final class PaceHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    /// The times that clients may take, and the meter that counts the clients that are too slow.
    struct Settings: Sendable {
        let read: TimeAmount
        let answer: TimeAmount
        let meter: BudgetMeter

        init(_ configuration: ServerConfiguration) {
            read = .seconds(Int64(configuration.budgets[.readSeconds]))
            answer = .seconds(Int64(configuration.budgets[.answerSeconds]))
            meter = configuration.meter
        }
    }

    private let settings: Settings
    private let step: TimeAmount
    private var reading: ReadPace
    private var answering: AnswerPace
    private var timer: Scheduled<Void>?
    /// Whether a stream of events is being sent.
    var isStreaming = false
    /// Answers 408 to a head that does not arrive, and closes; false when no such answer can be sent now.
    var refuseHead: () -> Bool = { false }
    /// Called when an answer was sent with its group.
    var wasSent: () -> Void = {}
    private let outflow: Outflow
    /// The answers that leave together; without it each leaves at once.
    private let answers: AnswerGroup?
    private var context: ChannelHandlerContext?
    private var isInputClosed = false
    /// Whether bytes go to the socket as they come here: without TLS.
    private let isPlain: Bool
    /// The answer with a file that waits for its group.
    private var file: FileAnswer?
    /// Whether bytes may wait in the channel.
    private var mayWait = false
    /// The channel's socket, while the channel is active: to look it up takes as long as a tenth of an answer.
    private var socket: NIOBSDSocket.Handle?

    private struct FileAnswer {
        let head: ByteBuffer
        let bytes: ByteBuffer
        let shared: SharedFile
    }

    init(_ settings: Settings, outflow: Outflow, answers: AnswerGroup? = nil, isPlain: Bool = false) {
        self.settings = settings
        self.outflow = outflow
        self.answers = answers
        self.isPlain = isPlain
        step = .nanoseconds(min(settings.read, settings.answer).nanoseconds / 4)
        reading = ReadPace(timeout: settings.read)
        answering = AnswerPace(timeout: settings.answer)
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        file = nil
    }

    func headReceived(expectsContinue: Bool) { reading.headReceived(expectsContinue: expectsContinue) }
    func bodyRequested() { reading.bodyRequested(at: .now()) }
    func requestEnded() { reading.ended() }

    func read(context: ChannelHandlerContext) {
        reading.asks(at: .now())
        context.read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        reading.received(unwrapInboundIn(data).readableBytes, at: .now())
        start(context)
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        start(context)
        writeFile(context)
        mayWait = true
        context.write(data, promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        guard let answers else { return context.flush() }
        answers.flush(self, ConnectionLane.current?.payer)
    }

    /// Sends a whole answer. `shared` has the bytes of its body, if that is a file. `whenSent` completes when the body of
    /// any other answer was sent, or will never be.
    func send(
        _ head: ByteBuffer,
        _ body: ByteBuffer?,
        _ shared: SharedFile?,
        whenSent: EventLoopPromise<Void>? = nil,
        paidBy payer: AnswerGroup.Payer
    ) {
        guard let context else {
            whenSent?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        start(context)
        writeFile(context)
        if let shared, let body, answers != nil, takesFile(context) {
            file = FileAnswer(head: head, bytes: body, shared: shared)
        } else {
            write(head, body, whenSent: whenSent, context)
        }
        if let answers { answers.flush(self, payer) } else { context.flush() }
    }

    private func write(
        _ head: ByteBuffer,
        _ body: ByteBuffer?,
        whenSent: EventLoopPromise<Void>? = nil,
        _ context: ChannelHandlerContext
    ) {
        mayWait = true
        if head.readableBytes > 0 { context.write(wrapOutboundOut(.byteBuffer(head)), promise: nil) }
        if let body { context.write(wrapOutboundOut(.byteBuffer(body)), promise: whenSent) }
    }

    // MARK: - Files

    /// Whether a file waits for its group.
    var holdsFile: Bool { file != nil }

    /// Whether the next bytes may go to the socket past the channel: nothing waits in it.
    private func takesFile(_ context: ChannelHandlerContext) -> Bool {
        guard isPlain else { return false }
        if socket == nil {
            let channel = context.channel.pipeline.syncOperations
            socket = try? channel.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) { $0 }
        }
        if mayWait { mayWait = waiting(context) > 0 }
        return socket != nil && !mayWait
    }

    /// Sends what has been written, and a file that waits.
    func sendNow() {
        guard let context else { return }
        if let file { send(file, context) } else { context.flush() }
        wasSent()
    }

    private func send(_ file: FileAnswer, _ context: ChannelHandlerContext) {
        self.file = nil
        var (head, bytes) = (file.head, file.bytes)
        var count = 0
        // NIO closes the socket and makes its channel inactive in one step.
        if let socket, context.channel.isActive { count = file.shared.send(behind: head, to: socket) }
        outflow.sent(count)
        let ofHead = min(count, head.readableBytes)
        head.moveReaderIndex(forwardBy: ofHead)
        bytes.moveReaderIndex(forwardBy: count - ofHead)
        if bytes.readableBytes > 0 {
            write(head, bytes, context)
            context.flush()
        }
    }

    /// Writes a file that waits as other bytes are written, since more bytes come behind it.
    private func writeFile(_ context: ChannelHandlerContext) {
        guard let file else { return }
        self.file = nil
        write(file.head, file.bytes, context)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed { isInputClosed = true }
        context.fireUserInboundEventTriggered(event)
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        answers?.end()
        if file != nil { sendNow() }
        guard mode == .output, isInputClosed, waiting(context) > 0 else {
            return context.close(mode: mode, promise: promise)
        }
        // When the client has closed its own side, NIO closes both at once, and would lose what waits to be sent.
        let nothing = wrapOutboundOut(.byteBuffer(ByteBuffer()))
        context.writeAndFlush(nothing).assumeIsolated().whenComplete { _ in context.close(mode: mode, promise: promise)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
        context.fireChannelInactive()
    }

    private func start(_ context: ChannelHandlerContext) {
        guard timer == nil, context.channel.isActive else { return }
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: step) { [self] in
            timer = nil
            look(context)
        }
    }

    private func look(_ context: ChannelHandlerContext) {
        let now = NIODeadline.now()
        let waiting = waiting(context)
        if answering.isTooSlow(written: outflow.bytes, waiting: waiting, isStream: isStreaming, at: now) {
            settings.meter.refused(.answerSeconds)
            return context.close(promise: nil)
        }
        if reading.isTooSlow(at: now) { tooSlow(context) }
        if waiting > 0 || reading.isReceiving { start(context) }
    }

    /// The bytes that wait to be sent.
    private func waiting(_ context: ChannelHandlerContext) -> Int {
        (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }

    private func tooSlow(_ context: ChannelHandlerContext) {
        if reading.isInHead {
            // While earlier requests are being answered, the rest of this request may wait.
            guard refuseHead() else { return }
        } else {
            // The reader of the body answers. A route that has answered already reads no more.
            context.fireErrorCaught(SlowBody())
        }
        reading.ended()
        settings.meter.refused(.readSeconds)
    }
}

/// Ends a request whose body has stopped arriving.
struct SlowBody: Error {}

/// Counts the bytes that go to the socket, after TLS.
final class Outflow: ChannelOutboundHandler {
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    /// The number of bytes since the connection was opened.
    private(set) var bytes = 0

    /// Counts bytes that went to the socket past this handler.
    func sent(_ count: Int) { bytes += count }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        bytes += unwrapOutboundIn(data).readableBytes
        context.write(data, promise: promise)
    }
}
