@_spi(_Unicode) import Swift
import Testing

@testable import DaybookCore

@Suite struct FoldTests {
    private func folded(_ text: String) -> String { String(decoding: Fold.bytes(text), as: UTF8.self) }

    @Test(
        "[L3] [L4] Text without case or accents",
        arguments: [
            ("", ""), ("Buy MILK 2", "buy milk 2"), ("é", "e"), ("e\u{301}", "e"), ("É", "e"), ("Straße", "strasse"),
            ("STRASSE", "strasse"), ("ẞ", "ss"), ("Å", "a"), ("\u{212B}", "a"), ("Ångström", "angstrom"), ("İ", "i"),
            ("ı", "i"), ("I", "i"), ("Æsir", "aesir"), ("smørrebrød", "smorrebrod"), ("Łódź", "lodz"), ("þ", "th"),
            ("œuvre", "oeuvre"), ("Đà Nẵng", "da nang"), ("Tiếng Việt", "tieng viet"), ("ơ", "o"),
            ("Ελλάδα", "ελλαδα"), ("ΟΔΟΣ", "οδοσ"), ("οδος", "οδοσ"), ("Ё", "е"), ("Привет", "привет"), ("й", "и"),
            ("नमस्ते", "नमस्ते"), ("हिन्दी", "हिन्दी"), ("क़", "क\u{93C}"), ("שָׁלוֹם", "שלום"), ("مُحَمَّد", "محمد"),
            ("\u{212A}", "k"), ("ſ", "s"), ("a\u{200B}b\u{200D}c", "abc"), ("soft\u{AD}hyphen", "softhyphen"),
            ("❤\u{FE0F}", "❤"), ("👍🏽", "👍🏽"), ("日本", "日本"), ("🇮🇳", "🇮🇳"), ("\u{301}", ""),
        ]
    )
    func table(text: String, expected: String) {
        #expect(Array(folded(text).unicodeScalars) == Array(expected.unicodeScalars))
    }

    /// What a scalar is folded to by the standard library's tables.
    private func reference(_ text: String) -> [UInt8] {
        let kept = text.lowercased()._nfd.filter { !Fold.isMark($0.value) }
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: kept)
        var folded: [UInt8] = []
        for scalar in String(scalars)._nfd { Fold.append(scalar.value, to: &folded) }
        return folded
    }

    @Test("[L4] FoldTable says of each scalar what the standard library says: else run scripts/fold-table.swift")
    func everyScalar() {
        var differing: [UInt32] = []
        for scalar in (0...0x10FFFF).compactMap({ Unicode.Scalar($0 as UInt32) }) {
            let text = String(scalar)
            let isSame = Fold.bytes(text) == reference(text) && Fold.lowercase(text).isSame(as: text.lowercased())
            if !isSame { differing.append(scalar.value) }
        }
        #expect(differing.isEmpty)
    }

    @Test("[L4] Marks that stay have one order, whichever was typed")
    func order() {
        let marks = "\u{93C}\u{94D}\u{301}\u{323}\u{5B0}\u{5BC}\u{E38}\u{E48}\u{F71}\u{200D}a".unicodeScalars.map(
            String.init
        )
        property(runs: 2_000) { random in
            let text = random.array(0...8) { $0.pick(marks) }.joined()
            try hold(Fold.bytes(text), equals: reference(text), "\(text.unicodeScalars.map(\.value))")
        }
    }

    @Test("[L4] A folded text folds to itself, and case and composition make no difference")
    func idempotent() {
        property(runs: 1_000) { random in
            let text = random.text()
            try hold(folded(folded(text)), equals: folded(text), "folding twice: \(text)")
            try hold(folded(text.lowercased()), equals: folded(text), "case: \(text)")
        }
    }

    @Test("[L4] A folded text holds no byte that separates texts")
    func separator() {
        property(runs: 500) { random in
            let text = random.text()
            try hold(!Fold.bytes(text).contains(0xFF), text)
        }
    }

    @Test("[L4] Found is what the standard library finds")
    func contains() {
        property(runs: 2_000) { random in
            let haystack = random.array(0...12) { UInt8($0.int(1...2)) }
            let needle = random.array(0...4) { UInt8($0.int(1...2)) }
            let found = needle.isEmpty || haystack.indices.contains { haystack[$0...].starts(with: needle) }
            try hold(Fold.contains(haystack, needle), equals: found, "\(needle) in \(haystack)")
        }
    }
}
