import DaybookCore
import DaybookStore
import Hummingbird

extension Accounts {
    /// `GET /api/v1/sessions`
    @Sendable func listSessions(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let current = try context.session
        let moment = now()
        let sessions = try await storage.sessions(of: current.account).filter { !lifetime.isOver($0, at: moment) }
        return Response(.object([.init("items", .array(sessions.map { Self.json($0, current: current.session.id) }))]))
    }

    private static func json(_ session: StoredSession, current: SessionID) -> JSON {
        .object([
            .init("id", .string(session.id.description)),
            .init("device", .optional(session.device)),
            .init("createdAt", .string(session.createdAt.rfc3339)),
            .init("lastUsedAt", .string(session.lastUsedAt.rfc3339)),
            .init("current", .bool(session.id == current)),
        ])
    }

    /// `PATCH /api/v1/sessions/{id}`
    @Sendable func renameSession(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let current = try context.session
        guard let id = context.part("id").flatMap({ UUID($0) }) else { throw Problem.notFound }
        var body = try await request.jsonObject()
        let device = Rules.normalizedDevice(body.requiredText("device"))
        try body.finish()
        let missing = device.isEmpty ? Violation(.device, .required, "Enter a name for the device.") : nil
        if let broken = missing ?? rules.deviceViolation(device) { throw Problem.broken([broken]) }
        guard try await storage.renameSession(SessionID(id), of: current.account, to: device) else {
            throw Problem.notFound
        }
        return .noContent
    }

    /// `DELETE /api/v1/sessions/{id}`
    @Sendable func endSession(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let current = try context.session
        guard let id = context.part("id").flatMap({ UUID($0) }) else { throw Problem.notFound }
        let isOwn = SessionID(id) == current.session.id
        let end: SessionEnd = isOwn ? .signedOut(occasion(current)) : .ended(occasion(current))
        guard try await storage.deleteSession(SessionID(id), of: current.account, end) else { throw Problem.notFound }
        return isOwn ? signedOut(context) : .noContent
    }

    /// `DELETE /api/v1/sessions`
    @Sendable func endOtherSessions(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let current = try context.session
        try await storage.deleteSessions(of: current.account, but: current.session.id, on: occasion(current))
        return .noContent
    }

    /// `DELETE /api/v1/sessions/current`
    @Sendable func signOut(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let current = try context.session
        _ = try await storage.deleteSession(current.session.id, of: current.account, .signedOut(occasion(current)))
        return signedOut(context)
    }
}
