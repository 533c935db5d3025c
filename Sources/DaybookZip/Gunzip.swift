import CZlib

/// Decompresses a gzip stream (RFC 1952), a piece at a time, up to a limit.
///
/// It is strict: consecutive members form one content, as the format says; anything else after a member is damage, and
/// so is a wrong checksum or length.
public final class Gunzip {
    /// Why a stream cannot be decompressed.
    public enum Failure: Error, Equatable, Sendable {
        /// The stream is not gzip, or not complete.
        case damaged
        /// The content is larger than the limit.
        case tooLarge
    }

    private static let pieceBytes = 64 << 10

    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private let limit: Int
    private var output: [UInt8] = []
    private var isInMember = false
    private var members = 0

    /// Decompresses at most `limit` bytes.
    public init(limit: Int) {
        self.limit = limit
        stream.initialize(to: z_stream())
        // 16 more than the window's bits: zlib then accepts only gzip's header and trailer.
        let code = inflateInit2_(stream, MAX_WBITS + 16, zlibVersion(), Int32(MemoryLayout<z_stream>.size))
        precondition(code == Z_OK, "zlib starts with constant parameters unless there is no memory: \(code)")
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
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
        stream.pointee.next_in = UnsafeMutablePointer(mutating: piece.bindMemory(to: UInt8.self).baseAddress)
        stream.pointee.avail_in = UInt32(piece.count)
        var isFull = false
        while stream.pointee.avail_in > 0 || isFull {
            if !isInMember {
                inflateReset(stream)
                isInMember = true
            }
            var code = Z_OK
            // One byte more than the limit shows that there is more, without memory for the rest.
            let room = min(Self.pieceBytes, limit - output.count + 1)
            output += [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                stream.pointee.next_out = buffer.baseAddress
                stream.pointee.avail_out = UInt32(room)
                code = inflate(stream, Z_NO_FLUSH)
                count = room - Int(stream.pointee.avail_out)
            }
            guard output.count <= limit else { throw .tooLarge }
            isFull = stream.pointee.avail_out == 0
            switch code {
            case Z_STREAM_END:
                isInMember = false
                isFull = false
                members += 1
            case Z_OK: break
            // The output ended exactly at the end of the piece: there was no work left.
            case Z_BUF_ERROR where stream.pointee.avail_in == 0: return
            default: throw .damaged
            }
        }
    }
}
