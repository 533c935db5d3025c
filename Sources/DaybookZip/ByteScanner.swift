/// Reads little-endian numbers from untrusted bytes. A read beyond the end throws ``ZipError/notAnArchive``.
struct ByteScanner {
    private let bytes: ArchiveBytes
    private let end: Int
    private(set) var position: Int

    /// Reads from a position on, at most up to `end`.
    init(_ bytes: ArchiveBytes, at position: Int, end: Int? = nil) {
        self.bytes = bytes
        self.position = position
        self.end = min(end ?? bytes.count, bytes.count)
    }

    var isAtEnd: Bool { position >= end }

    /// The next `count` bytes.
    mutating func take(_ count: Int) throws(ZipError) -> ArraySlice<UInt8> {
        let start = position
        try step(over: count)
        return bytes[start..<position]
    }

    /// Skips `count` bytes without reading them.
    mutating func step(over count: Int) throws(ZipError) {
        guard position >= 0, count >= 0, count <= end - position else { throw .notAnArchive }
        position += count
    }

    /// The next number.
    mutating func number<Number: FixedWidthInteger & UnsignedInteger>(_: Number.Type) throws(ZipError) -> Number {
        var value: Number = 0
        for byte in try take(Number.bitWidth / 8).reversed() { value = value << 8 | Number(byte) }
        return value
    }

    mutating func uint16() throws(ZipError) -> UInt16 { try number(UInt16.self) }

    mutating func uint32() throws(ZipError) -> UInt32 { try number(UInt32.self) }

    /// A size or an offset. Throws ``ZipError/damaged`` when it does not fit `Int`.
    mutating func int64() throws(ZipError) -> Int {
        guard let value = Int(exactly: try number(UInt64.self)) else { throw .damaged }
        return value
    }

    /// Whether the next four bytes are this signature; they are consumed if so.
    mutating func skip(_ signature: UInt32) -> Bool {
        var copy = self
        guard (try? copy.uint32()) == signature else { return false }
        self = copy
        return true
    }
}
