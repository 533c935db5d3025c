import Crypto
import DaybookCore
import Foundation
import Testing

@testable import DaybookPush

@Suite struct TokenTests {
    /// The example of RFC 8292, section 2.4.
    enum Example {
        static let input = """
            eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1\
            YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0
            """
        static let signature = "i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA"
        static let key = "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"
    }

    private let start = Instant(milliseconds: 1_800_000_000_000)

    @Test("[R1] A token equals that of RFC 8292's example, letter by letter, and its signature is read as ours")
    func example() throws {
        let token = VAPIDToken(
            audience: "https://push.example.net",
            expires: Instant(milliseconds: 1_453_523_768_000),
            contact: try VAPIDContact("mailto:push@example.com")
        )
        #expect(token.signingInput == Example.input)
        #expect(try isSigned(Example.input + "." + Example.signature, by: Example.key))
        #expect(try !isSigned(Example.input + "x." + Example.signature, by: Example.key))
        let key = VAPIDKey()
        #expect(try isSigned(token.signed(by: key), by: key.publicKeyText))
        #expect(try !isSigned(token.signed(by: key), by: Example.key))
    }

    @Test("[R1] The header has token and key, the service and the expiry: 12 hours")
    func header() throws {
        let key = VAPIDKey()
        let tokens = VAPIDTokens(key: key, contact: try VAPIDContact("ops@example.org"))
        let header = try tokens.authorization(for: "https://push.example.net", now: start)
        let parts = header.split(separator: " ")
        try #require(parts.count == 3)
        #expect(parts[0] == "vapid")
        #expect(parts[1].hasPrefix("t=") && parts[1].hasSuffix(","))
        #expect(parts[2] == "k=\(key.publicKeyText)")
        let token = String(parts[1].dropFirst(2).dropLast())
        #expect(try isSigned(token, by: key.publicKeyText))
        let claims = try #require(Base64URL.bytes(String(token.split(separator: ".")[1])))
        #expect(
            String(decoding: claims, as: UTF8.self)
                == #"{"aud":"https://push.example.net","exp":1800043200,"sub":"mailto:ops@example.org"}"#
        )
    }

    @Test("[R1] Without a contact there is no sub")
    func noContact() throws {
        let token = VAPIDToken(audience: "https://push.example.net", expires: start, contact: nil)
        let claims = try #require(Base64URL.bytes(String(token.signingInput.split(separator: ".")[1])))
        #expect(String(decoding: claims, as: UTF8.self) == #"{"aud":"https://push.example.net","exp":1800000000}"#)
    }

    @Test("[R1] A push service is shown the same token until an hour before its end, or until the clock is set back")
    func cache() throws {
        let tokens = VAPIDTokens(key: VAPIDKey(), contact: nil)
        func header(_ origin: String, after: Instant.Span) throws -> String {
            try tokens.authorization(for: origin, now: start.advanced(by: after))
        }
        let (here, there) = ("https://a.example.net", "https://b.example.net")
        let first = try header(here, after: .seconds(0))
        #expect(try header(here, after: .hours(11) - .milliseconds(1)) == first)
        #expect(try header(there, after: .seconds(0)) != first)
        let second = try header(here, after: .hours(11))
        #expect(second != first)
        #expect(try header(here, after: .hours(12)) == second)
        #expect(try header(here, after: .hours(11) - .milliseconds(1)) != second)
    }

    @Test("[R1] More services than there are do not fill the memory")
    func bound() throws {
        let tokens = VAPIDTokens(key: VAPIDKey(), contact: nil)
        let first = try tokens.authorization(for: "https://0.example.net", now: start)
        for number in 1...VAPIDTokens.most {
            _ = try tokens.authorization(for: "https://\(number).example.net", now: start)
        }
        #expect(try tokens.authorization(for: "https://0.example.net", now: start) != first)
    }

    @Test(
        "[R1] A contact is an address or a website in the public network",
        arguments: [
            ("mailto:ops@example.org", "mailto:ops@example.org"), ("ops@example.org", "mailto:ops@example.org"),
            ("https://example.org", "https://example.org"), ("https://example.org/a?b", "https://example.org/a?b"),
            ("https://example.org:8443", "https://example.org:8443"),
            ("", nil), ("example.org", nil), ("http://example.org", nil), ("mailto:", nil), ("ops@", nil),
            ("mailto:ops@localhost", nil), ("ops@home.local", nil), ("https://localhost", nil),
            ("https://127.0.0.1", nil), ("ops@mail.internal", nil), ("ops@mail.invalid", nil),
            ("mailto:<ops@example.org>", nil), ("mailto: ops@example.org", nil), ("ops@example.org\n", nil),
            (#"ops"@example.org"#, nil),
        ] as [(String, String?)]
    )
    func contacts(text: String, contact: String?) {
        #expect((try? VAPIDContact(text))?.text == contact)
    }

    private func isSigned(_ token: String, by key: String) throws -> Bool {
        let dot = try #require(token.lastIndex(of: "."))
        let signature = try #require(Base64URL.bytes(String(token[token.index(after: dot)...])))
        return try P256.Signing.PublicKey(x963Representation: try #require(Base64URL.bytes(key)))
            .isValidSignature(.init(rawRepresentation: signature), for: Array(token[..<dot].utf8))
    }
}

private func - (left: Instant.Span, right: Instant.Span) -> Instant.Span {
    .milliseconds(left.milliseconds - right.milliseconds)
}
