import NIOCore
import NIOHTTP1

/// Closes a connection after an answer with `Connection: close`, without reading the rest that the client sends.
///
/// This cuts off a body over its limit early. An immediate close would make the kernel answer the bytes in transit with
/// a reset, and the client could lose the answer. So the sending half is closed first, further bytes are dropped, and
/// the rest is closed when the client has disconnected or a short while has passed
/// (https://www.rfc-editor.org/rfc/rfc9112#section-9.6).
final class LingeringClose: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private enum State {
        case open
        /// The answer in progress is the last one.
        case lastAnswer
        case lingering
    }

    private static let timeout = TimeAmount.seconds(2)
    private var state = State.open

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .lingering = state { return }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head) where head.headers.first(name: "connection") == "close":
            state = .lastAnswer
            context.write(data, promise: promise)
        case .end:
            context.write(data, promise: promise)
            if case .lastAnswer = state { linger(context) }
        default:
            context.write(data, promise: promise)
        }
    }

    private func linger(_ context: ChannelHandlerContext) {
        state = .lingering
        context.flush()
        let channel = context.channel
        channel.close(mode: .output, promise: nil)
        context.eventLoop.scheduleTask(in: Self.timeout) { channel.close(promise: nil) }
    }
}
