import CZlib

/// The checksum of an archive's entries (ISO 3309, as zip and gzip use it).
public struct CRC32: Equatable, Sendable {
    /// The checksum of all bytes so far; 0 before the first.
    public private(set) var value: UInt32 = 0

    /// The checksum of no bytes.
    public init() {}

    /// Takes more bytes in.
    public mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

    /// Takes more bytes in.
    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        let start = bytes.bindMemory(to: UInt8.self).baseAddress
        // With no bytes zlib would answer its start value instead of what there is.
        guard let start, !bytes.isEmpty else { return }
        value = UInt32(truncatingIfNeeded: crc32_z(UInt(value), start, bytes.count))
    }

    /// The checksum of some bytes.
    static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        var checksum = CRC32()
        bytes.withUnsafeBytes { checksum.update($0) }
        return checksum.value
    }
}
