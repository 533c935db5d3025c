import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Reports when a connection opens, when requests begin and are answered, and when its client has disconnected. Closes a
/// connection that nobody uses (``IdleTime``).
final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let connections: Connections
    private var id: ConnectionTable.ID?
    private var pace: PaceHandler?
    private var requests = 0
    private var idle: IdleTime
    private var idleTimer: Scheduled<Void>?
    private var isGone = false
    private var whenGone: [UInt64: @Sendable () -> Void] = [:]

    init(connections: Connections, idleTimeout: TimeAmount = .seconds(75)) {
        self.connections = connections
        idle = IdleTime(timeout: idleTimeout)
    }

    // MARK: - Opening and closing

    func handlerAdded(context: ChannelHandlerContext) {
        pace = try? context.pipeline.syncOperations.handler(type: PaceHandler.self)
        pace?.refuseHead = { [unowned self] in refuseHead(context) }
        if context.channel.isActive { open(context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { pace?.refuseHead = { false } }

    func channelActive(context: ChannelHandlerContext) {
        open(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        if let id { connections.closed(id) }
        id = nil
        idleTimer?.cancel()
        idleTimer = nil
        gone()
        context.fireChannelInactive()
    }

    private func open(_ context: ChannelHandlerContext) {
        guard id == nil else { return }
        id = connections.opened(context.channel)
        guard id != nil else { return context.close(promise: nil) }
        idle.used(at: context.eventLoop.now)
        wait(context)
    }

    /// Looks at the connection again when it may have been idle for too long.
    private func wait(_ context: ChannelHandlerContext) {
        idleTimer = context.eventLoop.assumeIsolated().scheduleTask(deadline: idle.deadline) { [self] in
            let now = context.eventLoop.now
            let waiting = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
            // The paces bound how long an answer is sent.
            if requests > 0 && !idle.isReading || waiting > 0 { idle.used(at: now) }
            if idle.isOver(at: now) { context.close(promise: nil) } else { wait(context) }
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // A client that has closed its sending side may still wait for its answer, so this event alone does not end the
        // connection. It ends waiting in a queue: nearly all clients that close early while they wait have
        // disconnected.
        if let event = event as? ChannelEvent, event == .inputClosed { gone() }
        context.fireUserInboundEventTriggered(event)
    }

    /// Calls `call` when the client has disconnected, at once if it already has. Only on the connection's event loop.
    func whenGone(_ key: UInt64, _ call: @escaping @Sendable () -> Void) {
        if isGone { call() } else { whenGone[key] = call }
    }

    /// Removes a callback. Only on the connection's event loop.
    func forget(_ key: UInt64) { whenGone[key] = nil }

    private func gone() {
        isGone = true
        for call in whenGone.values { call() }
        whenGone = [:]
    }

    // MARK: - Requests

    /// A request was answered by ``FileHandler`` in the moment in which it arrived.
    func answered(_ context: ChannelHandlerContext) {
        idle.used(at: context.eventLoop.now)
        if let id { connections.answered(id) }
        pace?.requestEnded()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        idle.used(at: context.eventLoop.now)
        switch unwrapInboundIn(data) {
        case .head(let head):
            requests += 1
            idle.isReading = true
            if let id { connections.began(id) }
            pace?.headReceived(expectsContinue: head.headerFields[.expect]?.lowercased() == "100-continue")
        case .body: break
        case .end:
            idle.isReading = false
            pace?.requestEnded()
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head) where head.status == .continue: pace?.bodyRequested()
        case .head(let head): pace?.isStreaming = head.headerFields.value(of: .contentType) == Events.type
        case .body: break
        case .end: ended(context)
        }
        context.write(data, promise: promise)
    }

    private func ended(_ context: ChannelHandlerContext) {
        requests -= 1
        idle.used(at: context.eventLoop.now)
        pace?.isStreaming = false
        if let id { connections.ended(id) }
    }

    private func refuseHead(_ context: ChannelHandlerContext) -> Bool {
        guard requests == 0 else { return false }
        // `end` is counted for a request, but this head has not become a request.
        requests += 1
        let bytes = ByteBuffer(bytes: Problem.slowHead.document.encoded)
        var head = HTTPResponse(status: .requestTimeout, headerFields: Problem.slowHead.headers)
        head.headerFields[.contentType] = "application/problem+json"
        head.headerFields[.contentLength] = String(bytes.readableBytes)
        for part: HTTPResponsePart in [.head(head), .body(bytes), .end(nil)] {
            write(context: context, data: wrapOutboundOut(part), promise: nil)
        }
        context.flush()
        return true
    }
}
