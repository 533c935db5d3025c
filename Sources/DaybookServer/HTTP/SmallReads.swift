import NIOCore
import NIOHTTPTypes

/// Reads requests in pieces of some kilobytes at most.
///
/// Of a body, several pieces wait in each connection for whoever reads it. At NIO's 64 KiB a piece, 64 uploads at once held
/// twice the memory that they need (Benchmarks/photos.py), and none of them came sooner.
final class SmallReads: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart

    /// Bytes of a piece at most.
    static let most = 16 << 10

    func handlerAdded(context: ChannelHandlerContext) {
        let allocator = AdaptiveRecvByteBufferAllocator(minimum: 512, initial: 2_048, maximum: Self.most)
        context.channel.setOption(.recvAllocator, value: allocator).whenFailure { _ in }
    }
}
