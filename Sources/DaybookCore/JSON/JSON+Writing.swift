extension JSON {
    /// The value as UTF-8 text without white space.
    public var encoded: [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return bytes
    }

    /// Appends the value as UTF-8 text without white space.
    public func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes.append(ascii: "null")
        case .bool(let value): bytes.append(ascii: value ? "true" : "false")
        case .integer(let value): bytes.appendDecimal(value)
        case .number(let text): bytes.append(contentsOf: text.utf8)
        case .string(let text): JSON.write(text, to: &bytes)
        case .array(let items):
            bytes.append(UInt8(ascii: "["))
            for (index, item) in items.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                item.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                JSON.write(member.name, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    /// Appends a string with its quotes. Only the characters that RFC 8259, section 7 requires are escaped.
    ///
    /// Bytes between two escapes are copied as one block.
    public static func write(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            var start = 0
            while true {
                let end = utf8.firstEscape(from: start)
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<end]))
                if end == utf8.count { break }
                writeEscape(of: utf8[end], to: &bytes)
                start = end + 1
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func writeEscape(of byte: UInt8, to bytes: inout [UInt8]) {
        switch byte {
        case 0x0A: bytes.append(ascii: "\\n")
        case 0x0D: bytes.append(ascii: "\\r")
        case 0x09: bytes.append(ascii: "\\t")
        case 0..<0x20:
            bytes.append(ascii: "\\u")
            bytes.appendHex(UInt64(byte), digits: 4)
        default:
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(byte)
        }
    }
}

extension [UInt8] {
    /// Appends a text known when compiling, with no `String` on the way.
    public mutating func append(ascii text: StaticString) {
        append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends a number in decimal.
    public mutating func appendDecimal(_ number: Int64) {
        if number < 0 { append(UInt8(ascii: "-")) }
        var rest = number.magnitude
        let start = count
        repeat {
            append(UInt8(0x30 + rest % 10))
            rest /= 10
        } while rest > 0
        self[start...].reverse()
    }
}
