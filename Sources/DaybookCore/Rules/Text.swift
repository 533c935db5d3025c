/// Measures of a text for the rules.
enum Text {
    /// The text without white space and invisible characters at its ends.
    ///
    /// Whole characters, because an invisible scalar may belong to the one before it: U+FE0F makes a heart red, a
    /// joiner shapes letters in Hindi and Persian.
    static func trimmed(_ text: String) -> String {
        guard let start = text.unicodeScalars.first, let end = text.unicodeScalars.last else { return "" }
        if !isBlank(start), !isBlank(end) { return text }  // finding characters is slow
        func isShown(_ character: Character) -> Bool { !character.unicodeScalars.allSatisfy(isBlank) }
        guard let first = text.firstIndex(where: isShown), let last = text.lastIndex(where: isShown) else { return "" }
        if first == text.startIndex, text.index(after: last) == text.endIndex { return text }
        return String(text[first...last])
    }

    /// Whether anything of a text shows: not all of it is white space or invisible.
    static func isShown(_ text: String) -> Bool { !text.unicodeScalars.allSatisfy(isBlank) }

    /// Whether a text has more than `limit` characters as a person counts them (grapheme clusters).
    ///
    /// A cluster has no length limit of its own, so the bytes are limited too: 64 for each character, twice what
    /// the longest emoji takes.
    static func isLonger(_ text: String, than limit: Int) -> Bool {
        let bytes = text.utf8.count
        if bytes <= limit { return false }
        // Divided, not multiplied: an operator's limit may be any number, and 32 bits hold few.
        if (bytes - 1) / 64 >= limit { return true }
        // A cluster has at least one scalar, and scalars are counted faster.
        return text.unicodeScalars.count > limit && text.count > limit
    }

    /// Whether a text has more than `limit` characters, and more than the text that it replaces.
    static func isLonger(_ text: String, than limit: Int, was: String?) -> Bool {
        isLonger(text, than: limit) && isLonger(text, than: max(limit, was?.count ?? 0))
    }

    /// The characters that a text of at most `limit` has left; negative when it is too long, down to -1,000.
    ///
    /// A longer text is not counted to its end: a person may have pasted a megabyte, and each key counts again.
    static func left(_ text: String, of limit: Int) -> Int {
        let most = limit > .max - 1_000 ? .max : limit + 1_000
        if text.utf8.count / 64 >= most { return limit - most }
        let isMore = text.index(text.startIndex, offsetBy: most, limitedBy: text.endIndex) != nil
        return limit - (isMore ? most : text.count)
    }

    /// The longest beginning of a text that is not longer than `limit` characters.
    static func clipped(_ text: String, to limit: Int) -> String {
        guard isLonger(text, than: limit) else { return text }
        var (end, count, bytes) = (text.startIndex, 0, 0)
        while end < text.endIndex, count < limit {
            let next = text.index(after: end)
            bytes += text.utf8.distance(from: end, to: next)
            if (bytes - 1) / 64 >= limit { break }
            (end, count) = (next, count + 1)
        }
        return String(text[..<end])
    }

    /// Whether a text holds control characters; line breaks and tabs count as such unless `allowingLines`.
    static func hasControls(_ text: String, allowingLines: Bool) -> Bool {
        for scalar in text.unicodeScalars where isControl(scalar) {
            if allowingLines, scalar == "\n" || scalar == "\r" || scalar == "\t" { continue }
            return true
        }
        return false
    }

    /// The text for a field of one line: line breaks and tabs become spaces, other control characters go.
    static func oneLine(_ text: String) -> String {
        withoutControls(text, keepingLines: false)
    }

    /// The text for a field of several lines: without control characters other than line breaks.
    static func manyLines(_ text: String) -> String {
        withoutControls(text, keepingLines: true)
    }

    private static func withoutControls(_ text: String, keepingLines: Bool) -> String {
        guard hasControls(text, allowingLines: false) else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            if scalar == "\n" || scalar == "\t" {
                bytes.append(keepingLines ? UInt8(scalar.value) : UInt8(ascii: " "))
            } else if !isControl(scalar) {
                bytes.append(scalar)
            }
        }
        return String(utf8: bytes)
    }

    /// The parts of a text between separators, which are ASCII; empty parts too.
    static func parts(_ text: String, between separator: Unicode.Scalar) -> [String] {
        var parts: [String] = []
        var part: [UInt8] = []
        for byte in text.bytes {
            if byte == UInt8(ascii: separator) {
                parts.append(String(utf8: part))
                part.removeAll(keepingCapacity: true)
            } else {
                part.append(byte)
            }
        }
        parts.append(String(utf8: part))
        return parts
    }

    /// The parts of a text between white space; empty parts too.
    static func words(_ text: String) -> [String] {
        var spaced: [UInt8] = []
        for scalar in text.unicodeScalars { spaced.append(isSpace(scalar) ? " " : scalar) }
        return parts(String(utf8: spaced), between: " ")
    }

    /// The lines of a text that can become to-dos: the lines that are not blank, without their list markers.
    static func todoLines(_ text: String) -> [String] {
        if !text.utf8.contains(UInt8(ascii: "\n")) { return [] }
        var lines: [String] = []
        for part in parts(text, between: "\n") {
            var line = trimmed(oneLine(part))
            if let first = line.first, "-–—•*".contains(first), line.dropFirst().first == " " {
                line = trimmed(String(line.dropFirst()))
            }
            if !line.isEmpty { lines.append(line) }
        }
        return lines
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || (0x2028...0x2029).contains(scalar.value)
    }

    /// Unicode's White_Space.
    fileprivate static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
        default: false
        }
    }

    /// White space and characters that show nothing where they stand alone.
    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xAD, 0x200B...0x200F, 0x2060...0x2064, 0xFE00...0xFE0F, 0xFEFF: true
        default: isSpace(scalar)
        }
    }
}

extension Character {
    /// Whether this is white space, as `isWhitespace` says. The standard library's table for that is 11 KB of the web app's
    /// module in brotli.
    public var isSpace: Bool { unicodeScalars.first.map { Text.isSpace($0) } ?? false }
}
