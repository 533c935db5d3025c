import CZlib

/// The content of a gzip stream (RFC 1952); nil when the stream is damaged, or its content has more than `limit` bytes.
public func unpackedGzip(_ packed: [UInt8], limit: Int = 4 << 20) -> [UInt8]? {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    defer { stream.deallocate() }
    // 16 more than the window's bits: zlib then accepts only gzip's header and trailer.
    guard inflateInit2_(stream, MAX_WBITS + 16, zlibVersion(), Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
        return nil
    }
    defer { inflateEnd(stream) }
    var packed = packed
    return packed.withUnsafeMutableBufferPointer { input in
        var isWhole = false
        let output = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            (stream.pointee.next_in, stream.pointee.avail_in) = (input.baseAddress, UInt32(input.count))
            (stream.pointee.next_out, stream.pointee.avail_out) = (buffer.baseAddress, UInt32(limit))
            isWhole = inflate(stream, Z_FINISH) == Z_STREAM_END && stream.pointee.avail_in == 0
            count = limit - Int(stream.pointee.avail_out)
        }
        return isWhole ? output : nil
    }
}
