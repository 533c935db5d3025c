import DaybookStore
import DaybookZip
import Testing

@testable import DaybookServer

@Suite("Entries that wait for their turn")
struct PackedSpoolTests {
    private static let time = ZipTime(year: 2026, month: 11, day: 22, hour: 9, minute: 0, second: 0)

    @Test("an entry from the disk makes the same archive as one from memory", arguments: [0, 1, 1_000, 3_000_000])
    func sameBytes(_ count: Int) async throws {
        var state: UInt64 = 7
        let bytes = (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1
            return UInt8(truncatingIfNeeded: state >> 56)
        }
        let spools = Spools(ServerConfiguration())
        let spool = PackedSpool(spools, of: AccountID(uuid(1)))
        for start in stride(from: 0, to: count, by: 50_000) {
            try await spool.write(Array(bytes[start..<min(start + 50_000, count)]))
        }
        #expect((spools.usedBytes > 0) == (count > 1_000), "what is large is on the disk")
        let writer = ZipWriter(modified: Self.time)
        try await spool.finish {
            try writer.begin("a", $0)
        } _: { piece in
            #expect(piece.count <= PackedSpool.piece)
            try writer.writePacked(piece)
        }
        writer.finish()
        let other = ZipWriter(modified: Self.time)
        let packer = EntryPacker()
        packer.write(bytes)
        try other.add("a", packer.finish())
        other.finish()
        let archive = writer.drain()
        #expect(archive == other.drain())
        let zip = try ZipReader(ArchiveBytes(archive), limits: .init(entries: 1, bytes: 4_000_000))
        #expect(try zip.bytes(of: try #require(zip.entry(named: "a"))) == bytes)
    }
}
