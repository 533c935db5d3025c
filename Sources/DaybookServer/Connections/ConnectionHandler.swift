import NIOCore
import NIOHTTP1

/// Reports when a connection opens, when requests begin and are answered, and when its client has disconnected. Closes a
/// connection that nobody uses (``IdleTime``).
final class ConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

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

    /// The answer to a request begins. Until then the connection may be closed to make room for another one: a client that sends a
    /// part of a request must not keep its place with that.
    func began() { if let id { connections.began(id) } }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        idle.used(at: context.eventLoop.now)
        switch unwrapInboundIn(data) {
        case .head(let head):
            requests += 1
            idle.isReading = true
            pace?.headReceived(expectsContinue: head.headers.first(name: "expect")?.lowercased() == "100-continue")
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
        case .head(let head): pace?.isStreaming = head.headers.first(name: "content-type") == Events.type
        case .body: break
        case .end: answered(at: context.eventLoop.now)
        }
        context.write(data, promise: promise)
    }

    /// A request was answered: a whole answer does not pass this handler (``RequestHandler``).
    func answered(at now: NIODeadline) {
        // What is not HTTP is answered too, and was no request.
        requests = max(0, requests - 1)
        idle.used(at: now)
        pace?.isStreaming = false
        if let id { connections.ended(id) }
    }

    private func refuseHead(_ context: ChannelHandlerContext) -> Bool {
        guard requests == 0 else { return false }
        for part in Problem.slowHead.closing { write(context: context, data: wrapOutboundOut(part), promise: nil) }
        context.flush()
        return true
    }
}
