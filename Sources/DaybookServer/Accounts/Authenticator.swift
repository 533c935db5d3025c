import DaybookCore
import DaybookStore
import Hummingbird

/// Finds out whose request it is.
struct Authenticator: Sendable {
    /// How old the time of last use may get before it is written down again: once an hour and not at each request.
    private static let touchAfter: Int64 = 3_600_000

    let storage: any Storage
    let now: @Sendable () -> Instant

    /// The session that the request's token opens. Throws 401 when there is none.
    func session(of request: Request, _ arrival: Arrival) async throws -> OpenSession {
        guard let token = SessionToken.of(request, arrival.cookie), let open = try await storage.session(token: token.hash) else {
            throw Problem.noSession
        }
        let moment = now()
        if moment.milliseconds - open.session.lastUsedAt.milliseconds > Self.touchAfter {
            // Not worth failing a request that may only want to read, on a disk that is full for example.
            try? await storage.touchSession(open.session.id, of: open.account, at: moment)
        }
        return open
    }
}
