import DaybookStore
import DaybookZip
import Foundation
import NIOCore
import NIOPosix

/// A body that is too large for memory, in a file without a name: it is gone when nobody holds it any more, however the
/// process ends.
final class Spool: Sendable {
    private let descriptor: Int32

    /// Makes an empty file where the system keeps such.
    init() throws(StorageError) {
        let path = FileManager.default.temporaryDirectory.path + "/daybook-\(UUID().uuidString)"
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure("make") }
        unlink(path)
    }

    deinit { close(descriptor) }

    /// Adds bytes behind those that came before, on a thread that serves nobody. One call at a time.
    func write(_ bytes: ByteBuffer) async throws {
        try await NIOThreadPool.singleton.runIfActive { [self] in
            try bytes.withUnsafeReadableBytes { buffer in
                var written = 0
                while written < buffer.count {
                    let count = Foundation.write(
                        descriptor,
                        buffer.baseAddress.map { $0 + written },
                        buffer.count - written
                    )
                    if count < 0, errno == EINTR { continue }
                    guard count > 0 else { throw Self.failure("write") }
                    written += count
                }
            }
        }
    }

    /// What was written, as an archive that is read where it lies.
    func archive() throws(StorageError) -> ArchiveBytes {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Self.failure("look at") }
        let count = Int(status.st_size)
        return ArchiveBytes(count: count) { [self] range in
            var bytes = [UInt8](repeating: 0, count: range.count)
            let read = bytes.withUnsafeMutableBytes { memory in
                var filled = 0
                while filled < memory.count {
                    let count = pread(
                        descriptor,
                        memory.baseAddress.map { $0 + filled },
                        memory.count - filled,
                        off_t(range.lowerBound + filled)
                    )
                    if count < 0, errno == EINTR { continue }
                    if count <= 0 { break }
                    filled += count
                }
                return filled
            }
            // What a disk cannot read is zeros, which no checksum takes for what was written.
            return read == range.count ? bytes[...] : [UInt8](repeating: 0, count: range.count)[...]
        }
    }

    private static func failure(_ what: String) -> StorageError {
        switch errno {
        case ENOSPC, EDQUOT: .full
        case let code: .failed("\(what) a temporary file: \(String(cString: strerror(code)))")
        }
    }
}
