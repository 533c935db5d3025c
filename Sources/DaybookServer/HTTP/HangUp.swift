import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes a connection whose client has ended it while a stream of events was being sent.
///
/// To the kernel a client that has gone looks like one that has said all it wants to say and waits for the answer. An
/// answer of some length finds out by being written; a stream that is silent would wait for its next word.
final class HangUp: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private var isStreaming = false
    private var hasEnded = false

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed {
            hasEnded = true
            if isStreaming { context.close(promise: nil) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head): isStreaming = head.headerFields[.contentType] == Events.type
        case .body: break
        case .end: isStreaming = false
        }
        context.write(data, promise: promise)
        if isStreaming, hasEnded { context.close(promise: nil) }
    }
}
