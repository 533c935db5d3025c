import CZlib

/// Unpacks a gzip stream (RFC 1952), a piece at a time, and no further than a limit.
///
/// Strict: members one behind the other are one content, as the format says; anything else behind a member is damage,
/// and so is a checksum or a length that does not fit.
public final class Gunzip {
    /// Why a stream cannot be unpacked.
    public enum Failure: Error, Equatable, Sendable {
        /// It is no gzip, or not the whole of it.
        case damaged
        /// It holds more than the limit.
        case tooLarge
    }

    private static let pieceBytes = 64 << 10

    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private let limit: Int
    private var output: [UInt8] = []
    private var isInMember = false
    private var members = 0

    /// Unpacks at most `limit` bytes.
    public init(limit: Int) {
        self.limit = limit
        stream.initialize(to: z_stream())
        // 16 more than the window's bits: gzip's header and trailer, and nothing else.
        let code = inflateInit2_(stream, MAX_WBITS + 16, zlibVersion(), Int32(MemoryLayout<z_stream>.size))
        precondition(code == Z_OK, "zlib starts with constant parameters unless there is no memory: \(code)")
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Unpacks the next bytes. After a failure the stream is of no more use.
    public func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            // zlib counts in 32 bits.
            let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 30))
            rest = rest.dropFirst(piece.count)
            try unpack(piece)
        }
    }

    /// All that was packed, when the stream ends here.
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
            // One byte more than is allowed shows that there is more, without making room for it.
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
            // The output happened to end where the piece does: there was nothing left to do.
            case Z_BUF_ERROR where stream.pointee.avail_in == 0: return
            default: throw .damaged
            }
        }
    }
}
