import Synchronization

/// Passes unreadable rows from reads to the writer, which sets them aside. A reading connection cannot write.
final class SuspectQueue: Sendable {
    private struct State {
        var waiting: Set<Suspect> = []
        var task: Task<Void, Never>?
    }

    /// A row beyond the limit is recorded again by its next read.
    private static let limit = 10_000
    private static let slice = 100

    private let setAside: @Sendable ([Suspect]) async -> Void
    private let state = Mutex(State())

    init(setAside: @escaping @Sendable ([Suspect]) async -> Void) {
        self.setAside = setAside
    }

    /// Records a row. Returns at once.
    func note(_ suspect: Suspect) {
        state.withLock { state in
            guard state.waiting.count < Self.limit else { return }
            state.waiting.insert(suspect)
            if state.task == nil { state.task = Task { await self.drain() } }
        }
    }

    /// Returns when the queue is empty.
    func waitUntilEmpty() async {
        while let task = state.withLock({ $0.task }) { await task.value }
    }

    private func drain() async {
        while let some = next() { await setAside(some) }
    }

    private func next() -> [Suspect]? {
        state.withLock { state in
            let some = Array(state.waiting.prefix(Self.slice))
            state.waiting.subtract(some)
            if some.isEmpty { state.task = nil }
            return some.isEmpty ? nil : some
        }
    }
}
