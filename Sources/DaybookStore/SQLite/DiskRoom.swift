import Foundation

/// Proves that a folder's disk has room for a write.
///
/// A small change of the database does not prove it. A transaction that met a full disk leaves the part of the log that
/// it had written, and a following transaction of a page or two fits into that part, while no to-do does. So this
/// writes real bytes beside the database, and syncs them, because some file systems report a full disk only then.
enum DiskRoom {
    /// The bytes for which there must be room: a transaction of sixty pages, and its growth of the database at a
    /// checkpoint.
    static let bytes = 256 << 10

    /// Throws ``StorageError/full`` when there is no room. Waits for the disk: do not call it on a thread that serves
    /// requests.
    static func prove(in folder: String) throws(StorageError) {
        let path = folder + "/.room-\(UUID().uuidString)"
        let descriptor = try FileSystem.create(path)
        defer { close(descriptor) }
        unlink(path)
        // Some file systems store a run of equal bytes without using space.
        var random = SystemRandomNumberGenerator()
        let block = (0..<512).flatMap { _ in withUnsafeBytes(of: random.next()) { Array($0) } }
        for _ in 0..<bytes / block.count { try FileSystem.write(block, to: descriptor) }
        try FileSystem.sync(descriptor)
    }
}
