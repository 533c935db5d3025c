import Testing

@testable import daybook

@Suite("Widths of texts in a terminal")
struct DisplayWidthTests {
    @Test(
        "[C7] Characters of East Asia and emoji take two columns, marks none",
        arguments: [
            ("", 0), ("rent", 4), ("é", 1), ("e\u{301}", 1), ("文章", 4), ("ｆ", 2), ("한국", 4), ("👍🏽", 2), ("❤️", 2),
            ("👨‍👩‍👧", 2),
            ("a\u{200B}b", 2), ("שלום", 4), ("ไทย", 3),
        ]
    )
    func widths(text: String, width: Int) {
        #expect(DisplayWidth.of(text) == width)
    }

    @Test("[C7] A text that does not fit ends with a sign for the rest, and never takes more")
    func clipping() {
        #expect(DisplayWidth.clipped("Pay rent", to: 8) == "Pay rent")
        #expect(DisplayWidth.clipped("Pay rent", to: 5) == "Pay …")
        #expect(DisplayWidth.clipped("文章文章", to: 4) == "文…")
        #expect(DisplayWidth.clipped("文章", to: 1) == "…")
        #expect(DisplayWidth.clipped("文章", to: 0) == "")
    }

    @Test("[C7] Control characters and signs of direction do not reach the terminal")
    func harmless() {
        #expect(DisplayWidth.harmless("a\u{1B}[2Jb\nc\u{202E}") == "a\u{FFFD}[2Jb c\u{FFFD}")
        #expect(DisplayWidth.harmlessLines("a\n\tb\u{7}") == "a\n\tb\u{FFFD}")
    }
}
