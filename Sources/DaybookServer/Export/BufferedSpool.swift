import DaybookStore
import NIOCore

/// Bytes that are stored for later: in memory while they are few, on the disk beyond that.
final class BufferedSpool {
    /// The most bytes that are kept in memory.
    static let memory = 128 << 10

    private let spools: Spools
    private let account: AccountID
    private var waiting: [UInt8] = []
    private var spool: Spool?

    /// An empty buffer for bytes of an account.
    init(_ spools: Spools, of account: AccountID) {
        self.spools = spools
        self.account = account
    }

    /// The number of bytes.
    var count: Int { spooled + waiting.count }

    private var spooled: Int { spool?.count ?? 0 }

    /// Appends bytes.
    func append(_ bytes: [UInt8]) async throws {
        waiting += bytes
        guard waiting.count > Self.memory else { return }
        let spool = try self.spool ?? spools.begin(for: account)
        self.spool = spool
        try await spool.write(ByteBuffer(bytes: waiting))
        waiting.removeAll(keepingCapacity: true)
    }

    /// Some of the bytes. The range must be within the bytes so far.
    func bytes(_ range: Range<Int>) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        if let spool, range.lowerBound < spooled {
            bytes = try await spool.bytes(
                from: range.lowerBound,
                count: min(range.upperBound, spooled) - range.lowerBound
            )
        }
        if range.upperBound > spooled {
            bytes += waiting[max(range.lowerBound - spooled, 0)..<range.upperBound - spooled]
        }
        return bytes
    }
}
