import Dispatch
import Foundation
import Testing

@testable import DaybookStore

/// While a task is cancelled, its handlers run under a lock of the task, and whoever wakes the task waits for that lock. So nobody may
/// wake a listener under a lock that a handler takes: both would wait for ever, and the storage's writer with them.
@Suite("Changes: a listener that is being cancelled", .timeLimit(.minutes(10)))
struct CancelledListenerTests {
    /// Whether `leave`, which a handler calls, ends while `wake` waits for a task that listens to a stream.
    ///
    /// The task's lock is held by its handler for a raised priority, which unlike cancellation does not end the stream first.
    private static func leaves<Element: Sendable>(
        _ stream: AsyncStream<Element>,
        wake: @escaping @Sendable (Int64) -> Void,
        leave: @escaping @Sendable () -> Void
    ) async throws -> Bool {
        let (results, result) = AsyncStream.makeStream(of: Bool.self)
        let (elements, element) = AsyncStream.makeStream(of: Void.self)
        let task = Task(priority: .low) {
            await withTaskPriorityEscalationHandler {
                for await _ in stream { element.yield() }
            } onPriorityEscalated: { _, _ in
                _ = ends({ wake(2) }, within: .milliseconds(200))
                result.yield(ends(leave, within: .seconds(10)))
            }
        }
        wake(1)
        for await _ in elements { break }
        // So that the task waits for its next element.
        try await Task.sleep(for: .milliseconds(50))
        Thread.detachNewThread { task.escalatePriority(to: .high) }
        for await isOver in results {
            // Otherwise its cancellation would be what has just been shown to wait for ever.
            if isOver { task.cancel() }
            return isOver
        }
        return false
    }

    /// Whether work ends in time, on a thread of its own.
    private static func ends(_ work: @escaping @Sendable () -> Void, within time: DispatchTimeInterval) -> Bool {
        let end = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            work()
            end.signal()
        }
        return end.wait(timeout: .now() + time) == .success
    }

    @Test("does not stop an account's cursors")
    func cursors() async throws {
        let (feed, account) = (CursorFeed(), AccountID(uuid(1)))
        let stream = feed.listen(to: account) { 0 }
        let leaves = try await Self.leaves(stream) { cursor in
            feed.publish(cursor, of: account)
        } leave: {
            _ = feed.listen(to: account) { nil }
        }
        #expect(leaves)
    }

    @Test("does not stop the signal for reminders")
    func reminders() async throws {
        let signal = ReminderSignal()
        let stream = signal.listen()
        let leaves = try await Self.leaves(stream) { _ in
            signal.raise()
        } leave: {
            _ = signal.listen()
        }
        #expect(leaves)
    }
}
