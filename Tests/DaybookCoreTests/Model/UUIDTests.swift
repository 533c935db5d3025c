import Testing

@testable import DaybookCore

@Suite struct UUIDTests {
    @Test("An id reads in either case and writes in lowercase")
    func text() {
        let id = UUID(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210)
        #expect(id.description == "01234567-89ab-cdef-fedc-ba9876543210")
        #expect(UUID("01234567-89ab-cdef-fedc-ba9876543210") == id)
        #expect(UUID("01234567-89AB-CDEF-FEDC-BA9876543210") == id)
        property(runs: 500) { random in
            let id = random.uuid()
            try hold(UUID(id.description), equals: id, "round trip")
            let other = random.uuid()
            try hold(id < other, equals: id.description < other.description, "the order is the text's")
        }
    }

    @Test(
        "What is no id is refused",
        arguments: [
            "", "01234567-89ab-cdef-fedc-ba987654321", "01234567-89ab-cdef-fedc-ba98765432100",
            "0123456789abcdeffedcba9876543210", "01234567-89ab-cdef-fedc-ba987654321g",
            "{1234567-89ab-cdef-fedc-ba9876543210}", "01234567_89ab-cdef-fedc-ba9876543210",
            "０1234567-89ab-cdef-fedc-ba9876543210",
        ]
    )
    func refuses(text: String) {
        #expect(UUID(text) == nil)
    }

    @Test("Version 7 ids order by their moment and carry version and variant")
    func version7() {
        // RFC 9562, appendix A.6.
        let example = UUID.v7(at: Instant(milliseconds: 0x017F_22E2_79B0), random: (0xCC3, 0x18C4_DC0C_0C07_398F))
        #expect(example.description == "017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
        property(runs: 500) { random in
            let moment = Instant(milliseconds: random.int64(0...0xFFFF_FFFF_FFFE))
            let id = UUID.v7(at: moment, random: (random.next(), random.next()))
            let next = UUID.v7(at: moment.advanced(by: .milliseconds(1)), random: (random.next(), random.next()))
            try hold(id < next, "\(id) before \(next)")
            try hold(id.high >> 12 & 0xF, equals: 7, "version")
            try hold(id.low >> 62, equals: 2, "variant")
        }
        _ = UUID.v7(at: Instant(milliseconds: .min), random: (.max, .max))
    }

    @Test("[I2] Version 5 ids are RFC 9562's for the same namespace and name")
    func version5() {
        let dns = UUID(high: 0x6ba7_b810_9dad_11d1, low: 0x80b4_00c0_4fd4_30c8)
        #expect(UUID.v5(namespace: dns, name: "www.example.com").description == "2ed6657d-e927-568b-95e1-2665a8aea6a2")
        #expect(UUID.v5(namespace: dns, name: "python.org").description == "886313e1-3b8a-5372-9b90-0c9aee199e5d")
        #expect(UUID.urlNamespace.description == "6ba7b811-9dad-11d1-80b4-00c04fd430c8")
    }

    @Test(
        "SHA-1 of the messages of FIPS 180 and RFC 3174",
        arguments: [
            ("", 1, "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
            ("abc", 1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
                "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
            ),
            ("a", 100_000, "c4d4b30851182fc4eb8675494d42fd7f17e29c93"),
            (
                "0123456701234567012345670123456701234567012345670123456701234567", 10,
                "dea356a2cddd90c7a7ecedc5ebb563934f460452"
            ),
        ]
    )
    func sha1(message: String, times: Int, digest: String) {
        let parts = SHA1.digest(Array(String(repeating: message, count: times).utf8))
        var bytes: [UInt8] = []
        for part in [parts.0, parts.1, parts.2, parts.3, parts.4] { bytes.appendHex(UInt64(part), digits: 8) }
        #expect(String(decoding: bytes, as: UTF8.self) == digest)
    }
}
