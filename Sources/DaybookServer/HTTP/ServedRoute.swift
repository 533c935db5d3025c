import Hummingbird

/// A route as its calls need it, without its description: checks the access and the origin of a call, and finds a place for it.
///
/// A class: each call would copy a value with all of its parts.
final class ServedRoute: Sendable {
    private let access: Route.Access
    private let takesPlace: Bool
    private let handler: Route.Handler
    private let authenticator: Authenticator
    private let calls: Calls
    private let largeCalls: LargeCalls

    init(_ route: Route, _ authenticator: Authenticator, _ calls: Calls, _ largeCalls: LargeCalls) {
        access = route.access
        takesPlace = route.takesPlace
        handler = route.handler
        self.authenticator = authenticator
        self.calls = calls
        self.largeCalls = largeCalls
    }

    /// Answers a call.
    nonisolated(nonsending) func answer(_ request: Request, _ context: DaybookContext) async throws -> Response {
        try CrossSite.check(request, context.arrival)
        switch access {
        case .open: return try await answerOpen(request, context)
        case .optionalSession:
            let found = try? await authenticator.session(of: request, context.arrival)
            return try await answerOpen(request, found.map { context.with($0.session) } ?? context)
        case .session, .anySession:
            let found = try await authenticator.session(of: request, context.arrival)
            if access == .session, found.session.temporaryUntil != nil { throw Problem.temporaryPassword }
            let request = context.bodyFollows ? guarded(request, context) : request
            let response = try await answerInside(request, context.with(found.session))
            return found.cookie.map { Self.adding($0, to: response) } ?? response
        }
    }

    // Not inlined: what it needs would be a part of the memory of each task (docs/decisions/0047).
    @inline(never)
    private static func adding(_ cookie: String, to response: Response) -> Response {
        guard response.headers[.setCookie] == nil else { return response }
        var response = response
        response.headers[.setCookie] = cookie
        return response
    }

    /// The request with a body that ends only while the session is open.
    @inline(never)
    private func guarded(_ request: Request, _ context: DaybookContext) -> Request {
        Request(
            head: request.head,
            body: RequestBody(
                asyncSequence: GuardedBody(body: request.body) { [self] in _ = try await again(request, context) }
            )
        )
    }

    /// The context of a call with its session as it is now. Throws 401 when the session has ended.
    private func again(_ request: Request, _ context: DaybookContext) async throws -> DaybookContext {
        let found = try await authenticator.session(of: request, context.arrival)
        if access == .session, found.session.temporaryUntil != nil { throw Problem.temporaryPassword }
        return context.with(found.session)
    }

    nonisolated(nonsending) private func answerOpen(
        _ request: Request,
        _ context: DaybookContext
    ) async throws -> Response {
        guard takesPlace else { return try await handler(request, context) }
        return try await calls.insideAddress(context) {
            try await largeCalls.run(request) { try await handler(request, context) }
        }
    }

    nonisolated(nonsending) private func answerInside(
        _ request: Request,
        _ context: DaybookContext
    ) async throws -> Response {
        guard takesPlace else { return try await handler(request, context) }
        return try await calls.inside(context.session.account, context) { hasWaited in
            if hasWaited { return try await answerLater(request, context) }
            return try await largeCalls.run(request) { try await handler(request, context) }
        }
    }

    /// Answers a call that has waited, if its session is still open.
    @inline(never)
    private func answerLater(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let context = try await again(request, context)
        return try await largeCalls.run(request) { try await handler(request, context) }
    }
}
