import DaybookPush
import Testing

@Suite struct EndpointTests {
    private typealias Failure = PushEndpoint.Failure

    @Test(
        "[R1] The addresses of the services that browsers use are read",
        arguments: [
            ("https://fcm.googleapis.com/fcm/send/d_x:APA91bE-_", "https://fcm.googleapis.com"),
            ("https://updates.push.services.mozilla.com/wpush/v2/gAAAAAB", "https://updates.push.services.mozilla.com"),
            ("https://web.push.apple.com/QABc-_", "https://web.push.apple.com"),
            ("https://wns2-par02p.notify.windows.com/w/?token=BQYA%2bw%3d", "https://wns2-par02p.notify.windows.com"),
            ("HTTPS://Push.Example.NET/A", "https://push.example.net"),
            ("https://push.example.net:443/a", "https://push.example.net"),
            ("https://push.example.net:8443/a", "https://push.example.net:8443"),
            ("https://push.example.net?a=b@c", "https://push.example.net"),
            ("https://push.example.net", "https://push.example.net"),
        ]
    )
    func good(text: String, origin: String) throws {
        let endpoint = try PushEndpoint(text)
        #expect(endpoint.origin == origin)
        #expect(endpoint.text == text)
        #expect("\(endpoint)" == origin, "the rest is a secret, and stands in no log")
    }

    @Test(
        "[R1] All others are refused",
        arguments: [
            ("", .malformed), ("https", .malformed), ("https:", .malformed), ("https://", .malformed),
            ("https:///a", .malformed), ("https:/push.example.net/a", .malformed), ("//push.example.net/a", .malformed),
            ("http://push.example.net/a", .insecure), ("ftp://push.example.net/a", .insecure),
            ("file:///etc/passwd", .insecure), ("gopher://push.example.net", .insecure),
            ("https://user@push.example.net/a", .malformed), ("https://user:pass@push.example.net/a", .malformed),
            ("https://push.example.net@127.0.0.1/a", .malformed), ("https://push.example.net\\@127.0.0.1/", .malformed),
            ("https://push.example.net/a#b", .malformed), ("https://push.example.net/a b", .malformed),
            ("https://push.example.net/a\r\nHost: x", .malformed), ("https://push.example.net/\u{0}", .malformed),
            ("https://push.example.net/ü", .malformed), ("https://püsh.example.net/a", .malformed),
            ("https://push.example.net:/a", .malformed), ("https://push.example.net:0/a", .malformed),
            ("https://push.example.net:65536/a", .malformed), ("https://push.example.net:+80/a", .malformed),
            ("https://push.example.net:80:80/a", .malformed), ("https://push..example.net/a", .malformed),
            ("https://.example.net/a", .malformed), ("https://push.example.net./a", .malformed),
            ("https://-push.example.net/a", .malformed), ("https://push%2eexample.net/a", .malformed),
            ("https://[::1]/a", .malformed), ("https://[::ffff:127.0.0.1]/a", .malformed),
            ("https://127.0.0.1/a", .privateHost), ("https://8.8.8.8/a", .privateHost),
            ("https://127.1/a", .privateHost), ("https://2130706433/a", .privateHost),
            ("https://0x7f.1/a", .privateHost), ("https://0x7f000001/a", .privateHost),
            ("https://a.0x7f/a", .privateHost), ("https://017700000001/a", .privateHost),
            ("https://localhost/a", .privateHost), ("https://intranet/a", .privateHost),
            ("https://push.example.net/" + String(repeating: "a", count: 2_048), .tooLong),
        ] as [(String, PushEndpoint.Failure)]
    )
    func bad(text: String, failure: PushEndpoint.Failure) {
        #expect(throws: failure) { try PushEndpoint(text) }
    }

    @Test("[R1] Hosts that the operator trusts may be anywhere, and without TLS; no other may")
    func privateHosts() throws {
        let hosts = try PrivatePushHosts("127.0.0.1, localhost,Push.Home.Arpa,")
        for text in [
            "http://127.0.0.1:8081/a", "https://localhost/a", "http://push.home.arpa/a", "https://push.example.net/a",
        ] {
            #expect(try PushEndpoint(text, privateHosts: hosts).text == text)
        }
        #expect(try PushEndpoint("http://127.0.0.1:80/a", privateHosts: hosts).origin == "http://127.0.0.1")
        #expect(try PushEndpoint("http://127.0.0.1:443/a", privateHosts: hosts).origin == "http://127.0.0.1:443")
        #expect(throws: Failure.privateHost) { try PushEndpoint("https://127.0.0.2/a", privateHosts: hosts) }
        #expect(throws: Failure.insecure) { try PushEndpoint("http://push.example.net/a", privateHosts: hosts) }
        #expect(throws: Failure.insecure) { try PushEndpoint("ftp://localhost/a", privateHosts: hosts) }
        #expect(try PrivatePushHosts("") == .none)
    }

    @Test(
        "[R1] A list of trusted hosts with something else in it is refused",
        arguments: ["localhost:80", "http://a.b", "a_b", "a..b"]
    )
    func badHosts(text: String) {
        #expect(throws: PrivatePushHosts.InvalidHost.self) { try PrivatePushHosts("127.0.0.1," + text) }
    }
}
