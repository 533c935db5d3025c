/// Reads a photo's bytes. They stay readable as long as the reader is alive.
public protocol PhotoReader: Sendable {
    /// Fills memory with the bytes from an offset on. Returns the number of bytes read; the memory is filled except at
    /// the end of the photo.
    typealias Fill = (_ offset: Int, _ memory: UnsafeMutableRawBufferPointer) throws -> Int

    /// Calls `make` on a thread that may wait for the disk. Pieces of some hundred kilobytes at a time are quick and
    /// take little memory.
    func read<Piece: Sendable>(
        _ make: @escaping @Sendable (Fill) throws -> Piece
    ) async throws(StorageError) -> Piece
}

extension PhotoReader {
    /// The bytes from an offset on: `count` of them, or fewer at the end of the photo.
    public func bytes(from offset: Int, count: Int) async throws(StorageError) -> [UInt8] {
        try await read { fill in
            try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
                filled = try fill(offset, UnsafeMutableRawBufferPointer(buffer))
            }
        }
    }
}
