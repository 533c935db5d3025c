import Testing

@testable import DaybookCore

@Suite struct TextTests {
    @Test("[N2] White space is what the standard library says it is")
    func spaces() {
        let differing = (0...0x10FFFF).compactMap { Unicode.Scalar($0 as UInt32) }.filter {
            Character($0).isSpace != Character($0).isWhitespace
        }
        #expect(differing.isEmpty)
        #expect(("\r\n" as Character).isSpace)
    }

    @Test(
        "[T2] Spaces and invisible characters around a text are dropped, and nothing else",
        arguments: [
            ("", ""), ("   ", ""), (" a ", "a"), ("\t\r\na\u{A0}b\u{3000}", "a\u{A0}b"), ("\u{FEFF}a\u{200B}", "a"),
            ("\u{200B}\u{200D}\u{2060}", ""), ("\u{200F}שלום\u{200F}", "שלום"), ("a  b", "a  b"), ("\u{AD}", ""),
            // A scalar that makes a heart red, or joins letters in Hindi and Persian, belongs to the character before
            // it.
            ("I ❤\u{FE0F}", "I ❤\u{FE0F}"), ("✈\u{FE0F} ", "✈\u{FE0F}"), ("क्\u{200D}", "क्\u{200D}"),
            ("1\u{FE0F}\u{20E3}", "1\u{FE0F}\u{20E3}"),
            ("\u{301}a", "\u{301}a"), (" \u{FE0F}", ""),
        ]
    )
    func trimmed(text: String, expected: String) {
        #expect(Array(Text.trimmed(text).unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test("[T2] Of any text, whole characters that show nothing are dropped at its ends, and then none is left there")
    func trimmedOfAny() {
        func isBlank(_ character: Character) -> Bool { !Text.isShown(String(character)) }
        let scalars: [Unicode.Scalar] = [
            "a", "é", " ", "\r", "\n", "\u{301}", "\u{200D}", "\u{FE0F}", "\u{600}", "क", "✈", "\u{AD}",
        ]
        property(runs: 3_000) { random in
            var text = ""
            for _ in 0..<random.int(0...6) { text.unicodeScalars.append(random.pick(scalars)) }
            let trimmed = Text.trimmed(text)
            let expected = Array(text).drop(while: isBlank).reversed().drop(while: isBlank).reversed()
            try hold(Array(trimmed.utf8), equals: Array(String(expected).utf8), "trimmed")
            try hold(Text.isShown(text), equals: !trimmed.isEmpty, "shown")
            try hold(Text.isLonger(text, than: 2), equals: text.count > 2, "longer than two")
        }
    }

    @Test("[T2] Characters are counted as a person counts them, within reason")
    func isLonger() {
        #expect(!Text.isLonger(String(repeating: Sample.emojiFamily, count: 32), than: 32))
        #expect(Text.isLonger(String(repeating: Sample.emojiFamily, count: 33), than: 32))
        #expect(!Text.isLonger(String(repeating: "e\u{301}", count: 32), than: 32))
        #expect(!Text.isLonger("", than: 0))
        #expect(Text.isLonger("a", than: 0))
        // One character of a million accents is one no person typed.
        #expect(Text.isLonger("a" + String(repeating: "\u{301}", count: 1_000_000), than: 32))
        #expect(!Text.isLonger("a" + String(repeating: "\u{301}", count: 1_000), than: 32))
        #expect(!Text.isLonger("abc", than: .max))
    }

    @Test("[T2] A clipped text fits, and is the longest beginning that does")
    func clipped() {
        #expect(
            Text.clipped(String(repeating: Sample.emojiFamily, count: 40), to: 32)
                == String(repeating: Sample.emojiFamily, count: 32)
        )
        #expect(Text.clipped("a" + String(repeating: "\u{301}", count: 1_000_000), to: 32) == "")
        property(runs: 1_000) { random in
            let text = random.text()
            let limit = random.int(0...12)
            let clipped = Text.clipped(text, to: limit)
            try hold(!Text.isLonger(clipped, than: limit), "fits")
            try hold(text.hasPrefix(clipped), "a beginning")
            if !Text.isLonger(text, than: limit) { try hold(clipped, equals: text, "what fits stays whole") }
        }
    }

    @Test("[T2] [T4] Control characters are found, and lines only where a field has one line")
    func controls() {
        for control in ["\u{0}", "\u{8}", "\u{1B}", "\u{7F}", "\u{85}", "\u{9F}", "\u{2028}", "\u{2029}"] {
            #expect(Text.hasControls("a" + control, allowingLines: true))
            #expect(Text.manyLines("a\n" + control + "b") == "a\nb")
            #expect(Text.oneLine("a" + control + "b") == "ab")
        }
        for line in ["\n", "\t", "\r\n"] {
            #expect(!Text.hasControls("a" + line, allowingLines: true))
            #expect(Text.hasControls("a" + line, allowingLines: false))
            #expect(Text.oneLine("a" + line + "b") == "a b")
        }
        #expect(!Text.hasControls(Sample.emojiFamily + "\u{200B}\u{202E}नमस्ते", allowingLines: false))
    }

    /// The limit protects against work that grows with the square of a text. It is not a measure.
    @Test("[T2] A hundred kilobytes of any text are checked", .timeLimit(.minutes(1)))
    func large() {
        for part in ["a", " ", "\u{301}", Sample.emojiFamily, "\u{200D}", "\u{0}", "🇮🇳", "\r\n"] {
            let text = String(repeating: part, count: (1 << 17) / part.utf8.count)
            let draft = Rules.standard.normalized(TodoDraft(title: text, detail: text, tags: [text]))
            #expect(!Rules.standard.violations(of: draft, now: Instant(milliseconds: 0)).isEmpty)
            #expect(!Text.isLonger(Text.clipped(text, to: 32), than: 32))
            let form = SignUpForm(name: text, mobile: text, email: text, password: text, passwordAgain: text)
            #expect(!Rules.standard.violations(of: Rules.standard.normalized(form)).isEmpty)
        }
    }
}
