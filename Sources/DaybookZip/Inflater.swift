import CZlib

/// Decompresses deflate (RFC 1951), a piece at a time.
///
/// It stops as soon as there is more than the announced size, so that a small stream cannot become a large one. Only
/// the output is held in memory, and only once: it may be a hundred megabytes.
final class Inflater {
    /// Why bytes could not be inflated.
    enum Failure: Error, Equatable {
        /// The bytes are not a deflate stream, or the stream ends too early or too late.
        case damaged
        /// The content is smaller or larger than announced.
        case otherSize
    }

    private static let pieceBytes = 64 << 10

    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private let size: Int
    private var output: [UInt8] = []
    private var isEnded = false

    /// For a stream whose content has `size` bytes.
    init(size: Int) {
        self.size = size
        output.reserveCapacity(size)
        stream.initialize(to: z_stream())
        let code = inflateInit2_(stream, -MAX_WBITS, zlibVersion(), Int32(MemoryLayout<z_stream>.size))
        precondition(code == Z_OK, "zlib starts with constant parameters unless there is no memory: \(code)")
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Inflates the next bytes, fewer than 4 GiB. After a failure the stream must not be used again.
    func write(_ bytes: ArraySlice<UInt8>) throws(Failure) {
        if bytes.isEmpty { return }
        // Bytes after the end of the stream would be a second, hidden content.
        guard !isEnded, let count = UInt32(exactly: bytes.count) else { throw .damaged }
        let failure = bytes.withUnsafeBytes { bytes in
            stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.bindMemory(to: UInt8.self).baseAddress)
            stream.pointee.avail_in = count
            return inflateAll()
        }
        if let failure { throw failure }
    }

    /// The whole content, when the stream ends here.
    func finish() throws(Failure) -> [UInt8] {
        guard isEnded else { throw .damaged }
        guard output.count == size else { throw .otherSize }
        return output
    }

    private func inflateAll() -> Failure? {
        var isFull = false
        while stream.pointee.avail_in > 0 || isFull {
            if isEnded { return .damaged }
            var code = Z_OK
            // One byte more than announced shows that there is more, without memory for the rest.
            let room = min(Self.pieceBytes, size - output.count + 1)
            output += [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                stream.pointee.next_out = buffer.baseAddress
                stream.pointee.avail_out = UInt32(room)
                code = inflate(stream, Z_NO_FLUSH)
                count = room - Int(stream.pointee.avail_out)
            }
            if output.count > size { return .otherSize }
            isFull = stream.pointee.avail_out == 0
            switch code {
            case Z_STREAM_END:
                isEnded = true
                isFull = false
            case Z_OK: break
            // The output ended exactly at the end of the piece: there was no work left.
            case Z_BUF_ERROR where stream.pointee.avail_in == 0: return nil
            default: return .damaged
            }
        }
        return nil
    }
}
