import Testing

@testable import DaybookCore

@Suite struct DigestTests {
    /// Of no bytes at all (FIPS 180-4).
    private let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

    @Test("[N6] A digest reads and writes 64 lowercase hexadecimal digits, and its 32 bytes")
    func text() throws {
        let digest = try #require(Digest(empty))
        #expect(digest.description == empty)
        #expect(digest.bytes.count == 32)
        #expect(digest.bytes.prefix(4) == [0xE3, 0xB0, 0xC4, 0x42])
        #expect(digest.bytes.last == 0x55)
        #expect(Digest(bytes: digest.bytes) == digest)
    }

    @Test(
        "[N6] Anything else is no digest",
        arguments: [
            "", "e3", String(repeating: "0", count: 63), String(repeating: "0", count: 65),
            String(repeating: "G", count: 64), String(repeating: "A", count: 64), String(repeating: "é", count: 32),
        ]
    )
    func none(text: String) {
        #expect(Digest(text) == nil)
    }

    @Test("[N6] Another number of bytes is not a digest", arguments: [0, 1, 31, 33, 64])
    func wrongCount(count: Int) {
        #expect(Digest(bytes: [UInt8](repeating: 7, count: count)) == nil)
    }

    @Test("[N6] Digests differ in any bit, and order as their text")
    func order() {
        property(runs: 300) { random in
            let bytes = (0..<32).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            var other = bytes
            other[Int.random(in: 0..<32, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            guard let left = Digest(bytes: bytes), let right = Digest(bytes: other) else { throw Falsified("digests") }
            try hold(left != right, "one bit makes another digest")
            try hold(left < right, equals: left.description < right.description, "the order of the text")
            try hold(Digest(left.description), equals: left, "the text reads back")
        }
    }
}
