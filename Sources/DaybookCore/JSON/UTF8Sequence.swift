/// Well-formed UTF-8 (Unicode 16, table 3-7): no overlong form, no surrogate, nothing above U+10FFFF.
enum UTF8Sequence {
    /// The length in bytes of the well-formed sequence at `position`, whose first byte is not ASCII; nil when
    /// there is none.
    static func length(in bytes: [UInt8], at position: Int) -> Int? {
        let second: ClosedRange<UInt8>
        let length: Int
        switch bytes[position] {
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return nil
        }
        guard position + length <= bytes.count, second.contains(bytes[position + 1]) else { return nil }
        for index in position + 2..<position + max(length, 2) {
            guard (0x80...0xBF).contains(bytes[index]) else { return nil }
        }
        return length
    }
}
