import Foundation

/// Writes files that are on the disk, whole, when the call returns.
package enum DurableFile {
    /// A file could not be written.
    package struct Failure: Error, Equatable {
        /// The disk has no room.
        package var isFull: Bool
    }

    /// Writes a file beside the one of this path, and puts it in its place.
    package static func write(_ data: Data, to path: String) throws {
        let temporary = path + ".new"
        unlink(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        guard descriptor >= 0 else { throw failure() }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try file.write(contentsOf: data)
            try flush(descriptor)
            try file.close()
        } catch {
            unlink(temporary)
            throw error as? Failure ?? Failure(isFull: (error as? CocoaError)?.code == .fileWriteOutOfSpace)
        }
        try move(temporary, to: path)
    }

    /// Puts a file in the place of another one, on the disk when this returns.
    package static func move(_ path: String, to target: String) throws {
        guard rename(path, target) == 0 else { throw failure() }
        try synchronizeFolder(of: target)
    }

    /// Makes the names in a file's folder durable.
    package static func synchronizeFolder(of path: String) throws {
        let folder = (path as NSString).deletingLastPathComponent
        let descriptor = open(folder, O_RDONLY)
        guard descriptor >= 0 else { throw failure() }
        defer { close(descriptor) }
        try flush(descriptor)
    }

    private static func flush(_ descriptor: Int32) throws {
        #if canImport(Darwin)
        // There, fsync leaves the bytes in the cache of the drive (man 2 fsync).
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        #endif
        guard fsync(descriptor) == 0 else { throw failure() }
    }

    private static func failure() -> Failure { Failure(isFull: errno == ENOSPC || errno == EDQUOT) }
}
