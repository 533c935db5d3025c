import Testing

@testable import DaybookCore
@testable import DaybookZip

/// The zip that Core writes without a library, read by the reader of imports.
@Suite("Core's zip")
struct StoredZipTests {
    private static let time = Instant(milliseconds: 1_795_435_200_000)

    @Test("[A14] what was written is read back")
    func roundTrip() throws {
        var zip = StoredZip(modified: Self.time)
        var bytes: [UInt8] = []
        for (name, content) in [("daybook.json", Array("{}".utf8)), ("photos/a.jpg", [0, 255, 1]), ("empty", [])] {
            bytes += zip.begin(name, content) + content
        }
        bytes += zip.end()
        #expect(try ZipReader.texts(bytes)["daybook.json"] == "{}")
        let reader = try ZipReader(bytes, limits: .generous)
        #expect(reader.entries.map(\.name) == ["daybook.json", "photos/a.jpg", "empty"])
        #expect(try reader.entries.map { try reader.bytes(of: $0) } == [Array("{}".utf8), [0, 255, 1], []])
    }

    @Test("[A14] more files than 16 bits can count", arguments: [65_534, 65_535, 65_540])
    func manyFiles(_ count: Int) throws {
        var zip = StoredZip(modified: Self.time)
        var bytes: [UInt8] = []
        for number in 0..<count { bytes += zip.begin("\(number)", [7]) + [7] }
        bytes += zip.end()
        let reader = try ZipReader(bytes, limits: .generous)
        #expect(reader.entries.count == count)
        let last = try #require(reader.entry(named: "\(count - 1)"))
        #expect(try reader.bytes(of: last) == [7])
    }

    @Test("[A14] beyond 4 GiB offsets have 64 bits", arguments: [Int(UInt32.max), 5 << 30])
    func far(_ far: Int) throws {
        var zip = StoredZip(modified: Self.time, position: UInt64(far))
        let bytes = zip.begin("a", [1]) + [1] + zip.end()
        // Header, name and byte, then the directory.
        var scanner = ByteScanner(ArchiveBytes(bytes), at: 32)
        let entry = try CentralHeader.read(&scanner)
        #expect(entry.offset == far && entry.size == 1)
        let end64 = scanner.position
        let isEnd64 = scanner.skip(ZipFormat.end64)
        let length = try scanner.int64()
        _ = try scanner.take(12)
        let counts = [try scanner.int64(), try scanner.int64()]
        let place = [try scanner.int64(), try scanner.int64()]
        #expect(isEnd64 && length == 44 && counts == [1, 1] && place == [end64 - 32, far + 32])
        let isLocator = scanner.skip(ZipFormat.locator64)
        let disk = try scanner.uint32()
        let pointer = try scanner.int64()
        let disks = try scanner.uint32()
        #expect(isLocator && disk == 0 && pointer == far + end64 && disks == 1)
        #expect(scanner.skip(ZipFormat.end) && bytes.count == scanner.position + 18)
    }

    @Test("[A14] a directory that begins below 4 GiB and ends above it needs no 64-bit numbers")
    func between() throws {
        var zip = StoredZip(modified: Self.time, position: UInt64(UInt32.max) - 40)
        let bytes = zip.begin("a", [1]) + [1] + zip.end()
        var scanner = ByteScanner(ArchiveBytes(bytes), at: 32)
        #expect(try CentralHeader.read(&scanner).offset == Int(UInt32.max) - 40)
        #expect(scanner.skip(ZipFormat.end) && bytes.count == scanner.position + 18)
    }
}
