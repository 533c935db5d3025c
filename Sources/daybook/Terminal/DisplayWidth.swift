/// The columns that a text takes in a terminal.
enum DisplayWidth {
    /// The columns of a text.
    static func of(_ text: String) -> Int {
        isPlain(text) ? text.utf8.count : text.reduce(0) { $0 + of($1) }
    }

    /// Whether each byte of a text is one column, as in most texts: ASCII without control characters.
    static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.allSatisfy { (0x20..<0x7F).contains($0) }
    }

    private static func isPlain(_ text: String) -> Bool {
        text.utf8.withContiguousStorageIfAvailable(isPlain) ?? false
    }

    /// The columns of one character: two for those of East Asia and for emoji, zero for characters that are invisible
    /// by themselves.
    static func of(_ character: Character) -> Int {
        var width = 0
        for scalar in character.unicodeScalars {
            // This sign asks for the emoji in place of the text form.
            if scalar.value == 0xFE0F { return 2 }
            width = max(width, of(scalar))
        }
        return width
    }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        let properties = scalar.properties
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control, .surrogate: return 0
        default: return properties.isEmojiPresentation || isWide(scalar.value) ? 2 : 1
        }
    }

    /// East Asian Wide and Fullwidth, by blocks (https://www.unicode.org/reports/tr11/).
    private static func isWide(_ value: UInt32) -> Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF: true
        case 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6: true
        case 0x16FE0...0x18DFF, 0x1B000...0x1B2FF, 0x20000...0x3FFFD: true
        default: false
        }
    }

    /// The text in at most this many columns; "…" replaces the part that does not fit.
    static func clipped(_ text: String, to width: Int) -> String {
        guard of(text) > width else { return text }
        guard width > 0 else { return "" }
        var (clipped, used) = ("", 0)
        for character in text {
            let next = of(character)
            if used + next > width - 1 { break }
            clipped.append(character)
            used += next
        }
        return clipped + "…"
    }

    /// The text with spaces behind it, to fill this many columns.
    static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(width - of(text), 0))
    }

    /// The text in one line, with a sign in place of each control character: a title from elsewhere cannot command the
    /// terminal.
    static func harmless(_ text: String) -> String {
        harmless(text, keepingLines: false)
    }

    /// As above, but line breaks and tabs stay.
    static func harmlessLines(_ text: String) -> String {
        harmless(text, keepingLines: true)
    }

    private static func harmless(_ text: String, keepingLines: Bool) -> String {
        if isPlain(text) { return text }
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        var shown = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if isControl(scalar), !(keepingLines && (scalar == "\n" || scalar == "\t")) {
                shown.append(scalar == "\n" || scalar == "\t" ? " " : "\u{FFFD}")
            } else {
                shown.append(scalar)
            }
        }
        return String(shown)
    }

    /// Control characters, and signs that turn the direction of what follows.
    static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
