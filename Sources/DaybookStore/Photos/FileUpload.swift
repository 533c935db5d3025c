import Foundation
import Synchronization

/// An upload into a file, which goes with the last who holds the upload unless it was moved to its place.
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
        // Where it was moved away from nothing is left; the name is random and nobody else's.
        unlink(path)
    }

    /// How many bytes were written.
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

/// A photo's file, open for as long as somebody holds it.
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
