import NIOCore

/// Ends long work when the client has disconnected.
struct RequestLifetime: Sendable {
    /// The connection of the request; nil without a socket.
    let channel: (any Channel)?

    /// For work that continues when the client disconnects.
    static let unbounded = RequestLifetime(channel: nil)

    /// Runs work in a task that is cancelled when the client has closed the connection, or its sending side.
    ///
    /// A client may close its sending side and still read the answer. The kernel shows the same for a client that has
    /// disconnected; like nginx, Daybook does no long work for either.
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
    /// The lifetime of this request.
    var lifetime: RequestLifetime { RequestLifetime(channel: channel) }
}
