import Synchronization
import Testing

@testable import DaybookZip

@Suite("Reading archives that may be anything")
struct ZipReadingTests {
    typealias Entry = Archive.Entry

    @Test("an honest archive, as other programs write it")
    func honest() throws {
        var streamed = Entry("streamed.txt", "Some text, some text, some text.")
        streamed.both { $0.flags |= ZipFormat.Flag.descriptor }
        streamed.descriptor.append(little: streamed.central.checksum)
        streamed.descriptor.append(little: streamed.central.packedSize)
        streamed.descriptor.append(little: streamed.central.size)
        streamed.local.checksum = 0
        streamed.local.packedSize = 0
        streamed.local.size = 0
        var folder = Entry("photos/", "", isDeflated: false)
        folder.mode = 0o040755
        var dos = Entry("photos/a.txt", "a", isDeflated: false)
        dos.madeBy = 20
        dos.mode = 0
        dos.local.extra = [0x55, 0x54, 1, 0, 0]
        var archive = Archive(streamed, folder, dos)
        archive.comment = Array("A comment.".utf8)
        let texts = try ZipReader.texts(archive.bytes)
        #expect(texts == ["streamed.txt": "Some text, some text, some text.", "photos/a.txt": "a"])
    }

    @Test("an archive that is not in memory: slices that begin anywhere, and no more is read than is looked at")
    func elsewhere() throws {
        let large = String(repeating: "a", count: 100_000)
        let bytes = Archive(Entry("large", large, isDeflated: false), Entry("small", "some text")).bytes
        let read = Counter()
        let source = ArchiveBytes(count: bytes.count) { range in
            read.add(range.count)
            return Array(bytes[range])[...]
        }
        let zip = try ZipReader(source, limits: .init(entries: 9, bytes: 1 << 20))
        let small = try #require(zip.entry(named: "small"))
        #expect(String(decoding: try zip.bytes(of: small), as: UTF8.self) == "some text")
        #expect(read.total < 10_000)
        let entry = try #require(zip.entry(named: "large"))
        #expect(String(decoding: try zip.bytes(of: entry), as: UTF8.self) == large)
        // A disk that returns other bytes is detected.
        let broken = ArchiveBytes(count: bytes.count) { range in
            range.count > 1_000 ? [UInt8](repeating: 0, count: range.count)[...] : bytes[range]
        }
        let other = try ZipReader(broken, limits: .init(entries: 9, bytes: 1 << 20))
        #expect(throws: ZipError.otherChecksum("large")) { try other.bytes(of: entry) }
    }

    @Test("sizes with 64 bits, where they stand in the directory's extra field")
    func sixtyFour() throws {
        var entry = Entry("a", "some text")
        for number in [UInt64(entry.central.size), UInt64(entry.central.packedSize)] {
            entry.central.extra.append(little: number)
        }
        entry.central.extra = [9, 9, 1, 0, 5, 1, 0, 16, 0] + entry.central.extra
        entry.both {
            $0.size = .max
            $0.packedSize = .max
        }
        #expect(try ZipReader.texts(Archive(entry).bytes) == ["a": "some text"])
    }

    /// An archive with one fault, and the error for it.
    struct Case: Sendable, CustomStringConvertible {
        let description: String
        let bytes: [UInt8]
        let error: ZipError

        init(_ description: String, _ error: ZipError, _ archive: Archive) {
            self.init(description, error, archive.bytes)
        }

        init(_ description: String, _ error: ZipError, _ bytes: [UInt8]) {
            self.description = description
            self.bytes = bytes
            self.error = error
        }

        /// One entry `a` with a change.
        init(_ description: String, _ error: ZipError, entry change: (inout Entry) -> Void) {
            var entry = Entry("a", "some text, some text")
            change(&entry)
            self.init(description, error, Archive(entry))
        }

        /// An archive of one correct entry, with a change.
        init(_ description: String, _ error: ZipError, archive change: (inout Archive) -> Void) {
            var archive = Archive(Entry("a", "some text"))
            change(&archive)
            self.init(description, error, archive)
        }

        /// An entry with this name.
        init(name: String) {
            self.init("a file called \(name)", .badName, Archive(Entry(name, "x")))
        }
    }

    static let honestBytes = Archive(Entry("a", "some text")).bytes

    static let wholes: [Case] = [
        .init("nothing", .notAnArchive, []),
        .init("a text", .notAnArchive, Array("This is no archive, whatever it is called.".utf8)),
        .init("the end is missing", .notAnArchive, Array(honestBytes.dropLast())),
        .init("something behind the end", .notAnArchive, honestBytes + [0]),
        .init("something before the beginning", .damaged, [0] + honestBytes),
        .init("one disk of several", .split) { $0.disk = 1 },
        .init("fewer entries than stated", .damaged) { $0.count = 2 },
        .init("more entries than stated", .damaged) { $0.count = 0 },
        .init("a directory that is shorter", .damaged) { $0.directorySize = 10 },
        .init("a directory beyond the end", .damaged) { $0.directoryStart = 4_000_000_000 },
        .init("a directory in front", .damaged) { $0.directoryStart = 0 },
        .init("something behind the directory", .damaged) { $0.gap = [1] },
        .init("64 bits that are not there", .damaged) { $0.count = .max },
        .init("a name twice", .duplicateName("a"), Archive(Entry("a", "x"), Entry("a", "y"))),
        .init(
            "a name twice, composed and not",
            .duplicateName("e\u{301}"),
            Archive(Entry("\u{E9}", "x"), Entry("e\u{301}", "y"))
        ),
    ]

