/// A photo's bytes while somebody reads them; they stay readable until nobody holds it any more.
public protocol PhotoReader: Sendable {
    /// Fills memory with the bytes from a place on. Says how many there were; fewer than there is room for only at the
    /// end of the photo.
    typealias Fill = (_ offset: Int, _ memory: UnsafeMutableRawBufferPointer) throws -> Int

    /// Lets `make` read, on a thread that may wait for the disk. Pieces of some hundred kilobytes at a time are quick and
    /// take little memory.
    func read<Piece: Sendable>(
        _ make: @escaping @Sendable (Fill) throws -> Piece
    ) async throws(StorageError) -> Piece
}

extension PhotoReader {
    /// So many bytes from a place on, fewer at the end of the photo.
    public func bytes(from offset: Int, count: Int) async throws(StorageError) -> [UInt8] {
        try await read { fill in
            try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
                filled = try fill(offset, UnsafeMutableRawBufferPointer(buffer))
            }
        }
    }
}
