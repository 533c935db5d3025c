/// Reads the bytes that ``RecordCodec`` wrote, and never past their end.
struct ByteReader {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    var isAtEnd: Bool { position == bytes.endIndex }

    mutating func byte() throws(RecordCodec.Damage) -> UInt8 {
        guard position < bytes.endIndex else { throw RecordCodec.Damage() }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func bigEndian() throws(RecordCodec.Damage) -> UInt64 {
        guard bytes.endIndex - position >= 8 else { throw RecordCodec.Damage() }
        var value: UInt64 = 0
        for index in position..<position + 8 { value = value << 8 | UInt64(bytes[index]) }
        position += 8
        return value
    }

    mutating func varint() throws(RecordCodec.Damage) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let byte = try byte()
            guard shift < 63 || byte <= 1 else { throw RecordCodec.Damage() }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
            guard shift < 64 else { throw RecordCodec.Damage() }
        }
    }

    /// The number of things that follow, each of at least `size` bytes. A number for which the remaining bytes are too
    /// few is damage, so a flipped bit cannot ask for all of memory.
    mutating func count(each size: Int = 1) throws(RecordCodec.Damage) -> Int {
        let count = try varint()
        guard count <= UInt64((bytes.endIndex - position) / size) else { throw RecordCodec.Damage() }
        return Int(count)
    }

    /// Passes over bytes.
    mutating func skip(_ count: Int) throws(RecordCodec.Damage) {
        guard bytes.endIndex - position >= count else { throw RecordCodec.Damage() }
        position += count
    }

    mutating func block() throws(RecordCodec.Damage) -> [UInt8] {
        let length = try count()
        defer { position += length }
        return Array(bytes[position..<position + length])
    }

    mutating func text() throws(RecordCodec.Damage) -> String {
        let length = try count()
        defer { position += length }
        return String(utf8: bytes[position..<position + length])
    }
}

extension [UInt8] {
    mutating func appendVarint(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }

    mutating func appendText(_ text: String) {
        appendVarint(UInt64(text.utf8.count))
        append(contentsOf: text.utf8)
    }

    mutating func appendBlock(_ block: [UInt8]) {
        appendVarint(UInt64(block.count))
        append(contentsOf: block)
    }
}
