import Foundation

/// The few calls of the operating system that photos need, with its results as errors.
///
/// Foundation's functions lack two things: they do not sync, and they do not distinguish a full disk from other
/// failures.
enum FileSystem {
    /// Opens a new file that only its owner may read.
    static func create(_ path: String) throws(StorageError) -> Int32 {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("create", path) }
        return descriptor
    }

    /// Opens a file for reading; nil when there is no such file.
    static func openForReading(_ path: String) throws(StorageError) -> Int32? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        if descriptor >= 0 { return descriptor }
        if errno == ENOENT { return nil }
        throw failure("open", path)
    }

    static func write(_ bytes: [UInt8], to descriptor: Int32) throws(StorageError) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Foundation.write(descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure("write", nil) }
            written += count
        }
    }

    /// Fills memory with a file's bytes from an offset on. Returns the number of bytes read.
    static func read(
        _ descriptor: Int32,
        from offset: Int,
        into memory: UnsafeMutableRawBufferPointer
    ) throws(StorageError) -> Int {
        var filled = 0
        while filled < memory.count {
            let count = pread(
                descriptor,
                memory.baseAddress.map { $0 + filled },
                memory.count - filled,
                off_t(offset + filled)
            )
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure("read", nil) }
            if count == 0 { break }
            filled += count
        }
        return filled
    }

    /// Syncs a file. Returns when its bytes are on the disk.
    static func sync(_ descriptor: Int32) throws(StorageError) {
        guard fsync(descriptor) == 0 else { throw failure("sync", nil) }
    }

    /// Syncs a folder. Returns when the names in it are on the disk.
    static func syncFolder(_ path: String) throws(StorageError) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("open", path) }
        defer { close(descriptor) }
        try sync(descriptor)
    }

    /// Makes a folder that only its owner may enter, unless it exists. False when its parent does not exist.
    static func makeFolder(_ path: String) throws(StorageError) -> Bool {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return true }
        if errno == ENOENT { return false }
        throw failure("make", path)
    }

    /// Renames a file. False when the file, or the folder of the new name, does not exist.
    static func move(_ path: String, to new: String) throws(StorageError) -> Bool {
        if rename(path, new) == 0 { return true }
        if errno == ENOENT { return false }
        throw failure("rename", new)
    }

    /// The size of a file and the time of its last write, in nanoseconds since 1970; nil when there is no such file.
    static func status(_ path: String) -> (bytes: Int, written: Int64)? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        #if canImport(Darwin)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        return (Int(status.st_size), Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    static func failure(_ what: String, _ path: String?) -> StorageError {
        switch errno {
        case ENOSPC, EDQUOT: .full
        case let code: .failed("\(what) \(path ?? "a photo's file"): \(String(cString: strerror(code)))")
        }
    }
}
