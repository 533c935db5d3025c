import Dispatch
import Synchronization

/// Threads that may wait for the disk, so that the threads that serve requests never do.
///
/// A fixed number of serial queues: the operations on one file run in order, a slow operation delays few others, and no
/// thread exists while there is no work.
final class DiskQueues: Sendable {
    private static let count = 16

    private let queues = (0..<count).map { DispatchQueue(label: "Daybook.disk.\($0)") }
    private let turn = Atomic<UInt>(0)

    /// The queue for one file.
    func next() -> DiskQueue {
        DiskQueue(queue: queues[Int(turn.wrappingAdd(1, ordering: .relaxed).oldValue % UInt(Self.count))])
    }
}

/// One of the queues.
struct DiskQueue: Sendable {
    fileprivate let queue: DispatchQueue

    /// Runs work that may wait for the disk, after all earlier work of the queue.
    func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value
    ) async throws(StorageError) -> Value {
        let result: Result<Value, StorageError> = await withCheckedContinuation { continuation in
            queue.async {
                continuation.resume(returning: Result { try work() }.mapError { StorageError($0) })
            }
        }
        return try result.get()
    }
}
