import DaybookCore
import Foundation

/// Ids are stored as their 16 bytes, big-endian, so that their order in an index is the order of their text.
extension DaybookCore.UUID {
    var blob: Data {
        var data = Data(capacity: 16)
        withUnsafeBytes(of: high.bigEndian) { data.append(contentsOf: $0) }
        withUnsafeBytes(of: low.bigEndian) { data.append(contentsOf: $0) }
        return data
    }

    /// The id of 16 bytes; nil for another number of them.
    init?(blob: Data) {
        guard blob.count == 16 else { return nil }
        let halves = [blob.prefix(8), blob.suffix(8)].map { $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
        self.init(high: halves[0], low: halves[1])
    }
}
