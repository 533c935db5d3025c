import DaybookCore
import TestSupport
import Testing

@Suite struct Base64URLTests {
    @Test(
        "The examples of RFC 4648, section 10, with padding or without, and the two letters that are other than usual",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"), ("\u{3FF}", "z78="), ("??>", "Pz8-"), ("???", "Pz8_"),
        ]
    )
    func examples(text: String, padded: String) {
        let bare = padded.replacing("=", with: "")
        #expect(Base64URL.text(Array(text.utf8)) == bare)
        #expect(Base64URL.bytes(bare) == Array(text.utf8))
        #expect(Base64URL.bytes(padded) == Array(text.utf8))
    }

    @Test(
        "What is none is refused",
        arguments: [
            "A", "AAAAA", "Zg=", "Zm8==", "Zm9v=", "Zm9v====", "=", "====", "Zg==Zg==", "Z g", "Zg\n", "Pz8+", "Pz8/",
            "Zm9ü", "Zh", "Zm9", "Zg==\u{0}",
        ]
    )
    func refused(text: String) {
        #expect(Base64URL.bytes(text) == nil)
    }

    @Test("A written text is read as it was, and no other text without padding has the same bytes")
    func roundTrip() {
        for seed in Seeds.cases(usual: 2_000) {
            var random = SplitMix64(seed: seed)
            let bytes = random.array(0...70) { UInt8(truncatingIfNeeded: $0.next()) }
            let text = Base64URL.text(bytes)
            #expect(Base64URL.bytes(text) == bytes, "\(seed.asSeed)")
            var bent = Array(text.utf8)
            random.mutate(&bent)
            let read = Base64URL.bytes(String(decoding: bent, as: UTF8.self).replacing("=", with: "%"))
            #expect(read != bytes || Array(text.utf8) == bent, "\(seed.asSeed)")
        }
    }
}
