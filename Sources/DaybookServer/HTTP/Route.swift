import DaybookCore
import HTTPTypes
import Hummingbird

/// One call of the HTTP interface: where it is, who may make it, what does it.
struct Route: Sendable {
    typealias Handler = @Sendable (Request, DaybookContext) async throws -> Response

    /// Who may call.
    enum Access: Sendable, Equatable {
        /// Anybody.
        case open
        /// Who brings the token of a session and has a password of their own.
        case session
        /// Who brings the token of a session, also of one that began with a password that the operator gave.
        case anySession
    }

    let method: HTTPRequest.Method
    /// With parameters in braces, as OpenAPI writes them: `/api/v1/todos/{id}`.
    let path: String
    let access: Access
    /// Whether a call takes one of its caller's places while it is answered (``Calls``). What takes long for other reasons
    /// than work has a bound of its own instead.
    private(set) var takesPlace = true
    let handler: Handler

    init(_ method: HTTPRequest.Method, _ path: String, _ access: Access, _ handler: @escaping Handler) {
        self.method = method
        self.path = path
        self.access = access
        self.handler = handler
    }

    /// The same route without a place: for those whose bodies take long to come, and which have a bound of their own.
    var withoutPlace: Route {
        var route = self
        route.takesPlace = false
        return route
    }

    /// Whether a request's path is one of this route's. Slashes too many say nothing, as to the router.
    func matches(_ requestPath: String) -> Bool {
        let (pattern, parts) = (path.split(separator: "/"), requestPath.split(separator: "/"))
        return pattern.count == parts.count && zip(pattern, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
    }
}

extension Problem {
    /// 403: a password that the operator gave opens nothing but its own replacement.
    static let temporaryPassword = Problem(
        .forbidden,
        "Choose a password of your own first.",
        violations: [Violation(.password, .temporary, "Choose a password of your own first.")]
    )
}
