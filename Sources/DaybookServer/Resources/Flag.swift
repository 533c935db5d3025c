import Synchronization

/// A value that the decisions of one transaction share. They are made one after another.
final class Flag: Sendable {
    private let value = Atomic(false)

    /// Whether the flag is up. It is down at first.
    var isUp: Bool {
        get { value.load(ordering: .relaxed) }
        set { value.store(newValue, ordering: .relaxed) }
    }
}
