import DaybookExport
import DaybookStore
import DaybookZip
import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// A body that is too large for memory, in a file without a name: the system removes the file with the last reference
/// to it, however the process ends.
final class Spool: Sendable {
    private let descriptor: Int32
    private let account: AccountID
    private let room: Spools
    private let taken = Atomic<Int>(0)

    /// Makes an empty file. Its bytes count against the room of all spools and the account's share.
    init(path: String, of account: AccountID, room: Spools) throws(StorageError) {
        self.account = account
        self.room = room
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure("make") }
        unlink(path)
    }

    deinit {
        close(descriptor)
        room.release(taken.load(ordering: .relaxed), of: account)
    }

    /// The number of bytes that were written.
    var count: Int { taken.load(ordering: .relaxed) }

    /// Appends bytes, on a thread that serves no requests. One call at a time. Throws 503 when there is no room left
    /// for spools, 429 when the account has used its share, ``StorageError/full`` when the disk is full.
    func write(_ bytes: ByteBuffer) async throws {
        try room.take(bytes.readableBytes, of: account)
        taken.add(bytes.readableBytes, ordering: .relaxed)
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

    /// Reads bytes from an offset on, on a thread that serves no requests. They must have been written.
    func bytes(from offset: Int, count: Int) async throws -> [UInt8] {
        try await NIOThreadPool.singleton.runIfActive { [self] in
            guard let bytes = FileBytes.whole(descriptor, offset..<offset + count) else { throw Self.failure("read") }
            return bytes
        }
    }

    /// The written bytes as an archive that is read from the file.
    func archive() -> ArchiveBytes {
        ArchiveBytes(count: count) { [self] range in FileBytes.read(descriptor, range)[...] }
    }

    private static func failure(_ what: String) -> StorageError {
        switch errno {
        case ENOSPC, EDQUOT: .full
        case let code: .failed("\(what) a temporary file: \(String(cString: strerror(code)))")
        }
    }
}
