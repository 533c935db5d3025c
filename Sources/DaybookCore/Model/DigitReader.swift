/// Reads fixed-width decimal fields from the front of a text, as dates and times need.
struct DigitReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) {
        bytes = text.bytes
    }

    var isAtEnd: Bool { position == bytes.count }

    /// The byte at the front, not consumed.
    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Exactly `count` decimal digits.
    mutating func digits(_ count: Int) -> Int? {
        guard position + count <= bytes.count else { return nil }
        var value = 0
        for byte in bytes[position..<position + count] {
            guard byte >= 0x30, byte <= 0x39 else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        position += count
        return value
    }

    /// Reads a given ASCII character; upper- and lowercase letters are equal.
    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard let byte = next, byte == UInt8(ascii: character) || byte == UInt8(ascii: character) | 0x20
        else {
            return false
        }
        position += 1
        return true
    }
}

extension [UInt8] {
    /// Appends a number in decimal, with zeros in front up to `width` digits.
    mutating func appendDecimal(_ number: Int, width: Int = 1) {
        var rest = number.magnitude
        if number < 0 { append(UInt8(ascii: "-")) }
        let start = count
        repeat {
            append(UInt8(0x30 + rest % 10))
            rest /= 10
        } while rest > 0 || count - start < width
        self[start...].reverse()
    }
}
