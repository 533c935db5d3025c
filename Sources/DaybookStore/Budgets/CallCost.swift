import Synchronization

/// The time that the calls of one connection have taken since it was last asked for: on the threads that serve, on those
/// for long tasks, and in the writer.
package final class CallCost: Sendable {
    /// The cost to which work adds its time. Nil when no connection is served.
    @TaskLocal package static var current: CallCost?

    private let nanoseconds = Atomic<Int64>(0)

    /// A cost of nothing.
    package init() {}

    /// Adds the time of finished work.
    package func add(_ time: Duration) {
        nanoseconds.add(Int64(time / .nanoseconds(1)), ordering: .relaxed)
    }

    /// The time since the last call of this function.
    package func take() -> Duration {
        .nanoseconds(nanoseconds.exchange(0, ordering: .relaxed))
    }
}
