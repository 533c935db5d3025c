import Foundation
import Synchronization

/// An upload into a file. The last reference to the upload removes the file, unless it was moved to its place.
final class FileUpload: PhotoUpload {
    let path: String
    let queue: DiskQueue
    private let descriptor: Int32
    private let state = Mutex(State())

    private struct State {
        var bytes = 0
        var isOpen = true
    }

    init(path: String, descriptor: Int32, queue: DiskQueue) {
        self.path = path
        self.descriptor = descriptor
        self.queue = queue
    }

    deinit {
        let state = state.withLock { $0 }
        if state.isOpen { close(descriptor) }
        // After a move there is no file at this path. The name is random and belongs to this upload.
        unlink(path)
    }

    /// The number of bytes that were written.
    var bytes: Int { state.withLock { $0.bytes } }

    func write(_ bytes: [UInt8]) async throws(StorageError) {
        try await queue.run { [self] in
            try FileSystem.write(bytes, to: descriptor)
            state.withLock { $0.bytes += bytes.count }
        }
    }

    /// Makes the bytes durable. Waits for the disk.
    func finish() throws(StorageError) {
        try FileSystem.sync(descriptor)
        state.withLock { $0.isOpen = false }
        close(descriptor)
    }
}

/// A photo's file, open as long as the object is alive.
final class FileReader: PhotoReader {
    private let descriptor: Int32
    private let queue: DiskQueue

    init(descriptor: Int32, queue: DiskQueue) {
        self.descriptor = descriptor
        self.queue = queue
    }

    deinit { close(descriptor) }

    func read<Piece: Sendable>(
        _ make: @escaping @Sendable (Fill) throws -> Piece
    ) async throws(StorageError) -> Piece {
        try await queue.run { [self] in
            try make { offset, memory in try FileSystem.read(descriptor, from: offset, into: memory) }
        }
    }
}
