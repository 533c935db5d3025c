import NIOCore
import NIOHTTP1

/// Closes a connection whose client has disconnected during a stream of events, and reports to work on a long answer
/// that the client has disconnected. Reports to a stream of events that the server stops.
///
/// The kernel does not distinguish a client that has disconnected from a client that has sent everything and waits for
/// the answer. A long answer notices the difference when it is written; a silent stream would notice it only with its
/// next event.
final class HangUp: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// A callback that runs once when a connection's client has disconnected, and for a stream of events also when the server
    /// stops.
    final class Watch: Sendable {
        fileprivate let onHangUp: @Sendable () -> Void

        init(_ onHangUp: @escaping @Sendable () -> Void) {
            self.onHangUp = onHangUp
        }

        /// Starts watching. Calls back at once if the client has disconnected already.
        func begin(on channel: any Channel) {
            channel.eventLoop.execute {
                if let hangUp = HangUp.of(channel) { return hangUp.add(self) }
                // A closed connection has no handlers any more.
                channel.closeFuture.whenComplete { _ in self.onHangUp() }
            }
        }

        /// Stops watching.
        func end(on channel: any Channel) {
            channel.eventLoop.execute { HangUp.of(channel)?.watches[ObjectIdentifier(self)] = nil }
        }
    }

    private var isStreaming = false
    private var hasEnded = false
    private var isStopping = false
    private var watches: [ObjectIdentifier: Watch] = [:]

    private static func of(_ channel: any Channel) -> HangUp? {
        try? channel.pipeline.syncOperations.handler(type: HangUp.self)
    }

    private func add(_ watch: Watch) {
        if hasEnded || isStopping && isStreaming {
            watch.onHangUp()
        } else {
            watches[ObjectIdentifier(watch)] = watch
        }
    }

    private func end() {
        hasEnded = true
        report()
    }

    private func report() {
        let ended = watches.values
        watches = [:]
        for watch in ended { watch.onHangUp() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed {
            end()
            if isStreaming { context.close(promise: nil) }
        } else if event is ChannelShouldQuiesceEvent {
            isStopping = true
            if isStreaming { report() }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head): isStreaming = head.headers.first(name: "content-type") == Events.type
        case .body: break
        case .end: isStreaming = false
        }
        context.write(data, promise: promise)
        if isStreaming, hasEnded { context.close(promise: nil) }
    }
}
