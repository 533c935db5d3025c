/// Reads an untrusted archive strictly: it refuses everything that readers of archives treat differently.
///
/// The directory decides; each entry's local header must agree with it. Entries may not share bytes. The reader
/// supports stored and deflated entries. It refuses archives with entries that are encrypted, split, links, or named so
/// that they would lead out of a folder.
public struct ZipReader: Sendable {
    /// The bounds on an archive.
    public struct Limits: Equatable, Sendable {
        /// The most entries, folders included.
        public var entries: Int
        /// The most bytes of all entries together, unpacked.
        public var bytes: Int

        /// The limits of an archive.
        public init(entries: Int, bytes: Int) {
            self.entries = entries
            self.bytes = bytes
        }
    }

    /// The files in the archive, in the directory's order. Names are unique.
    public let entries: [ZipEntry]
    private let bytes: ArchiveBytes
    private let data: [String: Range<Int>]

    /// Reads an archive's directory and checks it against all headers. It unpacks no content.
    public init(_ bytes: [UInt8], limits: Limits) throws(ZipError) {
        try self.init(ArchiveBytes(bytes), limits: limits)
    }

    /// Reads an archive whose bytes may be in a file.
    public init(_ bytes: ArchiveBytes, limits: Limits) throws(ZipError) {
        let directory = try ZipDirectory.find(in: bytes)
        guard directory.count <= limits.entries else { throw .tooManyEntries }
        var entries: [ZipEntry] = []
        var left = limits.bytes
        var nameBytesLeft = max(Self.leastNameBytes, limits.entries * Self.nameBytes)
        var scanner = ByteScanner(bytes, at: directory.start, end: directory.start + directory.size)
        while !scanner.isAtEnd {
            guard entries.count < directory.count else { throw .damaged }
            let entry = try CentralHeader.read(&scanner)
            guard entry.size <= left else { throw .tooLarge }
            left -= entry.size
            nameBytesLeft -= entry.name.utf8.count
            guard nameBytesLeft >= 0 else { throw .tooManyEntries }
            entries.append(entry)
        }
        guard entries.count == directory.count else { throw .damaged }
        self.bytes = bytes
        data = try Self.places(of: entries, in: bytes, before: directory.start)
        self.entries = entries.filter { !$0.isFolder }
    }

    /// The most bytes of a name on average, because all names are in memory.
    private static let nameBytes = 128
    private static let leastNameBytes = 64 << 10

    /// The file with this name, byte for byte.
    public func entry(named name: String) -> ZipEntry? {
        entries.first { $0.name.utf8.elementsEqual(name.utf8) }
    }

    /// The unpacked bytes of a file. Throws when their number or checksum is not the one in the archive.
    public func bytes(of entry: ZipEntry) throws(ZipError) -> [UInt8] {
        guard let range = data[entry.name] else { throw .damaged }
        let unpacked: [UInt8]
        switch ZipMethod(rawValue: entry.method) {
        case .stored: unpacked = try stored(range, entry)
        case .deflated:
            do { unpacked = try inflated(range, size: entry.size) } catch {
                throw error == .otherSize ? .otherSize(entry.name) : .damaged
            }
        case nil: throw .unknownMethod(entry.name)
        }
        guard unpacked.count == entry.size else { throw .otherSize(entry.name) }
        guard CRC32.of(unpacked[...]) == entry.checksum else { throw .otherChecksum(entry.name) }
        return unpacked
    }

    /// The number of packed bytes in memory at once.
    private static let piece = 64 << 10

    private func stored(_ range: Range<Int>, _ entry: ZipEntry) throws(ZipError) -> [UInt8] {
        guard range.count == entry.size else { throw .otherSize(entry.name) }
        var unpacked: [UInt8] = []
        unpacked.reserveCapacity(entry.size)
        for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.piece) {
            unpacked += bytes[start..<min(start + Self.piece, range.upperBound)]
        }
        return unpacked
    }

    private func inflated(_ range: Range<Int>, size: Int) throws(Inflater.Failure) -> [UInt8] {
        let inflater = Inflater(size: size)
        for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.piece) {
            try inflater.write(bytes[start..<min(start + Self.piece, range.upperBound)])
        }
        return try inflater.finish()
    }

    /// The ranges of the entries' packed bytes. Throws when two entries share a name or a byte.
    private static func places(
        of entries: [ZipEntry],
        in bytes: ArchiveBytes,
        before end: Int
    ) throws(ZipError) -> [String: Range<Int>] {
        var places: [String: Range<Int>] = [:]
        var free = 0
        for entry in entries.sorted(by: { $0.offset < $1.offset }) {
            guard entry.offset >= free else { throw .overlap(entry.name) }
            let place = try LocalHeader.place(of: entry, in: bytes, before: end)
            free = place.end
            guard places.updateValue(place.data, forKey: entry.name) == nil else { throw .duplicateName(entry.name) }
        }
        return places
    }
}
