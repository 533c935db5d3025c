import Foundation
import GRDB
import Synchronization

/// Connections for reads of one statement that find a row by its key.
///
/// Such a read takes microseconds, less than a change of thread and less than the four statements that a reader of
/// GRDB's pool adds (schema check, begin, commit, idle check). So it runs on the calling thread, on one of a few
/// read-only connections: in WAL mode they never wait for the writer. A single statement is a transaction and sees one
/// state of the database.
final class PointReaders: Sendable {
    private let queues: [DatabaseQueue]
    private let turn = Atomic<Int>(0)
    private let isClosed = Atomic<Bool>(false)

    init(path: String, configuration: Configuration) throws {
        var configuration = configuration
        configuration.readonly = true
        configuration.label = "Daybook.point"
        let count = max(2, ProcessInfo.processInfo.activeProcessorCount)
        queues = try (0..<count).map { _ in try DatabaseQueue(path: path, configuration: configuration) }
    }

    /// Runs one statement on the next connection in turn.
    func read<Value>(_ work: (Database) throws -> Value) throws -> Value {
        if isClosed.load(ordering: .relaxed) { throw StorageError.closed }
        let number = turn.wrappingAdd(1, ordering: .relaxed).oldValue
        return try queues[Int(UInt(bitPattern: number) % UInt(queues.count))].unsafeRead(work)
    }

    func close() {
        isClosed.store(true, ordering: .relaxed)
        for queue in queues { try? queue.close() }
    }
}
