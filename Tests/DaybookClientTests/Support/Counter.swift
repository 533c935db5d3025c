import Synchronization

/// Counts across tasks.
final class Counter: Sendable {
    private let count = Mutex(0)

    /// 1 at first, then one more each time.
    func next() -> Int {
        count.withLock {
            $0 += 1
            return $0
        }
    }
}
