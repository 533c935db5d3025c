/// An entry's header before its data.
enum LocalHeader {
    /// The range of an entry's packed bytes, and the first position after the entry.
    struct Place {
        var data: Range<Int>
        var end: Int
    }

    /// Finds an entry's data. The local header must agree with the directory: a reader that follows the headers and a
    /// reader that follows the directory must see the same content.
    static func place(of entry: ZipEntry, in bytes: ArchiveBytes, before end: Int) throws(ZipError) -> Place {
        var scanner = ByteScanner(bytes, at: entry.offset, end: end)
        guard scanner.skip(ZipFormat.localHeader) else { throw .damaged }
        _ = try scanner.uint16()  // version needed
        guard try scanner.uint16() == entry.flags, try scanner.uint16() == entry.method else { throw .damaged }
        _ = try scanner.uint32()  // time and date
        let checksum = try scanner.uint32()
        let sizes = (packed: try scanner.uint32(), unpacked: try scanner.uint32())
        let lengths = (try scanner.uint16(), try scanner.uint16())
        guard try scanner.take(Int(lengths.0)).elementsEqual(entry.name.utf8) else { throw .damaged }
        _ = try scanner.take(Int(lengths.1))
        let hasDescriptor = entry.flags & ZipFormat.Flag.descriptor != 0
        if !hasDescriptor || checksum != 0 {
            guard checksum == entry.checksum else { throw .damaged }
        }
        for (mine, its) in [(sizes.packed, entry.packedSize), (sizes.unpacked, entry.size)] {
            let isElsewhere = mine == ZipFormat.elsewhere32 || hasDescriptor && mine == 0
            guard isElsewhere || Int(mine) == its else { throw .otherSize(entry.name) }
        }
        let start = scanner.position
        try scanner.step(over: entry.packedSize)
        let data = start..<scanner.position
        if hasDescriptor { try skipDescriptor(of: entry, &scanner) }
        return Place(data: data, end: scanner.position)
    }

    /// Skips the sizes after the data: with or without a signature, with 32 or 64 bits. They must be correct.
    private static func skipDescriptor(of entry: ZipEntry, _ scanner: inout ByteScanner) throws(ZipError) {
        for hasSignature in [true, false] {
            for is64 in [false, true] {
                var attempt = scanner
                if hasSignature, !attempt.skip(ZipFormat.descriptor) { continue }
                guard (try? attempt.uint32()) == entry.checksum else { continue }
                let packed = is64 ? try? attempt.int64() : (try? attempt.uint32()).map { Int($0) }
                let unpacked = is64 ? try? attempt.int64() : (try? attempt.uint32()).map { Int($0) }
                if packed == entry.packedSize, unpacked == entry.size {
                    scanner = attempt
                    return
                }
            }
        }
        throw .damaged
    }
}
