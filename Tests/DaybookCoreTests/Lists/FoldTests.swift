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
