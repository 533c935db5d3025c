import TestSupport
import Testing

@testable import DaybookZip

@Suite("Writing archives")
struct ZipWritingTests {
    static let time = ZipTime(year: 2026, month: 11, day: 22, hour: 9, minute: 5, second: 7)

    @Test("what was written is read back, however it was packed")
    func roundTrip() throws {
        let writer = ZipWriter(modified: Self.time)
        writer.begin("daybook.json")
        for number in 0..<3_000 { writer.write(Array("piece \(number), ".utf8)) }
        try writer.end()
        try writer.add("README.txt", PackedEntry(deflated: Array("Read me.".utf8)))
        try writer.add("photos/é.jpg", PackedEntry(stored: [0, 255, 1]))
        try writer.add("empty", PackedEntry(deflated: []))
        try writer.add("nothing", PackedEntry(stored: []))
        writer.begin("still empty")
        try writer.end()
        writer.finish()
        let bytes = writer.drain()

        let reader = try ZipReader(bytes, limits: .generous)
        #expect(
            reader.entries.map(\.name) == [
                "daybook.json", "README.txt", "photos/é.jpg", "empty", "nothing", "still empty",
            ]
        )
        let contents = try reader.entries.map { try reader.bytes(of: $0) }
        #expect(contents[0] == Array((0..<3_000).map { "piece \($0), " }.joined().utf8))
        #expect(contents[1...] == [Array("Read me.".utf8), [0, 255, 1], [], [], []])
        #expect(bytes.count < contents[0].count)
    }

    @Test("an archive with nothing in it")
    func empty() throws {
        let writer = ZipWriter(modified: Self.time)
        writer.finish()
        let bytes = writer.drain()
        #expect(bytes.count == 22)
        #expect(try ZipReader(bytes, limits: .generous).entries.isEmpty)
    }

    @Test("what is ready can be taken out at any time; together it is the archive")
    func drained() throws {
        func archive(draining: Bool) throws -> [UInt8] {
            let writer = ZipWriter(modified: Self.time)
            var bytes: [UInt8] = []
            writer.begin("a")
            var random = SplitMix64(seed: 1)
            for _ in 0..<40 {
                writer.write((0..<10_000).map { _ in UInt8(truncatingIfNeeded: random.next()) })
                if draining { bytes += writer.drain() }
            }
            try writer.end()
            writer.finish()
            return bytes + writer.drain()
        }
        #expect(try archive(draining: true) == archive(draining: false))
    }

    @Test("the bytes of a small archive are pinned")
    func pinned() throws {
        let writer = ZipWriter(modified: Self.time)
        try writer.add("a", PackedEntry(stored: Array("hi".utf8)))
        writer.finish()
        let local = "504b0304140000080000a348765dac2a93d8020000000200000001000000" + "61" + "6869"
        let central =
            "504b010214031400" + "00080000a348765dac2a93d80200000002000000" + "0100000000000000000000"
            + "00a48100000000"
            + "61"
        let end = "504b05060000000001000100" + "2f000000" + "21000000" + "0000"
        let hex = writer.drain().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(hex == local + central + end)
    }

    @Test("more entries than 16 bits can count")
    func manyEntries() throws {
        let writer = ZipWriter(modified: Self.time)
        let entry = PackedEntry(stored: [7])
        for number in 0..<65_540 { try writer.add("\(number)", entry) }
        writer.finish()
        let bytes = writer.drain()
        let reader = try ZipReader(bytes, limits: .generous)
        #expect(reader.entries.count == 65_540)
        let last = try #require(reader.entry(named: "65539"))
        #expect(try reader.bytes(of: last) == [7])
        #expect(throws: ZipError.tooManyEntries) {
            try ZipReader(bytes, limits: .init(entries: 65_539, bytes: 1 << 20))
        }
    }

    @Test("beyond 4 GiB offsets have 64 bits")
    func far() throws {
        let far = 5 << 30
        let writer = ZipWriter(modified: Self.time, position: far)
        try writer.add("a", PackedEntry(stored: [1]))
        writer.finish()
        let bytes = writer.drain()
        // Header, name and byte, then the directory.
        var scanner = ByteScanner(ArchiveBytes(bytes), at: 32)
        let entry = try CentralHeader.read(&scanner)
        #expect(entry.offset == far && entry.size == 1)
        let directory = far + 32
        let end64 = scanner.position
        let isEnd64 = scanner.skip(ZipFormat.end64)
        _ = try scanner.take(20)
        let counts = [try scanner.int64(), try scanner.int64()]
        let place = [try scanner.int64(), try scanner.int64()]
        #expect(isEnd64 && counts == [1, 1] && place == [end64 - 32, directory])
        let isLocator = scanner.skip(ZipFormat.locator64)
        let disk = try scanner.uint32()
        let pointer = try scanner.int64()
        #expect(isLocator && disk == 0 && pointer == far + end64)
    }

    @Test("a directory that begins below 4 GiB and ends above it needs no 64-bit numbers")
    func between() throws {
        let writer = ZipWriter(modified: Self.time, position: Int(UInt32.max) - 40)
        try writer.add("a", PackedEntry(stored: [1]))
        writer.finish()
        let bytes = writer.drain()
        var scanner = ByteScanner(ArchiveBytes(bytes), at: 32)
        #expect(try CentralHeader.read(&scanner).offset == Int(UInt32.max) - 40)
        #expect(scanner.skip(ZipFormat.end) && bytes.count == scanner.position + 18)
    }

    @Test(
        "times outside the format's years are clamped",
        arguments: [(1970, UInt16(0)), (1980, 0), (2107, 127), (3000, 127)]
    )
    func times(_ year: Int, _ years: UInt16) {
        let time = ZipTime(year: year, month: 0, day: 40, hour: 23, minute: 59, second: 60)
        #expect(time.date == years << 9 | 1 << 5 | 31 && time.time == 23 << 11 | 59 << 5 | 29)
    }
}
