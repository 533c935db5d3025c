import CZlib

/// zlib's decompression of one deflate stream (RFC 1951). Its user decides about the limit.
final class InflateStream {
    /// The state after a step.
    enum Step {
        /// The stream goes on, with more input.
        case goesOn
        /// The stream has ended. Input that is left does not belong to it.
        case ended
        /// The bytes are not such a stream.
        case damaged
    }

    private static let pieceBytes = 64 << 10

    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private var isOutputFull = false

    init() {
        stream.initialize(to: z_stream())
        let code = inflateInit2_(stream, -MAX_WBITS, zlibVersion(), Int32(MemoryLayout<z_stream>.size))
        precondition(code == Z_OK, "zlib starts with constant parameters unless there is no memory: \(code)")
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Whether another step can make progress.
    var hasWork: Bool { stream.pointee.avail_in > 0 || isOutputFull }

    /// Sets the input: fewer than 4 GiB, which must stay in place until there is no more work.
    func feed(_ bytes: UnsafeRawBufferPointer) {
        stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.bindMemory(to: UInt8.self).baseAddress)
        stream.pointee.avail_in = UInt32(bytes.count)
    }

    /// Decompresses a piece. The output grows to at most one byte more than `limit`: that byte shows that there is more,
    /// without memory for the rest.
    func step(into output: inout [UInt8], limit: Int) -> Step {
        let room = min(Self.pieceBytes, limit - output.count + 1)
        var code = Z_OK
        output += [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            stream.pointee.next_out = buffer.baseAddress
            stream.pointee.avail_out = UInt32(room)
            code = inflate(stream, Z_NO_FLUSH)
            count = room - Int(stream.pointee.avail_out)
        }
        isOutputFull = stream.pointee.avail_out == 0
        switch code {
        case Z_OK: return .goesOn
        case Z_STREAM_END:
            isOutputFull = false
            return .ended
        // The output ended exactly at the end of the piece: there was no work left.
        case Z_BUF_ERROR where stream.pointee.avail_in == 0:
            isOutputFull = false
            return .goesOn
        default: return .damaged
        }
    }
}
