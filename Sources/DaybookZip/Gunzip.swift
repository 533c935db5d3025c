import CZlib

/// Decompresses a gzip stream (RFC 1952), a piece at a time, up to a limit.
///
/// It is strict: consecutive members form one content, as the format requires; anything else after a member is damage, and
/// so is a wrong checksum or length.
public final class Gunzip {
    /// Why a stream cannot be decompressed.
    public enum Failure: Error, Equatable, Sendable {
        /// The stream is not gzip, or not complete.
        case damaged
        /// The content is larger than the limit.
        case tooLarge
    }

    // 16 more than the window's bits: zlib then accepts only gzip's header and trailer.
    private let stream = InflateStream(windowBits: MAX_WBITS + 16)
    private let limit: Int
    private var output: [UInt8] = []
    private var isInMember = false
    private var members = 0

    /// Decompresses at most `limit` bytes.
    public init(limit: Int) {
        self.limit = limit
    }

    /// Decompresses the next bytes. After a failure the stream must not be used again.
    public func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            // zlib counts in 32 bits.
            let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 30))
            rest = rest.dropFirst(piece.count)
            try unpack(piece)
        }
    }

    /// The whole content, when the stream ends here.
    public func finish() throws(Failure) -> [UInt8] {
        guard !isInMember, members > 0 else { throw .damaged }
        return output
    }

    private func unpack(_ piece: UnsafeRawBufferPointer) throws(Failure) {
        stream.feed(piece)
        while stream.hasWork {
            if !isInMember {
                stream.reset()
                isInMember = true
            }
            let step = stream.step(into: &output, limit: limit)
            guard output.count <= limit else { throw .tooLarge }
            switch step {
            case .goesOn: break
            case .ended:
                isInMember = false
                members += 1
            case .damaged: throw .damaged
            }
        }
    }
}
