import TestSupport
import Testing

@testable import DaybookZip

@Suite("Gzip")
struct GzipTests {
    static func packed(_ content: [UInt8], level: Int = 6) -> [UInt8] {
        content.withUnsafeBytes { Gzip.packed($0, level: level) }
    }

    /// Decompresses bytes in pieces of a size.
    static func unpacked(_ bytes: [UInt8], limit: Int = 1 << 20, pieces: Int = .max) throws -> [UInt8] {
        let gunzip = Gunzip(limit: limit)
        var rest = bytes[...]
        while !rest.isEmpty {
            try rest.prefix(pieces).withUnsafeBytes { try gunzip.write($0) }
            rest = rest.dropFirst(pieces)
        }
        return try gunzip.finish()
    }

    static let text = Array(String(repeating: "Buy milk and bread. ", count: 200).utf8)

    @Test("what is packed is unpacked, at each level and in pieces of any size", arguments: [1, 6, 9], [1, 7, 4_096])
    func roundTrip(_ level: Int, _ pieces: Int) throws {
        for content in [[], [0], Self.text] {
            let packed = Self.packed(content, level: level)
            #expect(packed.starts(with: [0x1F, 0x8B]))
            #expect(try Self.unpacked(packed, pieces: pieces) == content)
        }
        #expect(Self.packed(Self.text, level: level).count < Self.text.count / 10)
    }

    @Test("a stream that another program packed is read: with a name, and with its bytes stored")
    func foreign() throws {
        // Built from its parts: a header with a file name, one stored block, the trailer.
        let stored: [UInt8] = [0x01, 8, 0, 0xF7, 0xFF] + Array("Buy milk".utf8)
        let plain = Self.packed(Array("Buy milk".utf8))
        let bytes: [UInt8] = [0x1F, 0x8B, 8, 8, 0, 0, 0, 0, 0, 3, 0x61, 0] + stored + plain.suffix(8)
        #expect(try Self.unpacked(bytes) == Array("Buy milk".utf8))
    }

    @Test("a stream that ends early is refused wherever it ends")
    func truncated() {
        let packed = Self.packed(Array("Buy milk".utf8))
        for count in 0..<packed.count {
            #expect(throws: Gunzip.Failure.damaged, "\(count)") { try Self.unpacked(Array(packed.prefix(count))) }
        }
    }

    @Test("a wrong checksum, a wrong length and bytes behind the end are refused")
    func damaged() {
        let packed = Self.packed(Self.text)
        for offset in 1...8 {
            var bytes = packed
            bytes[bytes.count - offset] ^= 1
            #expect(throws: Gunzip.Failure.damaged, "\(offset)") { try Self.unpacked(bytes) }
        }
        for rest in [[0], [0x1F], [0x1F, 0x8B], Array("garbage".utf8)] as [[UInt8]] {
            #expect(throws: Gunzip.Failure.damaged) { try Self.unpacked(packed + rest) }
        }
        for bytes in [Array("no gzip at all".utf8), [UInt8](repeating: 0, count: 100)] {
            #expect(throws: Gunzip.Failure.damaged) { try Self.unpacked(bytes) }
        }
    }

    @Test("several members are one content, and count together")
    func members() throws {
        let bytes = Self.packed(Self.text) + Self.packed([]) + Self.packed(Self.text)
        for pieces in [1, 100, .max] {
            #expect(try Self.unpacked(bytes, pieces: pieces) == Self.text + Self.text)
        }
        let limit = Self.text.count * 2
        #expect(try Self.unpacked(bytes, limit: limit).count == limit)
        #expect(throws: Gunzip.Failure.tooLarge) { try Self.unpacked(bytes, limit: limit - 1) }
    }

    @Test("what holds as much as is allowed is taken, one byte more is not", arguments: [0, 1, 65_536, 100_000])
    func limit(_ count: Int) throws {
        let packed = Self.packed([UInt8](repeating: 7, count: count))
        #expect(try Self.unpacked(packed, limit: count).count == count)
        if count > 0 { #expect(throws: Gunzip.Failure.tooLarge) { try Self.unpacked(packed, limit: count - 1) } }
    }

    @Test("a bomb is stopped at the limit, and the rest of it is not even looked at")
    func bomb() {
        // A gigabyte in a megabyte: a member of 64 MiB, repeated.
        let member = Self.packed([UInt8](repeating: 0, count: 64 << 20), level: 9)
        let bomb = Array(repeating: member, count: 16).flatMap { $0 } + Array("garbage".utf8)
        #expect(throws: Gunzip.Failure.tooLarge) { try Self.unpacked(bomb, limit: 100_000) }
    }
}
