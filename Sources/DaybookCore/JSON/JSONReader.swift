/// A recursive-descent reader of RFC 8259. Each function starts at the first byte of what it reads and leaves
/// `position` behind the last.
struct JSONReader {
    private let bytes: [UInt8]
    private let maximumDepth: Int
    /// The number of values that may still follow.
    private var valuesLeft: Int
    private var position = 0

    init(_ bytes: [UInt8], limits: JSON.Limits) {
        self.bytes = bytes
        maximumDepth = limits.depth
        valuesLeft = limits.values
    }

    mutating func document() throws(JSON.ParseError) -> JSON {
        skipWhitespace()
        let value = try value(depth: 0)
        skipWhitespace()
        guard position == bytes.count else { throw failure(.trailingBytes) }
        return value
    }

    private func failure(_ reason: JSON.ParseError.Reason) -> JSON.ParseError {
        JSON.ParseError(reason, at: position)
    }

    /// The byte at `position`, or the right error at the end of the text.
    private func current() throws(JSON.ParseError) -> UInt8 {
        guard position < bytes.count else { throw failure(.unexpectedEnd) }
        return bytes[position]
    }

    private mutating func skipWhitespace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            default: return
            }
        }
    }

    private mutating func value(depth: Int) throws(JSON.ParseError) -> JSON {
        guard valuesLeft > 0 else { throw failure(.tooManyValues) }
        valuesLeft -= 1
        switch try current() {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "-"), 0x30...0x39: return try number()
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        default: throw failure(.unexpectedByte)
        }
    }

    private mutating func literal(_ word: StaticString, _ value: JSON) throws(JSON.ParseError) -> JSON {
        for offset in 0..<word.utf8CodeUnitCount {
            guard try current() == word.utf8Start[offset] else { throw failure(.unexpectedByte) }
            position += 1
        }
        return value
    }

    // MARK: - Arrays and objects

    private mutating func array(depth: Int) throws(JSON.ParseError) -> JSON {
        guard depth < maximumDepth else { throw failure(.tooDeep) }
        position += 1
        skipWhitespace()
        var items: [JSON] = []
        if try current() == UInt8(ascii: "]") {
            position += 1
            return .array(items)
        }
        while true {
            items.append(try value(depth: depth + 1))
            if try !another(before: UInt8(ascii: "]")) { return .array(items) }
        }
    }

    private mutating func object(depth: Int) throws(JSON.ParseError) -> JSON {
        guard depth < maximumDepth else { throw failure(.tooDeep) }
        position += 1
        skipWhitespace()
        var members: [JSON.Member] = []
        var starts: [Int] = []
        if try current() == UInt8(ascii: "}") {
            position += 1
            return .object(members)
        }
        while true {
            let start = position
            guard try current() == UInt8(ascii: "\"") else { throw failure(.unexpectedByte) }
            let name = try string()
            starts.append(start)
            skipWhitespace()
            guard try current() == UInt8(ascii: ":") else { throw failure(.unexpectedByte) }
            position += 1
            skipWhitespace()
            members.append(JSON.Member(name, try value(depth: depth + 1)))
            if try !another(before: UInt8(ascii: "}")) { break }
        }
        try checkNames(members, startingAt: starts)
        return .object(members)
    }

    /// Steps over a comma (true) or the closing byte (false).
    private mutating func another(before close: UInt8) throws(JSON.ParseError) -> Bool {
        skipWhitespace()
        let byte = try current()
        guard byte == close || byte == UInt8(ascii: ",") else { throw failure(.unexpectedByte) }
        position += 1
        if byte == close { return false }
        skipWhitespace()
        return true
    }

    /// Refuses the first name that repeats an earlier one of the object. It compares few names with each other, and
    /// sorts many.
    private func checkNames(_ members: [JSON.Member], startingAt starts: [Int]) throws(JSON.ParseError) {
        if members.count < 16 {
            for place in members.indices {
                for other in 0..<place where members[other].name.isSame(as: members[place].name) {
                    throw JSON.ParseError(.duplicateName, at: starts[place])
                }
            }
        } else if let place = IndexSort.repeats(members.map { $0.name }).firstIndex(of: true) {
            throw JSON.ParseError(.duplicateName, at: starts[place])
        }
    }

    // MARK: - Numbers

    private mutating func number() throws(JSON.ParseError) -> JSON {
        let start = position
        var isInteger = true
        if bytes[position] == UInt8(ascii: "-") { position += 1 }
        // No zero may stand in front of another digit.
        if try current() == 0x30 { position += 1 } else { try digits() }
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            isInteger = false
            position += 1
            try digits()
        }
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            position += 1
            if position < bytes.count, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") {
                position += 1
            }
            try digits()
        }
        if position < bytes.count, (0x30...0x39).contains(bytes[position]) { throw failure(.badNumber) }
        let text = bytes[start..<position]
        // Int64 cannot tell "-0" from "0".
        if isInteger, !(text.count == 2 && text.first == UInt8(ascii: "-") && text.last == 0x30),
            let integer = Int64(decimal: text)
        {
            return .integer(integer)
        }
        return .number(String(utf8: text))
    }

    private mutating func digits() throws(JSON.ParseError) {
        let start = position
        while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
        if position == start { throw failure(position == bytes.count ? .unexpectedEnd : .badNumber) }
    }

    // MARK: - Strings

    private mutating func string() throws(JSON.ParseError) -> String {
        position += 1
        let start = position
        // Most strings are ASCII without escapes: one scan, one copy.
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") {
                let text = String(utf8: bytes[start..<position])
                position += 1
                return text
            }
            if byte == UInt8(ascii: "\\") || byte < 0x20 || byte >= 0x80 { break }
            position += 1
        }
        return try stringWithEscapes(prefix: bytes[start..<position])
    }

    private mutating func stringWithEscapes(prefix: ArraySlice<UInt8>) throws(JSON.ParseError) -> String {
        var text = Array(prefix)
        while true {
            let byte = try current()
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return String(utf8: text)
            case UInt8(ascii: "\\"): try escape(into: &text)
            case 0..<0x20: throw failure(.controlCharacter)
            case 0x20..<0x80:
                text.append(byte)
                position += 1
            default:
                guard let length = UTF8Sequence.length(in: bytes, at: position) else { throw failure(.badUTF8) }
                text.append(contentsOf: bytes[position..<position + length])
                position += length
            }
        }
    }

    private mutating func escape(into text: inout [UInt8]) throws(JSON.ParseError) {
        let start = position
        position += 1
        let byte = try current()
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            let scalar = try scalar(startingAt: start)
            for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { text.append(unit) }
        default: throw JSON.ParseError(.badEscape, at: start)
        }
    }

    /// The scalar of one `\uXXXX`, or of two that make a surrogate pair.
    private mutating func scalar(startingAt start: Int) throws(JSON.ParseError) -> Unicode.Scalar {
        let first = try hexQuad()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
            bytes[position + 1] == UInt8(ascii: "u")
        else { throw JSON.ParseError(.loneSurrogate, at: start) }
        position += 2
        let second = try hexQuad()
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw JSON.ParseError(.loneSurrogate, at: start) }
        return scalar
    }

    private mutating func hexQuad() throws(JSON.ParseError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = try current().hexDigit else { throw failure(.badEscape) }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }
}
