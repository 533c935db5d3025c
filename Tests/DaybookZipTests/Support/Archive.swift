@testable import DaybookZip

/// An archive built from its parts, so that any part can be false.
struct Archive {
    /// One entry, described twice: before its data and in the directory.
    struct Entry {
        var name: [UInt8]
        var packed: [UInt8]
        var local: Header
        var central: Header
        var descriptor: [UInt8] = []
        var madeBy = ZipFormat.unix << 8 | 20
        var mode: UInt32 = 0o100644
        /// Shifts the offset in the directory.
        var shift = 0

        /// A correct entry.
        init(_ name: String, _ content: String, isDeflated: Bool = true) {
            let bytes = Array(content.utf8)
            let entry = isDeflated ? PackedEntry(deflated: bytes) : PackedEntry(stored: bytes)
            self.name = Array(name.utf8)
            packed = entry.bytes
            local = Header(
                method: entry.method.rawValue,
                checksum: entry.checksum,
                packedSize: UInt32(entry.bytes.count),
                size: UInt32(entry.size)
            )
            central = local
        }

        mutating func both(_ change: (inout Header) -> Void) {
            change(&local)
            change(&central)
        }
    }

    /// The header of an entry.
    struct Header {
        var flags: UInt16 = ZipFormat.Flag.utf8
        var method: UInt16
        var checksum: UInt32
        var packedSize: UInt32
        var size: UInt32
        var extra: [UInt8] = []
        /// Replaces the entry's name.
        var name: [UInt8]?
    }

    var entries: [Entry]
    /// Replaces the true count in the last record.
    var count: UInt16?
    var directorySize: UInt32?
    var directoryStart: UInt32?
    var disk: UInt16 = 0
    var comment: [UInt8] = []
    /// Bytes between the last entry and the directory.
    var gap: [UInt8] = []

    init(_ entries: Entry...) { self.entries = entries }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        var offsets: [Int] = []
        for entry in entries {
            offsets.append(bytes.count)
            bytes.append(little: ZipFormat.localHeader)
            bytes.append(little: UInt16(20))
            let name = entry.local.name ?? entry.name
            append(entry.local, name, to: &bytes)
            bytes += name + entry.local.extra + entry.packed + entry.descriptor
        }
        let start = bytes.count
        for (entry, offset) in zip(entries, offsets) { append(entry, at: offset, to: &bytes) }
        let size = bytes.count - start
        bytes += gap
        bytes.append(little: ZipFormat.end)
        bytes.append(little: disk)
        bytes.append(little: UInt16(0))
        let count = count ?? UInt16(entries.count)
        bytes.append(little: count)
        bytes.append(little: count)
        bytes.append(little: directorySize ?? UInt32(size))
        bytes.append(little: directoryStart ?? UInt32(start))
        bytes.append(little: UInt16(comment.count))
        return bytes + comment
    }

    private func append(_ entry: Entry, at offset: Int, to bytes: inout [UInt8]) {
        bytes.append(little: ZipFormat.centralHeader)
        bytes.append(little: entry.madeBy)
        bytes.append(little: UInt16(20))
        let name = entry.central.name ?? entry.name
        append(entry.central, name, to: &bytes)
        bytes += [UInt8](repeating: 0, count: 6)
        bytes.append(little: entry.mode << 16)
        bytes.append(little: UInt32(truncatingIfNeeded: offset + entry.shift))
        bytes += name + entry.central.extra
    }

    private func append(_ header: Header, _ name: [UInt8], to bytes: inout [UInt8]) {
        bytes.append(little: header.flags)
        bytes.append(little: header.method)
        bytes.append(little: UInt32(0))
        bytes.append(little: header.checksum)
        bytes.append(little: header.packedSize)
        bytes.append(little: header.size)
        bytes.append(little: UInt16(name.count))
        bytes.append(little: UInt16(header.extra.count))
    }
}

extension ZipReader.Limits {
    static let generous = ZipReader.Limits(entries: 100_000, bytes: 64 << 20)
}

extension ZipReader {
    /// All files and their contents, as texts. Throws at the first file that cannot be read.
    static func texts(_ bytes: [UInt8], limits: Limits = .generous) throws -> [String: String] {
        let reader = try ZipReader(bytes, limits: limits)
        var texts: [String: String] = [:]
        for entry in reader.entries { texts[entry.name] = String(decoding: try reader.bytes(of: entry), as: UTF8.self) }
        return texts
    }
}
