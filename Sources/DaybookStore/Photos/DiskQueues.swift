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
        let step = DiskStep(work)
        let result = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: step.run()) }
        }
        return try result.get()
    }
}

/// Work that releases its captured values before its result is known.
///
/// The queue releases a block some time after it has run. Without this, an upload that the block captured would be
/// removed later than its owner releases it.
private final class DiskStep<Value: Sendable>: Sendable {
    private let work: Mutex<(@Sendable () throws -> Value)?>

    init(_ work: @escaping @Sendable () throws -> Value) {
        self.work = Mutex(work)
    }

    /// Runs the work. A second call is a mistake of this file.
    func run() -> Result<Value, StorageError> {
        let taken = work.withLock { work in
            let taken = work
            work = nil
            return taken
        }
        guard let taken else { return .failure(.failed("work of the disk that ran twice")) }
        return Result { try taken() }.mapError { StorageError($0) }
    }
}
