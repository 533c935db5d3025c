/// The place of an archive's directory, from the archive's last record.
struct ZipDirectory: Equatable {
    var start: Int
    var size: Int
    var count: Int

    /// Finds the directory. It must exactly fill the space before the end records, so that every reader of the archive
    /// sees the same directory.
    static func find(in bytes: ArchiveBytes) throws(ZipError) -> ZipDirectory {
        let end = try endRecord(in: bytes)
        var scanner = ByteScanner(bytes, at: end + 4)
        let disks = (try scanner.uint16(), try scanner.uint16())
        let counts = (try scanner.uint16(), try scanner.uint16())
        let (size, start) = (try scanner.uint32(), try scanner.uint32())
        var directory = ZipDirectory(start: Int(start), size: Int(size), count: Int(counts.1))
        var limit = end
        if counts.1 == ZipFormat.elsewhere16 || size == ZipFormat.elsewhere32 || start == ZipFormat.elsewhere32 {
            (directory, limit) = try find64(in: bytes, before: end)
        } else if disks != (0, 0) || counts.0 != counts.1 {
            throw .split
        }
        guard directory.start <= limit, directory.size == limit - directory.start else { throw .damaged }
        return directory
    }

    /// The end record is last, followed only by the comment that it announces.
    private static func endRecord(in bytes: ArchiveBytes) throws(ZipError) -> Int {
        var place = bytes.count - ZipFormat.endBytes
        let first = max(0, place - Int(UInt16.max))
        while place >= first {
            var scanner = ByteScanner(bytes, at: place)
            if scanner.skip(ZipFormat.end) {
                scanner = ByteScanner(bytes, at: place + ZipFormat.endBytes - 2)
                if Int(try scanner.uint16()) == bytes.count - place - ZipFormat.endBytes { return place }
            }
            place -= 1
        }
        throw .notAnArchive
    }

    /// The directory's place from the 64-bit end record, and where that record begins, from the locator right before
    /// the last record.
    private static func find64(in bytes: ArchiveBytes, before end: Int) throws(ZipError) -> (ZipDirectory, Int) {
        var scanner = ByteScanner(bytes, at: end - ZipFormat.locator64Bytes, end: end)
        guard scanner.skip(ZipFormat.locator64) else { throw .damaged }
        let disk = try scanner.uint32()
        let place = try scanner.int64()
        guard disk == 0, try scanner.uint32() <= 1 else { throw .split }
        scanner = ByteScanner(bytes, at: place, end: end - ZipFormat.locator64Bytes)
        guard scanner.skip(ZipFormat.end64) else { throw .damaged }
        let length = try scanner.int64()
        guard length == end - ZipFormat.locator64Bytes - scanner.position else { throw .damaged }
        _ = try scanner.take(4)  // versions
        guard try scanner.uint32() == 0, try scanner.uint32() == 0 else { throw .split }
        let counts = (try scanner.int64(), try scanner.int64())
        guard counts.0 == counts.1 else { throw .split }
        let size = try scanner.int64()
        return (ZipDirectory(start: try scanner.int64(), size: size, count: counts.1), place)
    }
}
