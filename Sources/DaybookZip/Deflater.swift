import CZlib

/// Compresses a stream of bytes (RFC 1951), a piece at a time.
final class Deflater {
    /// The frame around the compressed bytes.
    enum Format {
        /// No frame, as in a zip.
        case bare
        /// A header and a checksum (RFC 1952).
        case gzip

        /// zlib's number for the frame: https://zlib.net/manual.html#Advanced.
        fileprivate var windowBits: Int32 {
            switch self {
            case .bare: -MAX_WBITS
            case .gzip: MAX_WBITS + 16
            }
        }
    }

    private static let pieceBytes = 64 << 10

    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

    /// `level` is zlib's, from 1 for the fastest to 9 for the smallest output.
    init(_ format: Format = .bare, level: Int = Int(Z_DEFAULT_COMPRESSION)) {
        stream.initialize(to: z_stream())
        let code = deflateInit2_(
            stream,
            Int32(level),
            Z_DEFLATED,
            format.windowBits,
            8,
            Z_DEFAULT_STRATEGY,
            zlibVersion(),
            Int32(MemoryLayout<z_stream>.size)
        )
        precondition(code == Z_OK, "zlib starts with constant parameters unless there is no memory: \(code)")
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// Appends the compressed bytes that are ready to `output`; at the end, all of them.
    func write(_ bytes: UnsafeRawBufferPointer, isLast: Bool, to output: inout [UInt8]) {
        let flush = isLast ? Z_FINISH : Z_NO_FLUSH
        var rest = bytes[...]
        repeat {
            // zlib counts in 32 bits.
            let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 30))
            rest = rest.dropFirst(piece.count)
            run(piece, rest.isEmpty ? flush : Z_NO_FLUSH, &output)
        } while !rest.isEmpty
    }

    private func run(_ piece: UnsafeRawBufferPointer, _ flush: Int32, _ output: inout [UInt8]) {
        let start = piece.bindMemory(to: UInt8.self).baseAddress
        stream.pointee.next_in = UnsafeMutablePointer(mutating: start)
        stream.pointee.avail_in = UInt32(piece.count)
        var room = Self.pieceBytes
        repeat {
            let made = [UInt8](unsafeUninitializedCapacity: Self.pieceBytes) { buffer, count in
                stream.pointee.next_out = buffer.baseAddress
                stream.pointee.avail_out = UInt32(Self.pieceBytes)
                _ = deflate(stream, flush)
                room = Int(stream.pointee.avail_out)
                count = Self.pieceBytes - room
            }
            output += made
        } while room == 0
    }
}
