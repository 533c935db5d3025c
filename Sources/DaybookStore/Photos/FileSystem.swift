import Foundation

/// The few calls of the operating system that photos need, with its answers as errors.
///
/// Foundation's functions lack two things: they do not sync, and they do not tell a full disk from other failures.
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

    /// Fills memory from a place of a file on; says how much there was.
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

    /// Returns when a file's bytes are on the disk.
    static func sync(_ descriptor: Int32) throws(StorageError) {
        guard fsync(descriptor) == 0 else { throw failure("sync", nil) }
    }

    /// Returns when the names in a folder are on the disk.
    static func syncFolder(_ path: String) throws(StorageError) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("open", path) }
        defer { close(descriptor) }
        try sync(descriptor)
    }

    /// Makes a folder that only its owner may enter, unless it is there. False when its parent is not.
    static func makeFolder(_ path: String) throws(StorageError) -> Bool {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return true }
        if errno == ENOENT { return false }
        throw failure("make", path)
    }

    /// Gives a file another name. False when it, or the folder of the new name, is not there.
    static func move(_ path: String, to new: String) throws(StorageError) -> Bool {
        if rename(path, new) == 0 { return true }
        if errno == ENOENT { return false }
        throw failure("rename", new)
    }

    /// The bytes of a file and when they were last written, in nanoseconds since 1970; nil when there is no such file.
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
