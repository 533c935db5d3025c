import Synchronization

/// Wakes the scheduler when the next reminder may be due earlier.
final class ReminderSignal: Sendable {
    private struct State {
        var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
        var number = 0
        var isClosed = false
    }

    private let state = Mutex(State())

    /// A stream with an element for each change from now on. Several changes at once give one element.
    func listen() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state -> Int? in
            if state.isClosed { return nil }
            state.number += 1
            state.listeners[state.number] = continuation
            return state.number
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { state in _ = state.listeners.removeValue(forKey: number) }
        }
        return stream
    }

    /// Signals a committed change.
    func raise() {
        // Outside the lock: to wake a task waits for a lock of the task, under which `onTermination` is called.
        let listeners = state.withLock { Array($0.listeners.values) }
        for listener in listeners { listener.yield() }
    }

    /// Ends all streams, and all later ones at once.
    func close() {
        // Outside the lock: finishing calls `onTermination`.
        let ended = state.withLock { state in
            state.isClosed = true
            defer { state.listeners = [:] }
            return Array(state.listeners.values)
        }
        for listener in ended { listener.finish() }
    }
}
