import Testing

@testable import DaybookServer

@Suite("The names of hosts")
struct HostNameTests {
    @Test(
        "a name, an address, and a port behind either",
        arguments: [
            "localhost", "a", "example.org:8080", "EXAMPLE.org.", "192.0.2.1:80", "[::1]", "[2001:db8::1]:443", "a:",
            "xn--bcher-kva.example", "a_b-c~d%20",
        ]
    )
    func valid(_ text: String) { #expect(HostName.isValid(text)) }

    @Test(
        "nothing else",
        arguments: [
            "", ":80", "a b", "a/b", "user@host", "http://a", "a:b", "a:123456", "[::1", "[]", "[192.0.2.1]", "[::1]x",
            "a\u{0}", "é", "a?b", "a#b", String(repeating: "a", count: 300),
        ]
    )
    func invalid(_ text: String) { #expect(!HostName.isValid(text)) }

    @Test("a target in absolute form is taken apart")
    func absolute() {
        let cases: [(String, String, String)] = [
            ("http://a.example:80/b?c", "a.example:80", "/b?c"), ("HTTPS://a", "a", "/"),
            ("http://a?b=c", "a", "/?b=c"),
            ("http:///x", "", "/x"),
        ]
        for (text, authority, path) in cases {
            let target = AbsoluteTarget(text)
            #expect(target?.authority == authority && target?.path == path, "\(text)")
        }
        for text in ["/a", "*", "a:80", "/http://a", "ftp://a/b"] { #expect(AbsoluteTarget(text) == nil) }
    }
}
