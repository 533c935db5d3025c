import Foundation
import TestSupport
import Testing

@testable import DaybookServer

@Suite("Addresses of the internet")
struct IPAddressTests {
    @Test(
        "are read in all their forms, and written in one",
        arguments: [
            ("192.0.2.1", "192.0.2.1"), ("0.0.0.0", "0.0.0.0"), ("255.255.255.255", "255.255.255.255"),
            ("::1", "::1"), ("::", "::"), ("2001:DB8::1", "2001:db8::1"), ("2001:db8:0:0:0:0:0:1", "2001:db8::1"),
            ("1:0:0:2:0:0:0:3", "1:0:0:2::3"), ("1::", "1::"), ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"),
            ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"), ("::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"),
            ("::ffff:192.0.2.1", "192.0.2.1"), ("::FFFF:c000:201", "192.0.2.1"),
            ("64:ff9b::192.0.2.1", "64:ff9b::c000:201"), ("fe80::1", "fe80::1"),
        ]
    )
    func reads(_ text: String, _ written: String) throws {
        #expect(try #require(IPAddress(text)).description == written)
    }

    @Test(
        "what is no address is none",
        arguments: [
            "", " ", "1", "1.2.3", "1.2.3.4.5", "1.2.3.256", "1.2.3.04", "1.2.3.-4", "1.2.3.+4", " 1.2.3.4", "1.2.3.4 ",
            "1.2.3.4:80", "1..2.3", "0x7f.0.0.1", "2130706433", "localhost", "unknown", ":", ":::", "1::2::3", "::1::",
            "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", "::1:2:3:4:5:6:7:8", "12345::", "g::", "-1::",
            "fe80::1%eth0", "[::1]", "::1.2.3.4:5", "1.2.3.4::", "::ffff:1.2.3", "1:2:3:4:5:6:7:1.2.3.4", "１.2.3.4",
            String(repeating: "1", count: 10_000), String(repeating: ":", count: 10_000),
        ]
    )
    func refuses(_ text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test("agree with the operating system on texts that look like addresses")
    func fuzz() {
        let alphabet = Array("0123456789abcdefF::::....% -xg[]")
        for seed in Seeds.cases(usual: 50_000) {
            var random = SplitMix64(seed: seed)
            var text = Self.address(using: &random)
            for _ in 0..<Int.random(in: 0...3, using: &random) where !text.isEmpty {
                let place = text.index(text.startIndex, offsetBy: Int.random(in: 0..<text.count, using: &random))
                switch Int.random(in: 0..<3, using: &random) {
                case 0: text.remove(at: place)
                case 1: text.insert(alphabet.randomElement(using: &random) ?? "0", at: place)
                default: text.insert(contentsOf: String(text[place...].prefix(3)), at: place)
                }
            }
            let read = IPAddress(text)?.description
            if read != Self.asTheSystemReads(text) {
                Issue.record("\(text) was read as \(read ?? "none"), \(seed.asSeed)")
            }
        }
    }

    static func address(using random: inout some RandomNumberGenerator) -> String {
        if Bool.random(using: &random) {
            return (0..<4).map { _ in String(UInt8.random(in: 0...255, using: &random)) }.joined(separator: ".")
        }
        let groups = (0..<8).map { _ in
            Bool.random(using: &random) ? 0 : UInt16.random(in: 0...0xFFFF, using: &random)
        }
        return IPAddress(
            high: groups[..<4].reduce(0) { $0 << 16 | UInt64($1) },
            low: groups[4...].reduce(0) { $0 << 16 | UInt64($1) }
        ).description
    }

    /// The result of `inet_pton` and `inet_ntop` for a text, with mapped addresses as version 4.
    private static func asTheSystemReads(_ text: String) -> String? {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &bytes) == 1 { return written(bytes, AF_INET) }
        guard inet_pton(AF_INET6, text, &bytes) == 1 else { return nil }
        let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
        if isMapped { return written(Array(bytes[12...]), AF_INET) }
        // The system writes the old "compatible" addresses with dots; RFC 5952 has no such form.
        return written(bytes, AF_INET6).flatMap { $0.contains(".") ? IPAddress($0)?.description : $0 }
    }

    private static func written(_ bytes: [UInt8], _ family: Int32) -> String? {
        var text = [CChar](repeating: 0, count: 64)
        guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
