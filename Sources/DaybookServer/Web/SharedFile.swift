import Foundation
import NIOCore

/// Bytes in memory that the kernel sends to a socket without copying them: the answer to a request shares them with the
/// socket. Copying a file of 57 KB takes a quarter of what its answer costs (docs/decisions/0047).
final class SharedFile: Sendable {
    /// The fewest bytes for which this is worth another system call. With 21 KB nothing is gained.
    static let leastBytes = 32 << 10

    private let descriptor: Int32
    private let count: Int

    /// Nil for few bytes, and where the system has no memory of this kind.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.leastBytes, let descriptor = Self.memory() else { return nil }
        self.descriptor = descriptor
        count = bytes.count
        let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard written == count else { return nil }
    }

    deinit { close(descriptor) }

    #if os(Linux)
    /// An empty file in memory, which has no name.
    private static func memory() -> Int32? {
        let name = "/daybook-\(UUID().uuidString)"
        let descriptor = shm_open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        shm_unlink(name)
        return descriptor
    }

    /// Sends a head and these bytes behind it, as much as the socket takes at once. Returns the number of bytes that were sent,
    /// of both together: zero also when the socket does not work any more.
    func send(behind head: ByteBuffer, to socket: Int32) -> Int {
        // More follows, so the kernel waits with the head and sends both together.
        let flags = Int32(MSG_MORE) | Int32(MSG_NOSIGNAL)
        let sent = head.withUnsafeReadableBytes { Foundation.send(socket, $0.baseAddress, $0.count, flags) }
        guard sent == head.readableBytes else { return max(0, sent) }
        var offset: off_t = 0
        return sent + max(0, sendfile(socket, descriptor, &offset, count))
    }
    #else
    private static func memory() -> Int32? { nil }
    func send(behind head: ByteBuffer, to socket: Int32) -> Int { 0 }
    #endif
}
