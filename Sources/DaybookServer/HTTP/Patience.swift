import NIOCore

/// How long something that takes long is gone on with: until who asked for it has gone.
struct Patience: Sendable {
    /// The connection that it was asked for on; nil where there is none.
    let channel: (any Channel)?

    /// For work that nobody's leaving ends.
    static let unbounded = Patience(channel: nil)

    /// Runs work in a task that is cancelled when who asked has closed the connection, or their side of it.
    ///
    /// A client may close its own side and still read the answer. The kernel shows the same of one that has gone
    /// altogether; as with nginx, nothing long is done for either.
    func callAsFunction<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let channel else { return try await work() }
        let task = Task(operation: work)
        let watch = HangUp.Watch { task.cancel() }
        watch.begin(on: channel)
        defer { watch.end(on: channel) }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}

extension DaybookContext {
    /// For what this request asks for.
    var patience: Patience { Patience(channel: channel) }
}
