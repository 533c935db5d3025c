import Synchronization

/// The value for the latest input. A value that is computed before a transaction is found here in it. Otherwise every
/// other write would wait for the computation.
final class Remembered<Input: Equatable & Sendable, Value: Sendable>: Sendable {
    private let latest = Mutex<(input: Input, value: Value)?>(nil)

    /// The value for an input. Computes it if the latest input was another one.
    func value(for input: Input, _ compute: () -> Value) -> Value {
        if let latest = latest.withLock({ $0 }), latest.input == input { return latest.value }
        let value = compute()
        latest.withLock { $0 = (input, value) }
        return value
    }
}
