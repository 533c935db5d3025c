/// An entry's header in the directory.
enum CentralHeader {
    private static let refusedFlags =
        ZipFormat.Flag.encrypted | ZipFormat.Flag.strongEncryption | ZipFormat.Flag.masked | ZipFormat.Flag.patched
    /// The part of a Unix file mode that distinguishes files, folders, links and devices.
    private static let kindMask: UInt32 = 0o170000
    private static let file: UInt32 = 0o100000
    private static let folder: UInt32 = 0o040000

    /// Reads the next header and makes all checks that need only this header.
    static func read(_ scanner: inout ByteScanner) throws(ZipError) -> ZipEntry {
        guard scanner.skip(ZipFormat.centralHeader) else { throw .damaged }
        let madeBy = try scanner.uint16()
        _ = try scanner.uint16()  // version needed
        let (flags, method) = (try scanner.uint16(), try scanner.uint16())
        _ = try scanner.uint32()  // time and date
        let checksum = try scanner.uint32()
        var sizes = Sizes(packed: Int(try scanner.uint32()), unpacked: Int(try scanner.uint32()), offset: 0)
        let lengths = (try scanner.uint16(), try scanner.uint16(), try scanner.uint16())
        let disk = try scanner.uint16()
        _ = try scanner.uint16()  // text or binary
        let attributes = try scanner.uint32()
        sizes.offset = Int(try scanner.uint32())
        let name = try ZipName.read(try scanner.take(Int(lengths.0)), isUTF8: flags & ZipFormat.Flag.utf8 != 0)
        try sizes.complete(from: try scanner.take(Int(lengths.1)))
        _ = try scanner.take(Int(lengths.2))  // comment
        let entry = ZipEntry(
            name: name,
            size: sizes.unpacked,
            flags: flags,
            method: method,
            checksum: checksum,
            packedSize: sizes.packed,
            offset: sizes.offset
        )
        guard disk == 0 else { throw .split }
        try check(entry, mode: madeBy >> 8 == ZipFormat.unix ? attributes >> 16 : 0)
        return entry
    }

    private static func check(_ entry: ZipEntry, mode: UInt32) throws(ZipError) {
        guard entry.flags & refusedFlags == 0 else { throw .encrypted(entry.name) }
        guard let method = ZipMethod(rawValue: entry.method) else { throw .unknownMethod(entry.name) }
        let kind = mode & kindMask
        guard kind == 0 || kind == (entry.isFolder ? folder : file) else { throw .notAFile(entry.name) }
        // A folder has no content, and a stored entry has only one size.
        let isRight = entry.isFolder ? entry.size == 0 : method == .deflated || entry.size == entry.packedSize
        guard isRight else { throw .otherSize(entry.name) }
    }

    /// Sizes and offset, which may be in an extra field with 64 bits.
    struct Sizes {
        var packed: Int
        var unpacked: Int
        var offset: Int

        /// Reads the numbers that do not fit into 32 bits from the extra fields.
        mutating func complete(from extra: ArraySlice<UInt8>) throws(ZipError) {
            let elsewhere = Int(ZipFormat.elsewhere32)
            guard packed == elsewhere || unpacked == elsewhere || offset == elsewhere else { return }
            var scanner = ByteScanner(ArchiveBytes(Array(extra)), at: 0)
            while !scanner.isAtEnd {
                let id = try scanner.uint16()
                let content = try scanner.take(Int(try scanner.uint16()))
                guard id == ZipFormat.extra64 else { continue }
                var numbers = ByteScanner(ArchiveBytes(Array(content)), at: 0)
                if unpacked == elsewhere { unpacked = try numbers.int64() }
                if packed == elsewhere { packed = try numbers.int64() }
                if offset == elsewhere { offset = try numbers.int64() }
                return
            }
            throw .damaged
        }
    }
}

extension ZipEntry {
    /// Whether the entry is a folder: its name ends with a slash.
    var isFolder: Bool { name.utf8.last == UInt8(ascii: "/") }
}
