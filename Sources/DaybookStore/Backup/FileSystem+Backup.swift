import Crypto
import DaybookCore
import Foundation

/// The calls of the operating system that only backups need.
extension FileSystem {
    private static let piece = 1 << 20

    /// The kind of file at a path. Links are not followed.
    enum Entry: Equatable {
        case file(bytes: Int64)
        case folder
        /// A link, a device, or a socket.
        case other
    }

    /// The kind of file at a path; nil when the path is free.
    static func entry(_ path: String) -> Entry? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file(bytes: Int64(status.st_size))
        case S_IFDIR: return .folder
        default: return .other
        }
    }

    /// The names in a folder, sorted.
    static func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    /// Everything below a folder except folders, by relative path. Links are not followed.
    static func tree(_ folder: String) throws -> [String: Entry] {
        var found: [String: Entry] = [:]
        var waiting = [""]
        while let place = waiting.popLast() {
            for name in try names(in: place.isEmpty ? folder : "\(folder)/\(place)") {
                let path = place.isEmpty ? name : "\(place)/\(name)"
                switch entry("\(folder)/\(path)") {
                case .folder?: waiting.append(path)
                case let entry?: found[path] = entry
                // The file was removed during the search.
                case nil: break
                }
            }
        }
        return found
    }

    /// Opens a regular file for reading. Throws ``BackupError/notAFile(path:)`` for anything else, such as a link.
    static func openFile(_ path: String) throws -> Int32 {
        // Without O_NONBLOCK, opening a pipe would wait for its other end.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw errno == ELOOP ? BackupError.notAFile(path: path) : failure("open", path)
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw BackupError.notAFile(path: path)
        }
        return descriptor
    }

    /// Passes a file's bytes to `use` in pieces.
    static func read(_ path: String, _ use: (UnsafeRawBufferPointer) throws -> Void) throws {
        let descriptor = try openFile(path)
        defer { close(descriptor) }
        try withUnsafeTemporaryAllocation(byteCount: piece, alignment: 16) { memory in
            var offset = 0
            while true {
                let count = try read(descriptor, from: offset, into: memory)
                if count == 0 { return }
                offset += count
                try use(UnsafeRawBufferPointer(rebasing: memory[..<count]))
            }
        }
    }

    /// The bytes of a small file.
    static func contents(_ path: String) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try read(path) { bytes += $0 }
        return bytes
    }

    /// The hash and the number of bytes of a file.
    static func hash(_ path: String) throws -> (sha256: DaybookCore.Digest, bytes: Int64) {
        var hash = Hash()
        try read(path) { hash.update($0) }
        return try hash.finish()
    }

    /// Copies a file to a free path and syncs it. Returns the hash and size of the copy.
    static func copy(_ path: String, to new: String) throws -> (sha256: DaybookCore.Digest, bytes: Int64) {
        var hash = Hash()
        let descriptor = try create(new)
        defer { close(descriptor) }
        try read(path) { bytes in
            hash.update(bytes)
            try write(bytes, to: descriptor)
        }
        try sync(descriptor)
        return try hash.finish()
    }

    /// Writes a new file and syncs it.
    static func writeFile(_ bytes: [UInt8], to path: String) throws {
        let descriptor = try create(path)
        defer { close(descriptor) }
        try write(bytes, to: descriptor)
        try sync(descriptor)
    }

    /// Syncs a closed file. Returns when its bytes are on the disk.
    static func syncFile(_ path: String) throws {
        let descriptor = try openFile(path)
        defer { close(descriptor) }
        try sync(descriptor)
    }

    /// Makes the folders between `root` and a path. `made` collects them, so that the caller can sync them.
    static func makeFolders(for path: String, in root: String, _ made: inout Set<String>) throws {
        var folder = root
        for name in path.split(separator: "/").dropLast() {
            folder += "/\(name)"
            guard !made.contains(folder) else { continue }
            guard try makeFolder(folder) else { throw failure("make", folder) }
            made.insert(folder)
        }
    }

    /// The bytes that are free to this user on the disk of a path; nil when the disk does not report them.
    static func freeBytes(_ path: String) -> Int64? {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        let (bytes, overflow) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return overflow ? .max : Int64(clamping: bytes)
    }

    /// Whether two paths are on one disk, so that hard links between them are possible.
    static func areOnOneDisk(_ path: String, _ other: String) -> Bool {
        var (first, second) = (stat(), stat())
        return stat(path, &first) == 0 && stat(other, &second) == 0 && first.st_dev == second.st_dev
    }

    /// Makes a hard link. False when the file is gone; nil when the disk allows no hard link.
    static func link(_ path: String, to new: String) throws -> Bool? {
        if Foundation.link(path, new) == 0 { return true }
        switch errno {
        case ENOENT: return false
        case EXDEV, EPERM, EACCES, EMLINK, EOPNOTSUPP, ENOSYS: return nil
        default: throw failure("link", new)
        }
    }

    /// The path without links and dots. Its last parts need not exist.
    static func canonical(_ path: String) -> String {
        let absolute = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        var rest: [Substring] = []
        var parts = absolute.split(separator: "/")
        while true {
            let base = "/" + parts.joined(separator: "/")
            if let real = realpath(base, nil) {
                defer { free(UnsafeMutableRawPointer(real)) }
                return rest.reduce(String(cString: real)) { path, part in
                    switch part {
                    case ".": path
                    case "..": (path as NSString).deletingLastPathComponent
                    default: (path == "/" ? "" : path) + "/\(part)"
                    }
                }
            }
            guard let last = parts.popLast() else { return absolute }
            rest.insert(last, at: 0)
        }
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws {
        var rest = bytes
        while !rest.isEmpty {
            let count = Foundation.write(descriptor, rest.baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure("write", nil) }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }
}

/// A hash that counts the bytes.
private struct Hash {
    private var hash = Crypto.SHA256()
    private var bytes: Int64 = 0

    mutating func update(_ piece: UnsafeRawBufferPointer) {
        hash.update(bufferPointer: piece)
        bytes += Int64(piece.count)
    }

    consuming func finish() throws -> (sha256: DaybookCore.Digest, bytes: Int64) {
        guard let digest = DaybookCore.Digest(bytes: Array(hash.finalize())) else {
            throw BackupError.failed("a hash of another length")
        }
        return (digest, bytes)
    }
}
