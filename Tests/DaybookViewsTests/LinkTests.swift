import DaybookCore
import TestSupport
import Testing

@testable import DaybookViews

/// Web addresses in a person's text.
@Suite struct LinkTests {
    private func links(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        return LinkFinder.links(in: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    @Test(
        "[N3] An address ends before the punctuation around it",
        arguments: [
            ("See https://example.com.", ["https://example.com"]),
            (
                "(http://example.com/a_(b)) and https://example.org/?q=1&r=%20!",
                ["http://example.com/a_(b)", "https://example.org/?q=1&r=%20"]
            ),
            ("HTTPS://Example.COM/É, or <https://x.y>", ["HTTPS://Example.COM/É", "https://x.y"]),
            ("https://[::1]:8080/ https://münchen.de", ["https://[::1]:8080/", "https://münchen.de"]),
            ("'https://a.b/c'd' https://a.b/[x]]", ["https://a.b/c'd", "https://a.b/[x]"]),
            ("https://a.b/\nhttps://c.d", ["https://a.b/", "https://c.d"]),
        ]
    )
    func found(text: String, expected: [String]) {
        #expect(links(text) == expected)
    }

    @Test("[N3] A hundred thousand brackets behind an address are read once", .timeLimit(.minutes(1)))
    func brackets() {
        let brackets = String(repeating: ")]", count: 100_000)
        #expect(links("https://a.b/(x)[y]" + brackets) == ["https://a.b/(x)[y]"])
    }

    @Test(
        "[N3] What only looks like one is text",
        arguments: [
            "http://", "https:// x", "https://.", "xhttps://a.b", "javascript:alert(1)", "data:text/html,x",
            "www.example.com",
            "https:/a.b", "ftp://a.b", "http",
        ]
    )
    func notFound(text: String) {
        #expect(links(text) == [])
    }

    @Test("[N3] A link opens a window that knows nothing of this one, and no text leaves its attribute")
    func html() {
        var html = HTML(capacity: 64)
        html.linkedText("<b> https://a.b/?x=\"onload=1&y=<i> é\u{301}")
        #expect(
            String(decoding: html.bytes, as: UTF8.self)
                == "&lt;b&gt; <a target=\"_blank\" rel=\"noopener noreferrer\" href=\"https://a.b/?x=\">https://a.b/?x=</a>"
                + "&quot;onload=1&amp;y=&lt;i&gt; é\u{301}"
        )
    }

    @Test("[N3] Whatever the text, the parts make it up again, and links hold nothing that HTML reads")
    func law() {
        for seed in Seeds.runs(3) {
            var random = SplitMix64(seed: seed)
            let pieces = [
                "https://", "http://", "a", ".", "/", "(", ")", "[", "]", " ", "\n", "é", "\u{301}", "👍🏽",
                "<", ">", "\"", "&", "'", "\u{202E}",
            ]
            for _ in 0..<1_000 {
                let count = Int.random(in: 0...12, using: &random)
                let text = (0..<count).map { _ in pieces.randomElement(using: &random)! }.joined()
                let bytes = Array(text.utf8)
                var place = 0
                for link in LinkFinder.links(in: bytes) {
                    #expect(link.lowerBound >= place && link.upperBound <= bytes.count, "\(seed.asSeed)")
                    place = link.upperBound
                    let address = String(decoding: bytes[link], as: UTF8.self)
                    #expect(Array(address.utf8) == Array(bytes[link]), "no character is torn, \(seed.asSeed): \(text)")
                    #expect(!address.contains { "<>\" \n".contains($0) }, "\(seed.asSeed)")
                    #expect(address.hasPrefix("http"), "\(seed.asSeed)")
                }
            }
        }
    }
}
