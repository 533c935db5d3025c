import DaybookCore
import HTTPTypes
import Hummingbird

/// One call of the HTTP interface: its path, its access, its description and its handler.
struct Route: Sendable {
    typealias Handler = @Sendable (Request, DaybookContext) async throws -> Response

    /// The clients that may make a call.
    enum Access: Sendable, Equatable {
        /// Every client.
        case open
        /// Every client. The handler gets the session of a client that has one.
        case optionalSession
        /// A client with a session whose account has a permanent password.
        case session
        /// A client with a session, even one that began with a temporary password.
        case anySession
    }

    let method: HTTPRequest.Method
    /// With parameters in braces, as OpenAPI writes them: `/api/v1/todos/{id}`.
    let path: String
    let access: Access
    /// The parameters, body and answers of the call. The OpenAPI document is made from it.
    let operation: Operation
    /// Whether a call takes one of its caller's places while it is answered (``Calls``). Calls that take long for other
    /// reasons than computation have separate bounds.
    private(set) var takesPlace = true
    let handler: Handler

    init(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ access: Access,
        _ operation: Operation,
        _ handler: @escaping Handler
    ) {
        self.method = method
        self.path = path
        self.access = access
        self.operation = operation
        self.handler = handler
    }

    /// The same route without a place: for routes with slow uploads, which have separate bounds.
    var withoutPlace: Route {
        var route = self
        route.takesPlace = false
        return route
    }

    /// Whether a client without a session may make the call.
    var isOpen: Bool { access == .open || access == .optionalSession }

    /// Whether a request's path matches this route's. Extra slashes are ignored, as by the router.
    func matches(_ requestPath: String) -> Bool {
        let (pattern, parts) = (path.split(separator: "/"), requestPath.split(separator: "/"))
        return pattern.count == parts.count && zip(pattern, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
    }
}

extension Problem {
    /// 403: a temporary password allows only its own replacement.
    static let temporaryPassword = Problem(
        .forbidden,
        "Choose a password of your own first.",
        violations: [Violation(.password, .temporary, "Choose a password of your own first.")]
    )
}
