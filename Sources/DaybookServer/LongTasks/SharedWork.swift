import Synchronization

/// Work that several tasks may ask for at once: it is done once for all of them, and is cancelled when the last one has
/// left.
final class SharedWork<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Running {
        let task: Task<Value, any Error>
        /// Distinguishes one run of the work from another.
        let number: Int
        /// The waiting tasks, by their numbers.
        var waiting: Set<Int>
    }

    private struct State {
        var running: [Key: Running] = [:]
        var number = 0
    }

    private let state = Mutex(State())

    /// The number of tasks that wait for the work of a key.
    func waitingCount(for key: Key) -> Int { state.withLock { $0.running[key]?.waiting.count ?? 0 } }

    /// The value of the work in progress for a key, or of `work`, which begins now. Throws the error of the work.
    ///
    /// A cancelled task counts no longer, though its call returns with the work. The work is cancelled when no task is
    /// left that counts; a later call for the same key begins it again. It runs on the executor of the call that begins
    /// it, or on Swift's own.
    func value(
        for key: Key,
        on executor: (any TaskExecutor)? = nil,
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let (task, waiter) = join(key, executor, work)
        defer { leave(key, waiter) }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            leave(key, waiter)
        }
    }

    private func join(
        _ key: Key,
        _ executor: (any TaskExecutor)?,
        _ work: @escaping @Sendable () async throws -> Value
    ) -> (Task<Value, any Error>, waiter: Int) {
        state.withLock { state in
            state.number += 1
            let number = state.number
            if let running = state.running[key] {
                state.running[key]?.waiting.insert(number)
                return (running.task, number)
            }
            let task = Task(executorPreference: executor) { [weak self] in
                // A task that asks after the work is done begins it again.
                defer { self?.end(key, number) }
                return try await work()
            }
            state.running[key] = Running(task: task, number: number, waiting: [number])
            return (task, number)
        }
    }

    private func end(_ key: Key, _ number: Int) {
        state.withLock { state in
            if state.running[key]?.number == number { state.running[key] = nil }
        }
    }

    private func leave(_ key: Key, _ waiter: Int) {
        let abandoned = state.withLock { state -> Task<Value, any Error>? in
            guard state.running[key]?.waiting.remove(waiter) != nil, let running = state.running[key],
                running.waiting.isEmpty
            else { return nil }
            state.running[key] = nil
            return running.task
        }
        abandoned?.cancel()
    }
}
