import DaybookZip
import NIOCore

/// An entry of an archive that is compressed while its bytes come, and waits for its turn: in memory while it is small, on
/// the disk beyond that.
final class PackedSpool {
    /// Bytes that are kept in memory at most.
    static let memory = 128 << 10
    /// Bytes that are read back at once.
    static let piece = 64 << 10

    private let spools: Spools
    private let packer = EntryPacker()
    private var waiting: [UInt8] = []
    private var spool: Spool?
    private var count = 0

    init(_ spools: Spools) {
        self.spools = spools
    }

    /// Adds bytes that are not packed yet.
    func write(_ bytes: [UInt8]) async throws {
        packer.write(bytes)
        try await keep(packer.drain())
    }

    /// Ends the entry, and hands over what it is and then its bytes, piece by piece.
    func finish(_ begin: (PackedFacts) async throws -> Void, _ take: ([UInt8]) async throws -> Void) async throws {
        let rest = packer.finish()
        let facts = PackedFacts.deflated(drained: count, rest: rest)
        try await keep(rest.bytes)
        try await begin(facts)
        let spooled = spool?.count ?? 0
        var offset = 0
        while let spool, offset < spooled {
            let piece = try await spool.bytes(from: offset, count: min(Self.piece, spooled - offset))
            offset += piece.count
            try await take(piece)
        }
        try await take(waiting)
    }

    private func keep(_ bytes: [UInt8]) async throws {
        count += bytes.count
        waiting += bytes
        guard waiting.count > Self.memory else { return }
        let spool = try self.spool ?? spools.begin()
        self.spool = spool
        try await spool.write(ByteBuffer(bytes: waiting))
        waiting.removeAll(keepingCapacity: true)
    }
}
