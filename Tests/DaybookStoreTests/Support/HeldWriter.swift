import Dispatch
import GRDB

@testable import DaybookStore

/// Keeps a storage's writer busy until it is released, so that a test decides what is in a group.
final class HeldWriter: Sendable {
    private let gate = DispatchSemaphore(value: 0)

    init(_ storage: SQLiteStorage) {
        let isHeld = DispatchSemaphore(value: 0)
        storage.pool.asyncWriteWithoutTransaction { [gate] _ in
            isHeld.signal()
            gate.wait()
        }
        // Until then the committer may still be working on an earlier job, and would add new jobs to its group.
        isHeld.wait()
    }

    /// Releases the writer once `count` jobs wait.
    func release(whenWaiting count: Int, in committer: GroupCommitter) async throws {
        while committer.waitingCount < count { try await Task.sleep(for: .milliseconds(1)) }
        gate.signal()
    }
}

func holdWriter(of storage: SQLiteStorage) -> HeldWriter { HeldWriter(storage) }
