import DaybookStore
import DaybookZip

/// An entry of an archive that is compressed while its bytes arrive, and waits for its turn.
final class PackedSpool {
    /// The number of bytes that are read back at once.
    static let piece = 64 << 10

    private let packer = EntryPacker()
    private let packed: BufferedSpool

    /// An entry of an account's export.
    init(_ spools: Spools, of account: AccountID) {
        packed = BufferedSpool(spools, of: account)
    }

    /// Adds uncompressed bytes.
    func write(_ bytes: [UInt8]) async throws {
        packer.write(bytes)
        try await packed.append(packer.drain())
    }

    /// Ends the entry. Passes its facts to `begin`, and then its bytes to `take`, piece by piece.
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
