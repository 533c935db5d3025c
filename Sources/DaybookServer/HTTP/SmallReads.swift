import NIOCore

/// Reads requests in pieces of at most some kilobytes.
///
/// Several pieces of a body wait in each connection until the route reads them. With NIO's 64 KiB a piece, 64 uploads
/// at once took twice the memory (Benchmarks/photos.py) and were not faster.
enum SmallReads {
    /// The most bytes of a piece.
    static let most = 16 << 10

    /// Bounds the pieces of a connection. A channel that is no socket has no such option.
    static func set(on channel: any Channel) {
        let allocator = AdaptiveRecvByteBufferAllocator(minimum: 512, initial: 2_048, maximum: most)
        try? channel.syncOptions?.setOption(.recvAllocator, value: allocator)
    }
}
