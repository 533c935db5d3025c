import Dispatch
import Synchronization

/// Threads that may wait for the disk, so that those which serve everybody need not.
///
/// A few serial queues: what is done to one file is done in order, one slow disk holds up few others, and no thread
/// exists while there is nothing to do.
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

    /// Does some work that may wait for the disk, after all that was asked for before.
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