    static let entries: [Case] = [
        .init("encrypted", .encrypted("a")) { $0.both { $0.flags |= 1 } },
        .init("strongly encrypted", .encrypted("a")) { $0.both { $0.flags |= 1 << 6 } },
        .init("another method", .unknownMethod("a")) { $0.both { $0.method = 12 } },
        .init("a symbolic link", .notAFile("a")) { $0.mode = 0o120777 },
        .init("a device", .notAFile("a")) { $0.mode = 0o020666 },
        .init("a folder without a slash", .notAFile("a")) { $0.mode = 0o040755 },
        .init("a folder that holds something", .otherSize("a/")) {
            $0.name = Array("a/".utf8)
            $0.mode = 0
        },
        .init("states a smaller size", .otherSize("a")) { $0.both { $0.size -= 1 } },
        .init("states a larger size", .otherSize("a")) { $0.both { $0.size += 1 } },
        .init("states less before the data than in the directory", .otherSize("a")) { $0.local.size -= 1 },
        .init("states a smaller packed size", .damaged) { $0.both { $0.packedSize -= 1 } },
        .init("something behind the packed bytes", .damaged) {
            $0.packed.append(0)
            $0.both { $0.packedSize += 1 }
        },
        .init("another checksum", .otherChecksum("a")) { $0.both { $0.checksum ^= 1 } },
        .init("another checksum before the data", .damaged) { $0.local.checksum ^= 1 },
        .init("another method before the data", .damaged) { $0.local.method = 0 },
        .init("another name before the data", .damaged) { $0.local.name = [0x62] },
        .init("no sizes behind the data", .damaged) { $0.both { $0.flags |= ZipFormat.Flag.descriptor } },
        .init("an offset beside the header", .damaged) { $0.shift = 1 },
        .init("an offset beyond the end", .damaged) { $0.shift = 1_000_000 },
        .init("64 bits that are not there", .notAnArchive) { $0.central.offsetElsewhere() },
        .init("stored, with two sizes", .otherSize("a")) {
            $0 = Entry("a", "text", isDeflated: false)
            $0.both { $0.size += 1 }
        },
        .init("no name", .badName) { $0.name = [] },
        .init("a name that is not UTF-8", .badName) { $0.name = [0xFF] },
        .init("a name in an unknown encoding", .badName) {
            $0.name = Array("é".utf8)
            $0.both { $0.flags = 0 }
        },
        .init("a very long name", .badName) { $0.name = [UInt8](repeating: 0x61, count: 1_025) },
    ]

    static let names: [Case] = [
        "/a", "../a", "a/../b", "./a", "a//b", "/", "..", ".", "a\\b", "C:a", "a\u{0}b", "a\nb", "a/../../b", "//",
    ].map { Case(name: $0) }

    @Test("a fault is an error, and nothing is unpacked", arguments: wholes + entries + names)
    func refused(_ bad: Case) {
        #expect(throws: bad.error) { try ZipReader.texts(bad.bytes) }
    }

    @Test("two entries may not share bytes")
    func overlap() {
        var archive = Archive(Entry("a", "some text"), Entry("a", "some text"))
        // The second entry uses the first one's bytes again, by which a small archive could unpack to very much.
        archive.entries[1].shift = -(30 + 1 + archive.entries[0].packed.count)
        #expect(throws: ZipError.overlap("a")) { try ZipReader.texts(archive.bytes) }
    }

    @Test("a bomb is stopped by its stated size, and when that is false, by its real size")
    func bomb() throws {
        let zeros = String(repeating: "\0", count: 8 << 20)
        let limits = ZipReader.Limits(entries: 10, bytes: 1 << 20)
        let honest = Archive(Entry("bomb", zeros))
        #expect(honest.bytes.count < 16_384)
        #expect(throws: ZipError.tooLarge) { try ZipReader.texts(honest.bytes, limits: limits) }
        var lying = honest
        lying.entries[0].both { $0.size = 1_000 }
        #expect(throws: ZipError.otherSize("bomb")) { try ZipReader.texts(lying.bytes, limits: limits) }
        var many = Archive(Entry("0", String(zeros.prefix(1 << 19))))
        for number in 1...2 { many.entries.append(Entry("\(number)", String(zeros.prefix(1 << 19)))) }
        #expect(throws: ZipError.tooLarge) { try ZipReader.texts(many.bytes, limits: limits) }
    }

    @Test("every archive that is cut off is refused")
    func cutOff() {
        let bytes = Archive(Entry("a", "some text"), Entry("b", "more text", isDeflated: false)).bytes
        for length in 0..<bytes.count {
            #expect(throws: ZipError.self) { try ZipReader.texts(Array(bytes[..<length])) }
        }
    }
}

extension Archive.Header {
    fileprivate mutating func offsetElsewhere() {
        size = .max
        extra = [1, 0, 4, 0, 0, 0, 0, 0]
    }
}

/// Counts the bytes that are read.
private final class Counter: Sendable {
    private let sum = Mutex(0)

    var total: Int { sum.withLock { $0 } }

    func add(_ count: Int) { sum.withLock { $0 += count } }
}
