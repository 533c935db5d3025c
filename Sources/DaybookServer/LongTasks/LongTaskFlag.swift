import Synchronization

/// A flag that a long computation checks regularly. It is set when the result is no longer wanted or the time is over.
///
/// A check takes less than a tenth of a microsecond. A computation checks at least every few milliseconds.
final class LongTaskFlag: Sendable {
    /// The computation has taken longer than it may.
    struct Overrun: Error {}

    private let end: ContinuousClock.Instant
    private let now: @Sendable () -> ContinuousClock.Instant
    private let isCancelled = Atomic<Bool>(false)

    init(until end: ContinuousClock.Instant, now: @escaping @Sendable () -> ContinuousClock.Instant) {
        self.end = end
        self.now = now
    }

    /// Records that the result is no longer wanted.
    func cancel() { isCancelled.store(true, ordering: .relaxed) }

    /// Whether the computation should continue.
    var goesOn: Bool { !isCancelled.load(ordering: .relaxed) && now() < end }

    /// Throws `CancellationError` when the result is no longer wanted, ``Overrun`` when the time is over.
    func check() throws {
        if isCancelled.load(ordering: .relaxed) { throw CancellationError() }
        if now() >= end { throw Overrun() }
    }
}
