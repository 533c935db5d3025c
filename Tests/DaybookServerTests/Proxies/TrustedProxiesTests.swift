import TestSupport
import Testing

@testable import DaybookServer

@Suite("Proxies that are trusted")
struct TrustedProxiesTests {
    @Test(
        "a range holds what begins like it",
        arguments: [
            ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false),
            ("10.0.0.0/8", "::ffff:10.1.2.3", true),
            ("192.168.1.7/24", "192.168.1.200", true), ("192.168.1.7/24", "192.168.2.7", false),
            ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false), ("192.0.2.1/32", "192.0.2.1", true),
            ("192.0.2.0/31", "192.0.2.1", true), ("192.0.2.0/31", "192.0.2.2", false),
            ("0.0.0.0/0", "203.0.113.9", true), ("0.0.0.0/0", "2001:db8::1", false),
            ("::/0", "2001:db8::1", true), ("::/0", "203.0.113.9", false), ("fd00::/8", "fdff::1", true),
            ("fd00::/8", "fe00::1", false), ("2001:db8::/33", "2001:db8:7fff::1", true),
            ("2001:db8::/33", "2001:db8:8000::1", false), ("2001:db8::/64", "2001:db8::ffff:1:2:3", true),
            ("2001:db8::/64", "2001:db8:0:1::", false), ("2001:db8::/65", "2001:db8::7fff:0:0:1", true),
            ("2001:db8::/65", "2001:db8::8000:0:0:1", false), ("::1", "::1", true), ("::1/128", "::2", false),
            ("::ffff:10.0.0.0/104", "10.9.9.9", true), ("::ffff:0:0/96", "8.8.8.8", true),
        ]
    )
    func ranges(_ range: String, _ address: String, _ isIn: Bool) throws {
        let proxies = try TrustedProxies(range)
        #expect(proxies.contains(try #require(IPAddress(address))) == isIn)
    }

    @Test(
        "a malformed range is reported, with the wrong part",
        arguments: [
            ("10.0.0.0/33", "10.0.0.0/33"), ("::/129", "::/129"), ("10.0.0.0/", "10.0.0.0/"),
            ("10.0.0.0/-1", "10.0.0.0/-1"),
            ("10.0.0.0/+8", "10.0.0.0/+8"), ("10.0.0.0/8/8", "10.0.0.0/8/8"), ("127.0.0.1, proxy", "proxy"),
            ("/8", "/8"),
            ("10.0.0.0/0008", "10.0.0.0/0008"), ("127.0.0.1 ::1", "127.0.0.1 ::1"), ("*", "*"),
        ]
    )
    func invalid(_ text: String, _ part: String) {
        #expect(throws: TrustedProxies.InvalidRange(text: part)) { try TrustedProxies(text) }
    }

    @Test("an empty list, and commas alone, name no proxy", arguments: ["", " ", ",", " , ,"])
    func nobody(_ text: String) throws {
        let proxies = try TrustedProxies(text)
        for address in ["127.0.0.1", "::1", "0.0.0.0"] { #expect(!proxies.contains(try #require(IPAddress(address)))) }
    }

    /// The connection's other end, the header's lines, and where the request came from.
    static let ways: [(peer: String, lines: [String], client: String)] = [
        // The peer is not trusted.
        ("203.0.113.9", [], "203.0.113.9"),
        ("203.0.113.9", ["198.51.100.1"], "203.0.113.9"),
        // One proxy.
        ("10.0.0.1", [], "10.0.0.1"),
        ("10.0.0.1", ["198.51.100.1"], "198.51.100.1"),
        ("::ffff:10.0.0.1", ["198.51.100.1"], "198.51.100.1"),
        ("10.0.0.1", ["2001:db8::7"], "2001:db8::7"),
        // Entries to the left of the first untrusted address were written by clients.
        ("10.0.0.1", ["127.0.0.1, 10.9.9.9, 198.51.100.1"], "198.51.100.1"),
        ("10.0.0.1", ["1.1.1.1", "198.51.100.1"], "198.51.100.1"),
        // Two proxies, and two lines.
        ("10.0.0.1", ["198.51.100.1, 10.0.0.2"], "198.51.100.1"),
        ("10.0.0.1", ["198.51.100.1", "10.0.0.2"], "198.51.100.1"),
        ("fd00::1", ["198.51.100.1", "10.0.0.2,fd00::2"], "198.51.100.1"),
        // All entries are trusted: a person in the operator's own network.
        ("10.0.0.1", ["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
        // The forms of some proxies.
        ("10.0.0.1", ["198.51.100.1:4711"], "198.51.100.1"), ("10.0.0.1", ["[2001:db8::7]:4711"], "2001:db8::7"),
        ("10.0.0.1", ["[2001:db8::7]"], "2001:db8::7"), ("10.0.0.1", [" \t198.51.100.1\t"], "198.51.100.1"),
        // An entry that is not an address ends the search.
        ("10.0.0.1", ["unknown"], "10.0.0.1"), ("10.0.0.1", [""], "10.0.0.1"),
        ("10.0.0.1", ["198.51.100.1,"], "10.0.0.1"),
        ("10.0.0.1", ["198.51.100.1, unknown, 10.0.0.2"], "10.0.0.2"), ("10.0.0.1", ["198.51.100.1:port"], "10.0.0.1"),
        ("10.0.0.1", ["[198.51.100.1]:80"], "10.0.0.1"), ("10.0.0.1", ["[::1"], "10.0.0.1"),
        ("10.0.0.1", ["198.51.100.1:123456"], "10.0.0.1"), ("10.0.0.1", ["\u{1F600}"], "10.0.0.1"),
        ("10.0.0.1", ["for=198.51.100.1"], "10.0.0.1"),
    ]

    @Test("the client is the last address on the way that is not ours", arguments: ways)
    func client(_ peer: String, _ lines: [String], _ client: String) throws {
        let proxies = try TrustedProxies("10.0.0.0/8, fd00::/8")
        let found = proxies.client(peer: try #require(IPAddress(peer)), forwardedFor: lines)
        #expect(found == IPAddress(client), "\(found)")
    }

    @Test(
        "TLS follows the last value, which is our own proxy's",
        arguments: [
            ("10.0.0.1", ["https"], true), ("10.0.0.1", ["http"], false), ("10.0.0.1", ["HTTPS"], true),
            ("10.0.0.1", ["https, http"], false), ("10.0.0.1", ["http", "https"], true), ("10.0.0.1", [], nil),
            ("10.0.0.1", ["wss"], nil), ("10.0.0.1", [""], nil), ("203.0.113.9", ["https"], nil),
        ] as [(String, [String], Bool?)]
    )
    func isSecure(_ peer: String, _ lines: [String], _ isSecure: Bool?) throws {
        let proxies = try TrustedProxies("10.0.0.0/8")
        #expect(proxies.isSecure(peer: try #require(IPAddress(peer)), forwardedProto: lines) == isSecure)
    }

    @Test("whatever a stranger writes in front, the client stays the same")
    func fuzz() throws {
        let proxies = try TrustedProxies("10.0.0.0/8, fd00::/8")
        let peer = try #require(IPAddress("10.0.0.1"))
        let noise = Array("0123456789abcdef.:,,  []%\"=unkow")
        for seed in Seeds.cases(usual: 20_000) {
            var random = SplitMix64(seed: seed)
            let client = IPAddressTests.address(using: &random)
            guard let address = IPAddress(client), !proxies.contains(address) else { continue }
            let lie = String((0..<random.int(0...60)).compactMap { _ in noise.randomElement(using: &random) })
            let ours = (0..<random.int(0...3)).map { "10.0.0.\($0)" }
            let lines =
                random.int(0...1) == 0 ? [lie, client] + ours : [([lie, client] + ours).joined(separator: ", ")]
            let found = proxies.client(peer: peer, forwardedFor: lines)
            if found != address { Issue.record("\(lines) came from \(found), \(seed.asSeed)") }
            // Noise gives an address and nothing else, in time that is linear in its length.
            _ = proxies.client(peer: peer, forwardedFor: [lie, lie])
        }
    }
}
