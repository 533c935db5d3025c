/// Compresses bytes with gzip (RFC 1952).
public enum Gzip {
    /// The bytes as one member; `level` is zlib's, from 1 for the fastest to 9 for the smallest output.
    public static func packed(_ bytes: UnsafeRawBufferPointer, level: Int) -> [UInt8] {
        var output: [UInt8] = []
        Deflater(.gzip, level: level).write(bytes, isLast: true, to: &output)
        return output
    }
}
