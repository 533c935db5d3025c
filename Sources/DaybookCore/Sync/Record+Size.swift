extension JSON {
    /// The number of bytes in ``encoded``, counted without writing them.
    public var encodedCount: Int {
        switch self {
        case .null: return 4
        case .bool(let value): return value ? 4 : 5
        case .integer(let value):
            var count = value < 0 ? 2 : 1
            var rest = value.magnitude / 10
            while rest > 0 {
                count += 1
                rest /= 10
            }
            return count
        case .number(let text): return text.utf8.count
        case .string(let text): return JSON.encodedCount(of: text)
        case .array(let items):
            var count = max(items.count + 1, 2)
            for item in items { count += item.encodedCount }
            return count
        case .object(let members):
            var count = max(members.count + 1, 2)
            for member in members { count += JSON.encodedCount(of: member.name) + 1 + member.value.encodedCount }
            return count
        }
    }

    /// Bytes of a string with its quotes, as ``write(_:to:)`` writes it.
    static func encodedCount(of text: String) -> Int {
        var text = text
        return text.withUTF8 { utf8 in
            var count = utf8.count + 2
            var place = utf8.firstEscape(from: 0)
            while place < utf8.count {
                let byte = utf8[place]
                let isShort = byte >= 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
                count += isShort ? 1 : 5
                place = utf8.firstEscape(from: place + 1)
            }
            return count
        }
    }
}

extension Record.Field {
    /// The bytes of the field in ``Record/writeFields(to:)``: its name, its value, a stamp of 32 bytes, and separators.
    var bytes: Int { JSON.encodedCount(of: name) + value.encodedCount + 38 }
}

extension Record {
    /// The number of bytes that ``writeFields(to:)`` writes, counted without writing them.
    public var fieldsBytes: Int {
        var count = max(fields.count + 1, 2)
        for field in fields { count += field.bytes }
        return count
    }
}
