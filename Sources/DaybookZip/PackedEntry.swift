/// The packed content of one entry of an archive, ready to be added.
public struct PackedEntry: Sendable {
    let method: ZipMethod
    let checksum: UInt32
    let size: Int
    /// The packed bytes.
    public let bytes: [UInt8]

    /// Uncompressed bytes, for content that is compressed already, such as photos.
    public init(stored bytes: [UInt8]) {
        self.init(method: .stored, checksum: CRC32.of(bytes[...]), size: bytes.count, bytes: bytes)
    }

    /// Compresses the bytes.
    public init(deflated bytes: [UInt8]) {
        let packer = EntryPacker()
        packer.write(bytes)
        self = packer.finish()
    }

    init(method: ZipMethod, checksum: UInt32, size: Int, bytes: [UInt8]) {
        self.method = method
        self.checksum = checksum
        self.size = size
        self.bytes = bytes
    }

    var facts: PackedFacts {
        PackedFacts(method: method, checksum: checksum, size: size, packedSize: bytes.count)
    }
}

/// The facts of an entry whose packed bytes are stored elsewhere, and arrive in pieces.
public struct PackedFacts: Equatable, Sendable {
    let method: ZipMethod
    let checksum: UInt32
    let size: Int
    let packedSize: Int

    /// Uncompressed bytes, for content that is compressed already, such as photos.
    public static func stored(checksum: CRC32, size: Int) -> PackedFacts {
        PackedFacts(method: .stored, checksum: checksum.value, size: size, packedSize: size)
    }

    /// Bytes compressed by an ``EntryPacker``: the number that was drained from it, and the rest.
    public static func deflated(drained: Int, rest: PackedEntry) -> PackedFacts {
        PackedFacts(
            method: rest.method,
            checksum: rest.checksum,
            size: rest.size,
            packedSize: drained + rest.bytes.count
        )
    }
}

/// The compression method of an entry.
enum ZipMethod: UInt16, Sendable {
    case stored = 0
    case deflated = 8
}

/// Compresses bytes that arrive in pieces; only the packed bytes are kept in memory.
public final class EntryPacker {
    private let deflater = Deflater()
    private(set) var checksum = CRC32()
    private(set) var size = 0
    private var packed: [UInt8] = []

    /// An empty entry.
    public init() {}

    /// Adds bytes.
    public func write(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { write($0, isLast: false) }
    }

    /// Ends the entry. No bytes may be written afterwards.
    public func finish() -> PackedEntry {
        write(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true)
        return PackedEntry(method: .deflated, checksum: checksum.value, size: size, bytes: packed)
    }

    private func write(_ bytes: UnsafeRawBufferPointer, isLast: Bool) {
        checksum.update(bytes)
        size += bytes.count
        deflater.write(bytes, isLast: isLast, to: &packed)
    }

    /// Removes and returns the bytes packed so far; ``finish()`` then returns the rest.
    public func drain() -> [UInt8] {
        defer { packed.removeAll(keepingCapacity: true) }
        return packed
    }
}
