import DaybookCore
import DaybookStore
import HTTPTypes
import Hummingbird

extension Accounts {
    /// `POST /api/v1/sessions`
    @Sendable func signIn(_ request: Request, _ context: DaybookContext) async throws -> Response {
        var body = try await request.jsonObject()
        let login = Rules.normalizedLogin(body.requiredText("login"))
        let password = body.requiredText("password")
        let given = body.optionalText("device")
        try body.finish()
        if let broken = given.flatMap(rules.deviceViolation) { throw Problem.broken([broken]) }
        guard password.utf8.count <= Self.passwordBytes else { throw Self.wrongSignIn }
        let device = given?.orNil ?? DeviceName.of(request.headers)
        let account = try await storage.account(login: Self.login(login))
        let source = AttemptSource(request, context)
        let attempt = Attempt.signIn(login: login, account: account?.id, device: device, from: source)
        let (outcome, hash) = try await hasher.queued(for: source.address) { turn in
            let outcome = try await check(password, of: account, counting: attempt, turn)
            guard case .right = outcome, let account else { return (outcome, "") }
            return (outcome, try await renewedHash(of: account, password, turn))
        }
        guard case .right(let counted) = outcome, let account else { throw Self.wrongSignIn }
        let cookie = source.device ?? .random()
        let success = counted?.succeeded(at: now(), places: account.places(cookie))
        let (token, session) = newSession(for: account.id, device: device, provenBy: hash)
        let old = SessionToken.ofCookie(request, context.arrival.cookie)
        do {
            try await storage.createSession(session, replacing: old?.hash, attempt: success)
        } catch {
            // The password was changed during the check, so the given password is the old one.
            throw error == .passwordChanged ? Self.wrongSignIn : error
        }
        return signedIn(account, token, cookie, context)
    }

    /// The same text whether the account exists or not (A8).
    private static let wrongSignIn = Problem(.unauthorized, "This email or mobile and this password do not match.")

    /// Hashes the password again if its hash has a lower cost than new ones (A12). Returns the hash in force.
    private func renewedHash(
        of account: StoredAccount,
        _ password: String,
        _ turn: PasswordHasher.Turn
    ) async throws -> String {
        let old = account.passwordHash
        guard let hash = PasswordHash(old), hash.cost != hasher.cost else { return old }
        let new = try await turn.hash(password).description
        return try await storage.replaceHash(of: account.id, from: old, to: new) ? new : old
    }
}

// MARK: - Tokens and cookies

extension Accounts {
    func newSession(
        for account: AccountID,
        device: String?,
        provenBy hash: String? = nil
    ) -> (SessionToken, NewSession) {
        let moment = now()
        let token = SessionToken.random()
        let session = StoredSession(
            id: SessionID(RandomID.make(now: moment)),
            account: account,
            device: device,
            createdAt: moment,
            lastUsedAt: moment
        )
        return (token, NewSession(session: session, token: token.hash, provenBy: hash))
    }

    func signedIn(
        _ account: StoredAccount,
        _ token: SessionToken,
        _ device: DeviceCookie,
        _ context: DaybookContext
    ) -> Response {
        let json = JSON.object([.init("account", Account(account).json), .init("token", .string(token.text))])
        var response = Response(json, status: .created)
        response.headers[.setCookie] = context.arrival.cookie.header(token)
        response.headers.append(device.header(context.arrival.cookie))
        return response
    }

    func signedOut(_ context: DaybookContext) -> Response {
        var response = Response.noContent
        response.headers[.setCookie] = context.arrival.cookie.expired
        return response
    }
}
