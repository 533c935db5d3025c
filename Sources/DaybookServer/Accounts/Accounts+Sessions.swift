import DaybookCore
import DaybookStore
import HTTPTypes
import Hummingbird

extension Accounts {
    private static let deviceCharacters = 100
    /// More than any password is; longer ones are not even hashed.
    private static let passwordBytes = 4_096

    /// `POST /api/v1/sessions`
    @Sendable func signIn(_ request: Request, _ context: DaybookContext) async throws -> Response {
        var body = try await request.jsonObject()
        let login = body.text("login")
        let password = body.text("password")
        let device = body.optionalText("device")
        try body.finish()
        try Self.check(device: device)
        guard password.utf8.count <= Self.passwordBytes else { throw Self.wrongSignIn }
        let account = try await storage.account(login: Self.login(login))
        let key = Rules.normalizedLogin(login)
        guard try await isRight(password, for: account, login: key, peer: context.peer), let account else {
            throw Self.wrongSignIn
        }
        try await rehashIfCheap(account, password)
        let (token, session) = newSession(for: account.id, device: device)
        try await storage.createSession(session)
        return signedIn(account, token, context, status: .created)
    }

    /// The same words whether the account exists or not (A8).
    private static let wrongSignIn = Problem(.unauthorized, "This email or mobile and this password do not match.")

    private static func check(device: String?) throws {
        guard let device else { return }
        let isShown = device.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
        if !isShown || device.count > deviceCharacters || device.utf8.count > deviceCharacters * 16 {
            let field = Violation.Field("device")
            throw Problem.broken([Violation(field, .badForm, "Use up to \(deviceCharacters) characters in one line.")])
        }
    }

    /// A12: a hash made when hashing cost less is made anew, now that the password is at hand.
    private func rehashIfCheap(_ account: StoredAccount, _ password: String) async throws {
        guard let hash = PasswordHash(account.passwordHash), hash.cost != hasher.cost else { return }
        let new = try await hasher.hash(password)
        _ = try await storage.replaceHash(of: account.id, from: account.passwordHash, to: new.description)
    }

    /// `GET /api/v1/sessions`
    @Sendable func listSessions(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let current = try context.session
        let sessions = try await storage.sessions(of: current.account)
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

    /// `DELETE /api/v1/sessions/{id}`
    @Sendable func endSession(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let current = try context.session
        guard let id = context.parameters.get("id").flatMap({ UUID($0) }),
            try await storage.deleteSession(SessionID(id), of: current.account, .ended(occasion(current)))
        else { throw Problem.notFound }
        return SessionID(id) == current.session.id ? signedOut(context) : .noContent
    }

    /// `DELETE /api/v1/sessions/current`
    @Sendable func signOut(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let current = try context.session
        _ = try await storage.deleteSession(current.session.id, of: current.account, .signedOut(occasion(current)))
        return signedOut(context)
    }
}

// MARK: - Tokens and cookies

extension Accounts {
    func newSession(for account: AccountID, device: String?) -> (SessionToken, NewSession) {
        let moment = now()
        let token = SessionToken.random()
        let session = StoredSession(
            id: SessionID(RandomID.make(now: moment)),
            account: account,
            device: device?.orNil,
            createdAt: moment,
            lastUsedAt: moment
        )
        return (token, NewSession(session: session, token: token.hash))
    }

    func signedIn(
        _ account: StoredAccount,
        _ token: SessionToken,
        _ context: DaybookContext,
        status: HTTPResponse.Status
    ) -> Response {
        let json = JSON.object([.init("account", Account(account).json), .init("token", .string(token.text))])
        var response = Response(json, status: status)
        response.headers[.setCookie] = context.arrival.cookie.header(token)
        return response
    }

    func signedOut(_ context: DaybookContext) -> Response {
        var response = Response.noContent
        response.headers[.setCookie] = context.arrival.cookie.expired
        return response
    }
}
