/// Text without case or accents, as bytes that can be compared and searched (L3, L4).
public enum Fold {
    /// The folded form of a text in UTF-8: lowercase, without accents, dots and other marks that a person typing
    /// a search leaves out.
    public static func bytes(_ text: String) -> [UInt8] {
        var folded: [UInt8] = []
        folded.reserveCapacity(text.utf8.count)
        append(text, to: &folded)
        return folded
    }

    /// Negative, zero or positive as `left` comes before, with or after `right`, byte by byte.
    static func compare(_ left: [UInt8], _ right: [UInt8]) -> Int {
        let shared = min(left.count, right.count)
        var index = 0
        while index < shared {
            if left[index] != right[index] { return left[index] < right[index] ? -1 : 1 }
            index += 1
        }
        return left.count - right.count
    }

    /// Appends the folded form of a text.
    public static func append(_ text: String, to folded: inout [UInt8]) {
        let start = folded.count
        for byte in text.utf8 {
            guard byte < 0x80 else {
                folded.removeSubrange(start...)
                return appendUnicode(text, to: &folded)
            }
            folded.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
        }
    }

    /// Lowercase, taken apart, without marks. The marks that stay stand in their canonical order (The Unicode Standard, 3.11).
    private static func appendUnicode(_ text: String, to folded: inout [UInt8]) {
        let data = FoldData.shared
        var waiting: [(scalar: UInt32, combiningClass: UInt8)] = []
        for scalar in text.unicodeScalars {
            let lower = scalar.value < 0x80 ? lowercase(ascii: scalar.value) : data.lowercase(of: scalar.value)
            if lower < 0x80, waiting.isEmpty {
                folded.append(UInt8(lower))
                continue
            }
            data.forEachPart(of: lower) { part in
                guard !isMark(part) else { return }
                let combiningClass = data.combiningClass(of: part)
                if combiningClass > 0 { return waiting.append((part, combiningClass)) }
                append(waiting, to: &folded)
                waiting.removeAll(keepingCapacity: true)
                append(part, to: &folded)
            }
        }
        append(waiting, to: &folded)
    }

    private static func append(_ marks: [(scalar: UInt32, combiningClass: UInt8)], to folded: inout [UInt8]) {
        if marks.count == 1 { return append(marks[0].scalar, to: &folded) }
        for place in IndexSort.order(marks.count, by: { marks[$0].combiningClass < marks[$1].combiningClass }) {
            append(marks[Int(place)].scalar, to: &folded)
        }
    }

    /// Appends what stays of a letter without its marks, as a person typing a search spells it.
    static func append(_ part: UInt32, to folded: inout [UInt8]) {
        if let plain = plain(part) {
            folded.append(ascii: plain)
        } else if let scalar = Unicode.Scalar(part) {
            folded.append(scalar)
        }
    }

    private static func lowercase(ascii value: UInt32) -> UInt32 {
        (0x41...0x5A).contains(value) ? value | 0x20 : value
    }

    /// The text in lowercase, scalar by scalar, as `lowercased()` of the standard library makes it.
    public static func lowercase(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case ..<0x80: bytes.append(UInt8(lowercase(ascii: scalar.value)))
            case 0x130: bytes.append(ascii: "i\u{307}")
            default: bytes.append(Unicode.Scalar(FoldData.shared.lowercase(of: scalar.value)) ?? scalar)
            }
        }
        return String(utf8: bytes)
    }

    /// The usual spelling of letters that Unicode does not take apart: "smorrebrod" finds "smørrebrød".
    private static func plain(_ value: UInt32) -> StaticString? {
        switch value {
        case 0xDF: "ss"
        case 0xE6: "ae"
        case 0xF0, 0x111: "d"
        case 0xF8: "o"
        case 0xFE: "th"
        case 0x127: "h"
        case 0x131: "i"
        case 0x133: "ij"
        case 0x142: "l"
        case 0x14B: "n"
        case 0x153: "oe"
        case 0x167: "t"
        case 0x17F: "s"
        case 0x3C2: "\u{3C3}"
        default: nil
        }
    }

    /// Combining marks of scripts in which a mark is an accent, and what has no width. Indic vowel signs are letters to their readers.
    static func isMark(_ value: UInt32) -> Bool {
        switch value {
        case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE00...0xFE0F, 0xFE20...0xFE2F: true
        case 0x0591...0x05BD, 0x05BF, 0x05C1...0x05C2, 0x05C4...0x05C5, 0x064B...0x0652, 0x0670: true
        case 0x200B...0x200F, 0x2060, 0xFEFF, 0x00AD: true
        default: false
        }
    }

    /// Whether `haystack` contains `needle`. It contains the empty needle.
    public static func contains(_ haystack: [UInt8], _ needle: [UInt8]) -> Bool {
        haystack.withUnsafeBufferPointer { haystack in
            needle.withUnsafeBufferPointer { needle in contains(haystack, needle) }
        }
    }

    /// Finds one run of bytes in another. It looks for the first byte and compares the rest: in short texts a better
    /// algorithm gains nothing.
    static func contains(_ haystack: UnsafeBufferPointer<UInt8>, _ needle: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = needle.first else { return true }
        guard haystack.count >= needle.count else { return false }
        var position = 0
        let last = haystack.count - needle.count
        while position <= last {
            if haystack[position] == first {
                var length = 1
                while length < needle.count, haystack[position + length] == needle[length] { length += 1 }
                if length == needle.count { return true }
            }
            position += 1
        }
        return false
    }
}
