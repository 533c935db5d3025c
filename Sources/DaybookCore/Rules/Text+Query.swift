// Texts as values in the query of an address (RFC 3986).

extension Text {
    /// The text with every byte as `%XX` that is neither a letter, a digit nor one of `-._~`.
    static func queryEncoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.bytes {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(utf8: bytes)
    }

    /// The decoded text. A plus is a space, as forms write it. A percent sign without two hexadecimal digits is a
    /// percent sign.
    static func queryDecoded(_ text: String) -> String {
        let bytes = text.bytes
        var decoded: [UInt8] = []
        var place = 0
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "%"), place + 2 < bytes.count, let high = digit(bytes[place + 1]),
                let low = digit(bytes[place + 2])
            {
                decoded.append(high << 4 | low)
                place += 3
            } else {
                decoded.append(bytes[place] == UInt8(ascii: "+") ? UInt8(ascii: " ") : bytes[place])
                place += 1
            }
        }
        return String(utf8: decoded)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}
