import Foundation

/// Proves that a folder's disk has room for a write.
///
/// A small change of the database does not prove it. A transaction that met a full disk leaves what it had written of
/// the log behind, and the next one of a page or two fits into that, while no to-do does. So bytes are really written
/// beside the database, and synced, because some file systems say so only then.
enum DiskRoom {
    /// Bytes for which there must be room: a transaction of sixty pages, and what it adds to the database at a checkpoint.
    static let bytes = 256 << 10

    /// Throws ``StorageError/full`` when there is no room. Takes a while: not for a thread that serves everybody.
    static func prove(in folder: String) throws(StorageError) {
        let path = folder + "/.room-\(UUID().uuidString)"
        let descriptor = try FileSystem.create(path)
        defer { close(descriptor) }
        unlink(path)
        // Some file systems keep a run of equal bytes in no room at all.
        var random = SystemRandomNumberGenerator()
        let block = (0..<512).flatMap { _ in withUnsafeBytes(of: random.next()) { Array($0) } }
        for _ in 0..<bytes / block.count { try FileSystem.write(block, to: descriptor) }
        try FileSystem.sync(descriptor)
    }
}
