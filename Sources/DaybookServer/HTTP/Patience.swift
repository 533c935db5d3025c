import NIOCore

/// The patience of a client with long work: the work ends when the client has gone.
struct Patience: Sendable {
    /// The connection of the request; nil without a socket.
    let channel: (any Channel)?

    /// For work that nobody's leaving ends.
    static let unbounded = Patience(channel: nil)

    /// Runs work in a task that is cancelled when the client has closed the connection, or its side of it.
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
