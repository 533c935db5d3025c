/// A line of text, split into tokens: words without case, numbers, signs.
struct DateLine {
    private(set) var tokens: [Token] = []
    let bytes: [UInt8]

    /// A piece of the line without white space in it.
    struct Token {
        var kind: Kind
        var word = DateWord.none
        /// The value of a number, or the byte of a sign.
        var number = 0
        /// Bytes of the line.
        var start: Int
        var end: Int
        /// Where it starts, in UTF-16 units.
        var unit: Int
        /// The number of them.
        var units: Int
        /// White space, or nothing, is in front.
        var isSpaced: Bool
        /// The token lies in quotes or is plain text.
        var isMasked = false
        /// A capital, and then a small letter.
        var isTitled = false

        enum Kind: UInt8 {
            case word
            case number
            case sign
            /// Something that is never part of a time.
            case other
        }

        var count: Int { end - start }

        func isSign(_ sign: Unicode.Scalar) -> Bool { kind == .sign && number == Int(sign.value) }
        func `is`(_ keyword: DateWord.Keyword) -> Bool { kind == .word && word.is(keyword) }
    }

    /// Splits a line. Text in quotes or in `plain` is not read as a time.
    init(_ text: String, plain: [TextSpan] = []) {
        bytes = Array(text.utf8)
        var reader = DateLineReader(plain: plain)
        tokens = bytes.withUnsafeBufferPointer { reader.read($0) }
    }
}

/// The pass over a line's bytes.
private struct DateLineReader {
    let plain: [TextSpan]
    private var tokens: [DateLine.Token] = []
    /// The place of the next byte, in UTF-16 units.
    private var unit = 0
    private var isSpaced = true
    private var isQuoted = false

    init(plain: [TextSpan]) {
        self.plain = plain
    }

    mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) -> [DateLine.Token] {
        tokens.reserveCapacity(bytes.count / 4 + 4)
        var at = 0
        while at < bytes.count {
            let start = at
            let first = bytes[at]
            let space = DateLineReader.space(bytes, at)
            if space > 0 {
                at += space
                unit += 1
                isSpaced = true
            } else if DateLineReader.isQuote(bytes, at) {
                at += first == UInt8(ascii: "\"") ? 1 : 3
                // A sign for inches stands behind its number; a quotation begins behind a space.
                let opens = isSpaced && !isQuoted
                append(.other, start, at, units: 1)
                isQuoted = opens
            } else if DateLineReader.isRun(first) {
                while at < bytes.count, DateLineReader.isRun(bytes[at]), DateLineReader.space(bytes, at) == 0,
                    !DateLineReader.isQuote(bytes, at)
                { at += 1 }
                run(bytes, start, at)
            } else {
                at += 1
                append(.sign, start, at, units: 1, number: Int(first))
            }
        }
        return tokens
    }

    @inline(never)
    private mutating func append(_ kind: DateLine.Token.Kind, _ start: Int, _ end: Int, units: Int, number: Int = 0) {
        var token = DateLine.Token(kind: kind, start: start, end: end, unit: unit, units: units, isSpaced: isSpaced)
        token.number = number
        unit += units
        isSpaced = false
        for span in plain where span.start < unit && span.end > token.unit { token.isMasked = true }
        if isQuoted || token.isMasked { (token.kind, token.isMasked) = (.other, true) }
        tokens.append(token)
    }

    /// Letters and digits without anything between them.
    private mutating func run(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) {
        var units = 0
        var isPlain = true
        for place in start..<end {
            let byte = bytes[place]
            // Each first byte begins a character, of two units if there are four bytes of it.
            if byte & 0xC0 != 0x80 { units += byte >= 0xF0 ? 2 : 1 }
            if byte >= 0x80 || byte == 0x27 || byte == 0x5F { isPlain = false }
        }
        if isPlain, DateLineReader.isDigit(bytes[start]) { return split(bytes, start, end) }
        word(bytes, start, end, units)
    }

    private mutating func word(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int, _ units: Int) {
        let key = DateLineReader.key(bytes, start, end)
        append(key == nil ? .other : .word, start, end, units: units)
        guard let key, let last = tokens.indices.last, tokens[last].kind == .word else { return }
        tokens[last].word = DateWord.find(key)
        tokens[last].isTitled = bytes[start] < 0x60 && end - start > 1 && bytes[start + 1] > 0x60
    }

    /// "17h30": digits and letters in turn.
    private mutating func split(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) {
        var at = start
        while at < end {
            let from = at
            if DateLineReader.isDigit(bytes[at]) {
                var value = 0
                while at < end, DateLineReader.isDigit(bytes[at]) {
                    // More than four digits are not part of a time.
                    if at - from < 4 { value = value * 10 + Int(bytes[at] - 0x30) }
                    at += 1
                }
                append(at - from > 4 ? .other : .number, from, at, units: at - from, number: value)
            } else {
                while at < end, !DateLineReader.isDigit(bytes[at]) { at += 1 }
                word(bytes, from, at, at - from)
            }
        }
    }

    /// The letters of a word, packed; nil when it has other characters, or is longer than every word of time.
    private static func key(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> UInt64? {
        var key: UInt64 = 0
        var count = 0
        var at = start
        while at < end {
            let letter = bytes[at] | 0x20
            if bytes[at] == 0x27 {
                at += 1
            } else if bytes[at] == 0xE2, at + 2 < end, bytes[at + 1] == 0x80, bytes[at + 2] == 0x99 {
                // The apostrophe that phones put in.
                at += 3
            } else if bytes[at] < 0x80, letter >= 0x61, letter <= 0x7A, count < 12 {
                key = DateWord.packed(key, letter)
                count += 1
                at += 1
            } else {
                return nil
            }
        }
        return key
    }

    /// Letters, digits, apostrophes, and everything that is not ASCII.
    private static func isRun(_ byte: UInt8) -> Bool {
        byte >= 0x80 || isDigit(byte) || byte == 0x27 || byte == 0x5F || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

    /// The straight sign, and both bent ones.
    private static func isQuote(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Bool {
        if bytes[at] == UInt8(ascii: "\"") { return true }
        return bytes[at] == 0xE2 && at + 2 < bytes.count && bytes[at + 1] == 0x80 && bytes[at + 2] >= 0x9C
            && bytes[at + 2] <= 0x9E
    }

    /// The length of the white space here; 0 for none. What phones put in by themselves counts too.
    private static func space(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int {
        switch bytes[at] {
        case 0x00...0x20, 0x7F: return 1
        case 0xC2: return at + 1 < bytes.count && bytes[at + 1] == 0xA0 ? 2 : 0
        case 0xE2:
            guard at + 2 < bytes.count, bytes[at + 1] == 0x80 else { return 0 }
            return bytes[at + 2] <= 0x8A || bytes[at + 2] == 0xAF ? 3 : 0
        // The space of Chinese and Japanese keyboards.
        case 0xE3: return at + 2 < bytes.count && bytes[at + 1] == 0x80 && bytes[at + 2] == 0x80 ? 3 : 0
        default: return 0
        }
    }
}
