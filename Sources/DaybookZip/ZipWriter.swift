/// Writes an archive from its first byte to its last, entry by entry, and keeps only the entries' names: ``drain()``
/// removes and returns the bytes that are ready.
///
/// An entry is smaller than 4 GiB; the archive may be larger, and its directory then has 64-bit numbers (ZIP64).
public final class ZipWriter {
    /// The most bytes of an entry.
    public static let entryBytesMaximum = Int(UInt32.max) - 1

    private struct Written {
        let name: [UInt8]
        let flags: UInt16
        let method: ZipMethod
        let checksum: UInt32
        let packedSize: Int
        let size: Int
        let offset: Int
    }

    private struct Open {
        let name: [UInt8]
        let offset: Int
        let start: Int
        let packer = EntryPacker()
    }

    private let modified: ZipTime
    private var output: [UInt8] = []
    /// The number of bytes made so far.
    private var position: Int
    private var written: [Written] = []
    private var open: Open?
    /// The missing bytes of an entry whose packed bytes come in pieces.
    private var expected = 0

    /// An empty archive. All of its entries get the same time.
    public convenience init(modified: ZipTime) {
        self.init(modified: modified, position: 0)
    }

    /// For tests beyond 4 GiB: an archive with this many bytes already written.
    init(modified: ZipTime, position: Int) {
        self.modified = modified
        self.position = position
    }

    /// Removes and returns the bytes that are ready to be sent.
    public func drain() -> [UInt8] {
        defer { output.removeAll(keepingCapacity: true) }
        return output
    }

    /// Adds a complete entry. Its name must be unique.
    public func add(_ name: String, _ entry: PackedEntry) throws(ZipError) {
        try begin(name, entry.facts)
        try writePacked(entry.bytes)
    }

    /// Begins an entry whose packed bytes come in pieces and whose facts are known. Its name must be unique.
    ///
    /// The archive is the same as with ``add(_:_:)``, but the entry is never complete in memory.
    public func begin(_ name: String, _ facts: PackedFacts) throws(ZipError) {
        precondition(open == nil && expected == 0, "an entry begins when the one before it has ended")
        guard facts.size <= Self.entryBytesMaximum, facts.packedSize <= Self.entryBytesMaximum else {
            throw .tooLarge
        }
        let written = Written(
            name: Array(name.utf8),
            flags: ZipFormat.Flag.utf8,
            method: facts.method,
            checksum: facts.checksum,
            packedSize: facts.packedSize,
            size: facts.size,
            offset: position
        )
        append(Self.header(of: written, modified))
        self.written.append(written)
        expected = facts.packedSize
    }

    /// Adds packed bytes to such an entry, which ends with the last of them. Throws when there are more bytes than
    /// announced.
    public func writePacked(_ bytes: [UInt8]) throws(ZipError) {
        guard bytes.count <= expected else { throw .tooLarge }
        expected -= bytes.count
        append(bytes)
    }

    /// Begins an entry whose bytes come in pieces and are compressed. Its name must be unique.
    public func begin(_ name: String) {
        precondition(open == nil, "an entry begins when the one before it has ended")
        let name = Array(name.utf8)
        let offset = position
        // The facts are not known yet, so they follow the data.
        append(
            Self.header(
                of: Written(
                    name: name,
                    flags: ZipFormat.Flag.utf8 | ZipFormat.Flag.descriptor,
                    method: .deflated,
                    checksum: 0,
                    packedSize: 0,
                    size: 0,
                    offset: offset
                ),
                modified
            )
        )
        open = Open(name: name, offset: offset, start: position)
    }

    /// Adds bytes to the open entry.
    public func write(_ bytes: [UInt8]) {
        precondition(open != nil, "bytes belong to an entry")
        open?.packer.write(bytes)
        append(open?.packer.drain() ?? [])
    }

    /// Ends the open entry.
    public func end() throws(ZipError) {
        guard let entry = open else { preconditionFailure("an entry that ends has begun") }
        open = nil
        let rest = entry.packer.finish()
        append(rest.bytes)
        let written = Written(
            name: entry.name,
            flags: ZipFormat.Flag.utf8 | ZipFormat.Flag.descriptor,
            method: .deflated,
            checksum: rest.checksum,
            packedSize: position - entry.start,
            size: rest.size,
            offset: entry.offset
        )
        guard written.size <= Self.entryBytesMaximum, written.packedSize <= Self.entryBytesMaximum else {
            throw .tooLarge
        }
        var descriptor: [UInt8] = []
        descriptor.append(little: ZipFormat.descriptor)
        descriptor.append(little: written.checksum)
        descriptor.append(little: UInt32(written.packedSize))
        descriptor.append(little: UInt32(written.size))
        append(descriptor)
        self.written.append(written)
    }

