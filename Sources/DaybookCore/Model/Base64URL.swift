/// Base64 whose text may stand in an address (RFC 4648, section 5), written without padding.
public enum Base64URL {
    /// The text of some bytes.
    public static func text(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 4 + 2) / 3)
        var start = 0
        while start < bytes.count {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var bits: UInt32 = 0
            for byte in group { bits = bits << 8 | UInt32(byte) }
            bits <<= UInt32(8 * (3 - group.count))
            for place in 0...group.count { text.append(letter(bits >> UInt32(18 - 6 * place) & 0x3F)) }
            start += 3
        }
        return String(utf8: text)
    }

    /// The bytes of a text, with its padding or without; nil when it is not Base64URL.
    ///
    /// Unused bits must be zero, so that two texts with the same bytes differ only in their padding.
    public static func bytes(_ text: String) -> [UInt8]? {
        var letters = Array(text.utf8)
        if letters.count % 4 == 0 {
            var padding = 0
            while padding < 2, letters.last == UInt8(ascii: "=") {
                letters.removeLast()
                padding += 1
            }
        }
        guard letters.count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(letters.count * 3 / 4)
        var (bits, count): (UInt32, UInt32) = (0, 0)
        for letter in letters {
            guard let value = value(letter) else { return nil }
            bits = bits << 6 | value
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
                bits &= 1 << count - 1
            }
        }
        return bits == 0 ? bytes : nil
    }

    private static func letter(_ value: UInt32) -> UInt8 {
        let value = UInt8(truncatingIfNeeded: value)
        switch value {
        case 0..<26: return UInt8(ascii: "A") + value
        case 26..<52: return UInt8(ascii: "a") + value - 26
        case 52..<62: return UInt8(ascii: "0") + value - 52
        case 62: return UInt8(ascii: "-")
        default: return UInt8(ascii: "_")
        }
    }

    private static func value(_ letter: UInt8) -> UInt32? {
        switch letter {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): return UInt32(letter - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): return UInt32(letter - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return UInt32(letter - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "-"): return 62
        case UInt8(ascii: "_"): return 63
        default: return nil
        }
    }
}
