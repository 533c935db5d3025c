import DaybookCore
import Foundation

/// Ids are stored as their 16 bytes, big-endian, so that their order in an index is the order of their text.
extension DaybookCore.UUID {
    var blob: Data { Data(high, low) }

    /// The id of 16 bytes; nil for another number of them.
    init?(bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 16 else { return nil }
        self.init(
            high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
            low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        )
    }

    /// The id of 16 bytes in a `Data`; nil for another number of bytes.
    init?(blob: Data) {
        guard let id = blob.withUnsafeBytes({ DaybookCore.UUID(bytes: $0) }) else { return nil }
        self = id
    }
}

extension Stamp {
    /// 16 bytes in the order of stamps.
    var blob: Data { Data(UInt64(wall.milliseconds) << 16 | UInt64(counter), device) }
}

extension Data {
    /// Two numbers, big-endian.
    fileprivate init(_ high: UInt64, _ low: UInt64) {
        self.init(capacity: 16)
        Swift.withUnsafeBytes(of: high.bigEndian) { append(contentsOf: $0) }
        Swift.withUnsafeBytes(of: low.bigEndian) { append(contentsOf: $0) }
    }
}
