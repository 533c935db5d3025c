import DaybookZip
import TestSupport
import Testing

@Suite("Gzip")
struct GzipTests {
    private static let text = Array(String(repeating: "Buy milk and bread. ", count: 200).utf8)

    @Test("zlib unpacks what was packed, at each level", arguments: [1, 6, 9])
    func roundTrip(_ level: Int) {
        for content in [[], [0], Self.text] {
            let packed = content.withUnsafeBytes { Gzip.packed($0, level: level) }
            #expect(packed.starts(with: [0x1F, 0x8B]))
            #expect(unpackedGzip(packed) == content)
            if content.count > 1 { #expect(packed.count < content.count / 10) }
        }
    }
}
