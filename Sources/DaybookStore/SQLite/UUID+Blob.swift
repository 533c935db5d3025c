import DaybookCore
import Foundation
import GRDB

/// Ids are stored as their 16 bytes, big-endian, so that their order in an index is the order of their text.
extension DaybookCore.UUID {
    /// The 16 bytes, big-endian.
    var blob: Data {
        var data = Data(capacity: 16)
        withUnsafeBytes(of: high.bigEndian) { data.append(contentsOf: $0) }
        withUnsafeBytes(of: low.bigEndian) { data.append(contentsOf: $0) }
        return data
    }

    /// The id in a column. Throws when it is not 16 bytes, which the schema's checks rule out.
    init(_ row: Row, at index: Int) throws {
        self = try row.withUnsafeData(atIndex: index) { data in
            try (data ?? Data()).withUnsafeBytes { try DaybookCore.UUID(blob: $0) }
        }
    }

    /// The id in the bytes of a column. Throws when they are not 16.
    init(blob bytes: UnsafeRawBufferPointer) throws {
        guard bytes.count == 16 else { throw StorageError.failed("a row without an id") }
        self.init(
            high: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
            low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        )
    }
}

extension AccountID {
    var blob: Data { uuid.blob }
}

extension SessionID {
    var blob: Data { uuid.blob }
}

extension TokenHash {
    var blob: Data { Data(bytes) }
}
