/// The content of one entry of an archive, packed and ready to be added.
public struct PackedEntry: Sendable {
    let method: ZipMethod
    let checksum: UInt32
    let size: Int
    /// The packed bytes.
    public let bytes: [UInt8]

    /// Bytes as they are: for what is compressed already, such as photos.
    public init(stored bytes: [UInt8]) {
        self.init(method: .stored, checksum: CRC32.of(bytes[...]), size: bytes.count, bytes: bytes)
    }

    /// Bytes compressed.
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
}

/// The facts of an entry whose packed bytes are kept elsewhere, and come in pieces.
public struct PackedFacts: Equatable, Sendable {
    let method: ZipMethod
    let checksum: UInt32
    let size: Int
    let packedSize: Int

    /// Bytes as they are: for what is compressed already, such as photos.
    public static func stored(checksum: CRC32, size: Int) -> PackedFacts {
        PackedFacts(method: .stored, checksum: checksum.value, size: size, packedSize: size)
    }

    /// Bytes that an ``EntryPacker`` compressed: so many that were drained from it, and its rest.
    public static func deflated(drained: Int, rest: PackedEntry) -> PackedFacts {
        PackedFacts(
            method: rest.method,
            checksum: rest.checksum,
            size: rest.size,
            packedSize: drained + rest.bytes.count
        )
    }
}

/// The packing of an entry's bytes.
enum ZipMethod: UInt16, Sendable {
    case stored = 0
    case deflated = 8
}

/// Compresses what comes in pieces; only what is packed takes memory.
public final class EntryPacker {
    private let deflater = Deflater()
    private(set) var checksum = CRC32()
    private(set) var size = 0
    private var packed: [UInt8] = []

    /// An entry that holds nothing yet.
    public init() {}

    /// Adds bytes.
    public func write(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { write($0, isLast: false) }
    }

    /// Ends the entry. Nothing may be written after.
    public func finish() -> PackedEntry {
        write(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true)
        return PackedEntry(method: .deflated, checksum: checksum.value, size: size, bytes: packed)
    }

    private func write(_ bytes: UnsafeRawBufferPointer, isLast: Bool) {
        checksum.update(bytes)
        size += bytes.count
        deflater.write(bytes, isLast: isLast, to: &packed)
    }

    /// Takes out the bytes packed so far, to be kept elsewhere; ``finish()`` then returns the rest.
    public func drain() -> [UInt8] {
        defer { packed.removeAll(keepingCapacity: true) }
        return packed
    }
}
