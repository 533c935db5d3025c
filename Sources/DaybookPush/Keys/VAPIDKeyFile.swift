import Foundation

/// The file with the server's key, in the data folder.
public struct VAPIDKeyFile: Sendable {
    /// The path.
    public let path: String
    private let folder: String

    /// The file in a data folder, which must exist.
    public init(folder: String) {
        self.folder = folder
        path = folder + "/push-key.pem"
    }

    /// Reads the key, or makes it when there is no key yet. Processes that do so at once all get the same key.
    public func readOrMake() throws(VAPIDKeyFileError) -> VAPIDKey {
        if let key = try read() { return key }
        try write(VAPIDKey())
        guard let key = try read() else { throw .notWritten(path: path, detail: "it is not there afterwards") }
        return key
    }

    /// Nil when there is no file.
    private func read() throws(VAPIDKeyFileError) -> VAPIDKey? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if descriptor < 0 {
            if errno == ENOENT { return nil }
            throw .unreadable(path: path, detail: Self.reason)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unreadable(path: path, detail: Self.reason) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .unreadable(path: path, detail: "it is not a file") }
        guard status.st_mode & 0o077 == 0 else { throw .openToOthers(path: path) }
        // A key in PEM has about 240 bytes; a file that is there by mistake may have any size.
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = Foundation.read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { throw .unreadable(path: path, detail: Self.reason) }
        guard count < bytes.count, let key = VAPIDKey(pem: String(decoding: bytes[..<count], as: UTF8.self)) else {
            throw .damaged(path: path)
        }
        return key
    }

    /// Writes the file completely or not at all, and never over another: a link creates the name, and fails when the
    /// name exists.
    private func write(_ key: VAPIDKey) throws(VAPIDKeyFileError) {
        let unfinished = "\(path).\(UInt64.random(in: .min ... .max))"
        defer { unlink(unfinished) }
        try writeAndSync(Array(key.pem.utf8), to: unfinished)
        guard link(unfinished, path) == 0 || errno == EEXIST else {
            throw .notWritten(path: path, detail: Self.reason)
        }
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .notWritten(path: path, detail: Self.reason) }
        defer { close(descriptor) }
        guard Self.sync(descriptor) else { throw .notWritten(path: path, detail: Self.reason) }
    }

    private func writeAndSync(_ bytes: [UInt8], to path: String) throws(VAPIDKeyFileError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .notWritten(path: self.path, detail: Self.reason) }
        defer { close(descriptor) }
        guard Foundation.write(descriptor, bytes, bytes.count) == bytes.count, Self.sync(descriptor) else {
            throw .notWritten(path: self.path, detail: Self.reason)
        }
    }

    private static func sync(_ descriptor: Int32) -> Bool {
        #if canImport(Darwin)
        // On macOS, fsync leaves it to the disk when to write.
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return true }
        #endif
        return fsync(descriptor) == 0
    }

    private static var reason: String { String(cString: strerror(errno)) }
}
