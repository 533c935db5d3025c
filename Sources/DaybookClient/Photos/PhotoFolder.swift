import DaybookCore
import Foundation

/// The files of photos that are on this device, beside the notebook: those that no server is known to have. Each is
/// named by the SHA-256 of its bytes.
///
/// A file is on the disk before a record names it, and is removed after the server has both the bytes and the record.
/// So if a command is killed at any moment, the bytes of each photo are still somewhere, and a file that is left over
/// belongs to no photo.
public struct PhotoFolder: Sendable {
    private let path: String
    private let notebook: String

    /// The photos beside a notebook's file.
    init(besides file: String) {
        notebook = file
        path = (file as NSString).deletingLastPathComponent + "/photos"
    }

    /// The photos of a notebook's folder.
    public init(_ folder: NotebookFolder) {
        self.init(besides: folder.file)
    }

    private func file(_ digest: Digest) -> String { "\(path)/\(digest)" }

    /// Puts bytes on the disk. They are safe when this returns.
    public func keep(_ bytes: [UInt8], as digest: Digest) throws(NotebookFileError) {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw failure() }
        let temporary = "\(file(digest)).\(getpid())"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard descriptor >= 0 else { throw failure() }
        defer { unlink(temporary) }
        let isWritten = write(bytes, to: descriptor) && fsync(descriptor) == 0
        let error = errno
        close(descriptor)
        guard isWritten else { throw failure(error) }
        guard rename(temporary, file(digest)) == 0, syncFolder() else { throw failure() }
    }

    private func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        bytes.withUnsafeBytes { all in
            var rest = all[...]
            while !rest.isEmpty {
                let count = Foundation.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                if count <= 0 { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }

    private func syncFolder() -> Bool {
        let folder = open(path, O_RDONLY)
        guard folder >= 0 else { return false }
        defer { close(folder) }
        return fsync(folder) == 0
    }

    /// The bytes of a photo; nil when they are not here, or are damaged.
    public func bytes(of digest: Digest) -> [UInt8]? {
        guard let data = FileManager.default.contents(atPath: file(digest)) else { return nil }
        let bytes = [UInt8](data)
        return SHA256.digest(bytes) == digest ? bytes : nil
    }

    /// Whether the bytes of a photo are here.
    public func has(_ digest: Digest) -> Bool { access(file(digest), R_OK) == 0 }

    /// All photos that are here, and since when, in milliseconds since 1970.
    func all() -> [(digest: Digest, since: Instant)] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.sorted().compactMap { name in
            var status = stat()
            guard let digest = Digest(name), stat(file(digest), &status) == 0 else { return nil }
            return (digest, Instant(milliseconds: Int64(status.modifiedSeconds) * 1_000))
        }
    }

    /// Forgets the bytes of a photo.
    func remove(_ digest: Digest) { unlink(file(digest)) }

    private func failure(_ error: Int32 = errno) -> NotebookFileError {
        error == ENOSPC || error == EDQUOT
            ? .full(path: path) : .cannotOpen(path: path, detail: String(cString: strerror(error)))
    }
}
