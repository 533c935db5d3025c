import DaybookStore
import DaybookZip

/// An entry of an archive that is compressed while its bytes come, and waits for its turn.
final class PackedSpool {
    /// Bytes that are read back at once.
    static let piece = 64 << 10

    private let packer = EntryPacker()
    private let packed: BufferedSpool

    /// An entry of an account's export.
    init(_ spools: Spools, of account: AccountID) {
        packed = BufferedSpool(spools, of: account)
    }

    /// Adds bytes that are not packed yet.
    func write(_ bytes: [UInt8]) async throws {
        packer.write(bytes)
        try await packed.append(packer.drain())
    }

    /// Ends the entry, and hands over what it is and then its bytes, piece by piece.
    func finish(_ begin: (PackedFacts) async throws -> Void, _ take: ([UInt8]) async throws -> Void) async throws {
        let rest = packer.finish()
        let facts = PackedFacts.deflated(drained: packed.count, rest: rest)
        try await packed.append(rest.bytes)
        try await begin(facts)
        for start in stride(from: 0, to: packed.count, by: Self.piece) {
            try await take(try await packed.bytes(start..<min(start + Self.piece, packed.count)))
        }
    }
}
