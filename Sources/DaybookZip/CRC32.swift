import CZlib

/// The checksum of an archive's entries (ISO 3309, as zip and gzip use it).
public struct CRC32: Equatable, Sendable {
    /// The checksum of all bytes so far; 0 before the first.
    public private(set) var value: UInt32 = 0

    /// The checksum of no bytes.
    public init() {}

    /// Adds bytes.
    public mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

    /// Adds bytes.
    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        let start = bytes.bindMemory(to: UInt8.self).baseAddress
        // Without bytes zlib would return its start value instead of the present checksum.
        guard let start, !bytes.isEmpty else { return }
        value = UInt32(truncatingIfNeeded: crc32_z(UInt(value), start, bytes.count))
    }

    /// The checksum of these bytes.
    static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        var checksum = CRC32()
        bytes.withUnsafeBytes { checksum.update($0) }
        return checksum.value
    }
}
