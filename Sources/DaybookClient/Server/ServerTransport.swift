import DaybookCore

/// A call to a server, with the secret of its session.
public struct Call: Sendable {
    /// The call.
    public var request: Request
    /// The session's token; nil for a call without a session.
    let token: String?
    /// The content of its body, or of its answer.
    public var content: Content

    /// The content of a body.
    public enum Content: Sendable {
        case json
        /// The bytes of a photo.
        case photo
    }

    /// A call of no session, or of the session with this token.
    public init(request: Request, token: String? = nil, content: Content = .json) {
        self.request = request
        self.token = token
        self.content = content
    }
}

extension Call {
    /// The headers of the call, besides those of its way.
    public var headers: [(name: String, value: String)] {
        var headers: [(name: String, value: String)] = []
        if let token { headers.append(("Authorization", "Bearer \(token)")) }
        if let account = request.account { headers.append(("Daybook-Account", account.description)) }
        // The server looks at the bytes of a photo for its type.
        let type = content == .json ? "application/json" : "application/octet-stream"
        if !request.body.isEmpty { headers.append(("Content-Type", type)) }
        return headers
    }
}

/// The way to a server. Every system has its own.
public protocol ServerTransport: Sendable {
    /// Makes a call. Throws ``SyncFailure/unreachable(server:reason:)`` when no answer comes, or a `CancellationError`.
    func answer(to call: Call) async throws -> Answer

    /// Opens the server's stream of events, and passes on the cursor of each until the stream ends. Returns the head of the
    /// answer; throws as ``answer(to:)`` does.
    func listen(to call: Call, _ onEvent: @escaping @Sendable (Int64) -> Void) async throws -> Answer
}
