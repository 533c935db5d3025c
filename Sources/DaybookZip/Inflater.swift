import CZlib

/// Undoes deflate (RFC 1951).
enum Inflater {
    /// Why bytes could not be inflated.
    enum Failure: Error, Equatable {
        /// They are no deflate stream, or one that ends early or too late.
        case damaged
        /// They hold more or less than was announced.
        case otherSize
    }

    private static let pieceBytes = 64 << 10

    /// What a deflate stream that fills `bytes` exactly holds, which must be `size` bytes.
    ///
    /// Stops as soon as there is more, so that a small stream cannot become a large one.
    static func inflated(_ bytes: ArraySlice<UInt8>, size: Int) throws(Failure) -> [UInt8] {
        var output: [UInt8] = []
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        defer { stream.deallocate() }
        let code = inflateInit2_(stream, -MAX_WBITS, zlibVersion(), Int32(MemoryLayout<z_stream>.size))
        precondition(code == Z_OK, "zlib starts with constant parameters unless there is no memory: \(code)")
        defer { inflateEnd(stream) }
        let end = bytes.withUnsafeBytes { run(stream, $0, limit: size, &output) }
        guard end == .whole else { throw end == .tooLong ? .otherSize : .damaged }
        guard output.count == size else { throw .otherSize }
        return output
    }

    private enum End { case whole, tooLong, broken }

    private static func run(
        _ stream: UnsafeMutablePointer<z_stream>,
        _ bytes: UnsafeRawBufferPointer,
        limit: Int,
        _ output: inout [UInt8]
    ) -> End {
        guard let count = UInt32(exactly: bytes.count) else { return .broken }
        stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.bindMemory(to: UInt8.self).baseAddress)
        stream.pointee.avail_in = count
        while true {
            var code = Z_OK
            output += [UInt8](unsafeUninitializedCapacity: pieceBytes) { buffer, count in
                stream.pointee.next_out = buffer.baseAddress
                stream.pointee.avail_out = UInt32(pieceBytes)
                code = inflate(stream, Z_NO_FLUSH)
                count = pieceBytes - Int(stream.pointee.avail_out)
            }
            if output.count > limit { return .tooLong }
            // Bytes behind the end of the stream would be a second, hidden content.
            if code == Z_STREAM_END { return stream.pointee.avail_in == 0 ? .whole : .broken }
            // Anything else, a call that could do nothing included, is damage or an end that comes too early.
            if code != Z_OK { return .broken }
        }
    }
}
