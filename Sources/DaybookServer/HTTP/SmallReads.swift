import NIOCore
import NIOHTTPTypes

/// Reads requests in pieces of at most some kilobytes.
///
/// Several pieces of a body wait in each connection until the route reads them. With NIO's 64 KiB a piece, 64 uploads
/// at once took twice the memory (Benchmarks/photos.py) and were not faster.
final class SmallReads: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart

    /// The most bytes of a piece.
    static let most = 16 << 10

    func handlerAdded(context: ChannelHandlerContext) {
        let allocator = AdaptiveRecvByteBufferAllocator(minimum: 512, initial: 2_048, maximum: Self.most)
        context.channel.setOption(.recvAllocator, value: allocator).whenFailure { _ in }
    }
}
