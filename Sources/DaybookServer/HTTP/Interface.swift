import HTTPTypes
import Hummingbird

/// All routes, each behind its checks (``ServedRoute``), and the answers to calls without a route.
struct Interface: Sendable {
    let routes: [Route]
    private let router: RouterResponder<DaybookContext>

    init(routes: [Route], authenticator: Authenticator, calls: Calls) {
        self.routes = routes
        let router = Router(context: DaybookContext.self)
        let largeCalls = LargeCalls()
        for route in routes {
            let served = ServedRoute(route, authenticator, calls, largeCalls)
            router.on(RouterPath(route.path), method: route.method) { request, context in
                try await served.answer(request, context)
            }
        }
        self.router = router.buildResponder()
    }

    /// Calls the route that a request names. Throws 404 or 405 when there is no such route.
    nonisolated(nonsending) func respond(to request: Request, _ context: DaybookContext) async throws -> Response {
        if request.method == .head { return try await head(request, context) }
        let response = try await router.respond(to: request, context: context)
        if context.endpointPath == Self.unknown { throw notFound(request) }
        return response
    }

    /// A HEAD is a GET without the body. A range is one of a GET alone (RFC 9110, section 14.2).
    nonisolated(nonsending) private func head(_ request: Request, _ context: DaybookContext) async throws -> Response {
        var head = request.head
        head.method = .get
        head.headerFields[.range] = nil
        let response = try await respond(to: Request(head: head, body: request.body), context)
        return response.createHeadResponse()
    }

    private func notFound(_ request: Request) -> Problem {
        var methods = Set(routes.filter { $0.matches(request.uri.path) }.map(\.method.rawValue))
        if methods.isEmpty { return .notFound }
        if methods.contains("GET") { methods.insert("HEAD") }
        let allowed = methods.sorted().joined(separator: ", ")
        return Problem(.methodNotAllowed, "This address supports \(allowed) only.", headers: [.allow: allowed])
    }

    /// The name that Hummingbird's router gives a request without a route.
    private static let unknown = "NotFound"
}
