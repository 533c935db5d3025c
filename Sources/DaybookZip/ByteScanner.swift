/// Reads little-endian numbers from bytes that may be anything. A read beyond the end throws
/// ``ZipError/notAnArchive``.
struct ByteScanner {
    private let bytes: ArchiveBytes
    private let end: Int
    private(set) var position: Int

    /// Reads from a place on; no further than `end`.
    init(_ bytes: ArchiveBytes, at position: Int, end: Int? = nil) {
        self.bytes = bytes
        self.position = position
        self.end = min(end ?? bytes.count, bytes.count)
    }

    var isAtEnd: Bool { position >= end }

    /// The next so many bytes.
    mutating func take(_ count: Int) throws(ZipError) -> ArraySlice<UInt8> {
        let start = position
        try step(over: count)
        return bytes[start..<position]
    }

    /// Passes over so many bytes without reading them.
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

    /// A size or an offset that no array could have is no archive's.
    mutating func int64() throws(ZipError) -> Int {
        guard let value = Int(exactly: try number(UInt64.self)) else { throw .damaged }
        return value
    }

    /// Whether the next four bytes are these; they are taken if so.
    mutating func skip(_ signature: UInt32) -> Bool {
        var copy = self
        guard (try? copy.uint32()) == signature else { return false }
        self = copy
        return true
    }
}
