import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Ends a connection behind an answer that says `Connection: close`, without reading what the client still sends.
///
/// This is how a body over its limit is cut off early. Closing at once would make the kernel answer the bytes still
/// under way with a reset, which can make the client lose the answer; so the sending half is closed first, what still
/// comes is dropped, and the rest follows when the client has gone or a short while has passed
/// (https://www.rfc-editor.org/rfc/rfc9112#section-9.6).
final class LingeringClose: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private enum State {
        case open
        /// The answer under way is the last one.
        case lastAnswer
        case lingering
    }

    private static let patience = TimeAmount.seconds(2)
    private var state = State.open

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .lingering = state { return }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head) where head.headerFields[.connection] == "close":
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
        context.eventLoop.scheduleTask(in: Self.patience) { channel.close(promise: nil) }
    }
}
