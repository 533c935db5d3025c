import DaybookCore
import Foundation

/// Ids are stored as their 16 bytes, big-endian, so that their order in an index is the order of their text.
extension DaybookCore.UUID {
    var blob: Data { Data(high, low) }

    /// The id of 16 bytes; nil for another number of them.
    init?(blob: Data) {
        guard blob.count == 16 else { return nil }
        let halves = [blob.prefix(8), blob.suffix(8)].map { $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
        self.init(high: halves[0], low: halves[1])
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