    private func append(_ bytes: [UInt8]) {
        output += bytes
        position += bytes.count
    }
}

// MARK: - Headers

extension ZipWriter {
    private static func header(of entry: Written, _ modified: ZipTime) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(little: ZipFormat.localHeader)
        bytes.append(little: ZipFormat.version)
        appendCommon(entry, modified, to: &bytes)
        bytes.append(little: UInt16(0))
        return bytes + entry.name
    }

    /// The part that both headers of an entry share, from the flags to the name's length.
    private static func appendCommon(_ entry: Written, _ modified: ZipTime, to bytes: inout [UInt8]) {
        bytes.append(little: entry.flags)
        bytes.append(little: entry.method.rawValue)
        bytes.append(little: modified.time)
        bytes.append(little: modified.date)
        bytes.append(little: entry.checksum)
        bytes.append(little: UInt32(entry.packedSize))
        bytes.append(little: UInt32(entry.size))
        precondition(!entry.name.isEmpty && entry.name.count < Int(UInt16.max), "a name has 1 to 65,534 bytes")
        bytes.append(little: UInt16(entry.name.count))
    }

    /// Ends the archive: writes its directory. Nothing may be added afterwards.
    public func finish() {
        precondition(open == nil && expected == 0, "an archive ends when its last entry has ended")
        let start = position
        for entry in written { append(Self.directoryEntry(entry, modified)) }
        let size = position - start
        // A reader looks for 64-bit numbers only where a number of the last record says that it is elsewhere.
        if written.count >= Int(ZipFormat.elsewhere16) || max(start, size) >= Int(ZipFormat.elsewhere32) {
            append(end64(start: start, size: size))
        }
        var bytes: [UInt8] = []
        bytes.append(little: ZipFormat.end)
        bytes.append(little: UInt32(0))  // this disk and the directory's disk: the only one
        let count = UInt16(clamping: written.count)
        bytes.append(little: count)
        bytes.append(little: count)
        bytes.append(little: UInt32(clamping: size))
        bytes.append(little: UInt32(clamping: start))
        bytes.append(little: UInt16(0))  // no comment
        append(bytes)
    }

    private static func directoryEntry(_ entry: Written, _ modified: ZipTime) -> [UInt8] {
        let isFar = entry.offset >= Int(ZipFormat.elsewhere32)
        let version = isFar ? ZipFormat.version64 : ZipFormat.version
        var bytes: [UInt8] = []
        bytes.append(little: ZipFormat.centralHeader)
        bytes.append(little: ZipFormat.unix << 8 | version)
        bytes.append(little: version)
        appendCommon(entry, modified, to: &bytes)
        bytes.append(little: UInt16(isFar ? 12 : 0))
        bytes.append(little: UInt16(0))  // no comment
        bytes.append(little: UInt16(0))  // on the only disk
        bytes.append(little: UInt16(0))  // neither text nor binary
        bytes.append(little: UInt32(0o100644) << 16)  // a plain file
        bytes.append(little: UInt32(clamping: entry.offset))
        bytes += entry.name
        if isFar {
            bytes.append(little: ZipFormat.extra64)
            bytes.append(little: UInt16(8))
            bytes.append(little: UInt64(entry.offset))
        }
        return bytes
    }

    /// The 64-bit end record, and the locator with its place.
    private func end64(start: Int, size: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(little: ZipFormat.end64)
        bytes.append(little: UInt64(44))  // bytes that follow in this record
        bytes.append(little: ZipFormat.unix << 8 | ZipFormat.version64)
        bytes.append(little: ZipFormat.version64)
        bytes.append(little: UInt64(0))  // both disks
        bytes.append(little: UInt64(written.count))
        bytes.append(little: UInt64(written.count))
        bytes.append(little: UInt64(size))
        bytes.append(little: UInt64(start))
        bytes.append(little: ZipFormat.locator64)
        bytes.append(little: UInt32(0))
        bytes.append(little: UInt64(position))
        bytes.append(little: UInt32(1))
        return bytes
    }
}
