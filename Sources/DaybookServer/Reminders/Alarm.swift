import Synchronization

/// Wakes one waiting task, from any thread. When no task waits, the next wait returns at once.
final class Alarm: Sendable {
    private struct State {
        var isRung = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// Wakes the waiting task.
    func ring() {
        let waiter = state.withLock { state in
            defer { state.waiter = nil }
            if state.waiter == nil { state.isRung = true }
            return state.waiter
        }
        waiter?.resume()
    }

    /// Returns when the alarm rings, or after a time. Only one task may wait.
    func wait(atMost time: Duration) async {
        let timer = Task {
            try await Task.sleep(for: time)
            ring()
        }
        defer { timer.cancel() }
        await withCheckedContinuation { waiter in
            let isRung = state.withLock { state in
                precondition(state.waiter == nil, "one task waits for an alarm at a time")
                if !state.isRung { state.waiter = waiter }
                defer { state.isRung = false }
                return state.isRung
            }
            if isRung { waiter.resume() }
        }
    }
}
