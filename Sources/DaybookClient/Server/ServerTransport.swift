import DaybookCore

/// A call to a server, with the secret of its session.
public struct Call: Sendable {
    /// The call.
    public var request: Request
    /// The session's token; nil for a call without a session.
    let token: String?

    /// A call without a session.
    init(request: Request, token: String? = nil) {
        self.request = request
        self.token = token
    }
}

/// The way to a server. Every system has its own.
public protocol ServerTransport: Sendable {
    /// Makes a call. Throws ``SyncFailure/unreachable(server:reason:)`` when no answer comes, or a `CancellationError`.
    func answer(to call: Call) async throws -> Answer

    /// Opens the server's stream of events, and passes on the cursor of each until the stream ends. Returns the head of the
    /// answer; throws as ``answer(to:)`` does.
    func listen(to call: Call, _ heard: @escaping @Sendable (Int64) -> Void) async throws -> Answer
}
