import DaybookCore
import DaybookStore
import HTTPTypes
import Hummingbird

/// Finds the session of a request.
struct Authenticator: Sendable {
    /// The time of last use is saved again at this age, in milliseconds: once an hour and not at each request.
    private static let touchAfter: Int64 = 3_600_000

    /// The session of a request, and the cookie for the browser.
    struct Found {
        /// The session.
        let session: OpenSession
        /// The cookie again, whenever the session's use is saved, so that the browser keeps it (A9).
        let cookie: String?
    }

    let storage: any Storage
    let lifetime: SessionLifetime
    let now: @Sendable () -> Instant

    /// The session that the request's token opens.
    ///
    /// Throws 401 when there is no session, when it has ended, or when the request names another account: a tab that
    /// one person left open must not act for the next person who signs in.
    nonisolated(nonsending) func session(of request: Request, _ arrival: Arrival) async throws -> Found {
        guard let token = SessionToken.of(request, arrival.cookie),
            let open = try await storage.session(token: token.hash), Self.isRequested(open.account, by: request)
        else { throw Problem.noSession }
        let moment = now()
        if lifetime.isOver(open.session, at: moment) {
            _ = try? await storage.deleteSession(open.session.id, of: open.account, .expired)
            throw Problem.noSession
        }
        let isDue = moment.milliseconds - open.session.lastUsedAt.milliseconds > Self.touchAfter
        guard isDue else { return Found(session: open, cookie: nil) }
        // A failure here, such as a full disk, must not fail a request that may only read.
        try? await storage.touchSession(open.session.id, of: open.account, at: moment)
        return Found(session: open, cookie: SessionToken.isCookie(request) ? arrival.cookie.header(token) : nil)
    }

    /// Whether a token still opens a session of an account. A long answer checks this again and again.
    func isOpen(_ token: TokenHash, of account: AccountID) async -> Bool {
        guard let open = try? await storage.session(token: token), open.account == account else { return false }
        return open.temporaryUntil == nil && !lifetime.isOver(open.session, at: now())
    }

    private static func isRequested(_ account: AccountID, by request: Request) -> Bool {
        guard let name = HTTPField.Name.daybookAccount, let text = request.headers.value(of: name) else { return true }
        return UUID(text) == account.uuid
    }
}

extension HTTPField.Name {
    /// The account that a request is meant for.
    static let daybookAccount = HTTPField.Name("Daybook-Account")
}
