import DaybookCore

/// The calls about an account: signing up, signing in and signing out.
public struct AccountCalls: Sendable {
    private let server: ServerAddress
    private let transport: any ServerTransport

    /// The server's answer to a sign-in or a sign-up that succeeded.
    public struct Success: Equatable, Sendable {
        /// The session.
        public var session: Session
        /// The account.
        public var account: NotebookAccount
        /// The operator gave out the password: the server allows nothing until it is replaced.
        public var hasTemporaryPassword: Bool
    }

    /// The server refused the call, for these reasons.
    public struct Refused: Error, Equatable, Sendable {
        /// In words for people.
        public var reasons: [String]
    }

    /// The calls to a server.
    public init(_ server: ServerAddress, _ transport: any ServerTransport) {
        self.server = server
        self.transport = transport
    }

    /// The rules of the server.
    public func rules() async throws -> Rules {
        let answer = try await transport.answer(to: Call(request: Request(.rules, .get, "/api/v1/rules")))
        guard answer.status == 200, let json = try? JSON(answer.body), json["signup"] != nil else {
            throw SyncFailure(answer)
        }
        return Rules(json: json)
    }

    /// Signs in with an email or a mobile number. `device`: what the list of sessions shows, up to 100 characters.
    public func signIn(login: String, password: String, device: String) async throws -> Success {
        try await enter(
            .signIn,
            "/api/v1/sessions",
            ["login": login, "password": password, "device": device]
        )
    }

    /// Makes an account with a form that keeps the server's rules.
    public func signUp(_ form: SignUpForm, rules: Rules) async throws -> Success {
        var members: KeyValuePairs = ["email": form.email, "password": form.password]
        if rules.signUp == .full {
            members = ["name": form.name, "mobile": form.mobile, "email": form.email, "password": form.password]
        }
        return try await enter(.signUp, "/api/v1/accounts", members)
    }

    /// Ends a session. False when the server had ended it already.
    @discardableResult
    public func signOut(_ session: Session) async throws -> Bool {
        let answer = try await transport.answer(to: session.call(.signOut, .delete, "/api/v1/sessions/current"))
        switch answer.status {
        case 204: return true
        case 401: return false
        default: throw SyncFailure(answer)
        }
    }

    private func enter(
        _ id: Request.ID,
        _ path: String,
        _ members: KeyValuePairs<String, String>
    ) async throws -> Success {
        let body = JSON.object(members.map { .init($0.key, .string($0.value)) }).encoded
        let answer = try await transport.answer(to: Call(request: Request(id, .post, path, body: body)))
        guard answer.status == 201 else { throw refusal(answer) }
        guard let account = answer.account, let token = (try? JSON(answer.body))?["token"]?.stringValue,
            let session = Session(server: server, account: account.id, token: token)
        else { throw SyncFailure.notDaybook(status: answer.status) }
        return Success(
            session: session,
            account: NotebookAccount(id: account.id, email: account.email),
            hasTemporaryPassword: account.hasTemporaryPassword
        )
    }

    private func refusal(_ answer: Answer) -> any Error {
        guard [400, 401, 403, 409, 422].contains(answer.status), let text = answer.problemText else {
            return SyncFailure(answer)
        }
        let reasons = answer.violations.map { $0.message }
        return Refused(reasons: reasons.isEmpty ? [text] : reasons)
    }
}

extension NotebookFile {
    /// Gives the notebook, with everything in it, to the account that signed in, and keeps the session. Throws
    /// ``SyncFailure/otherAccount(_:)`` when the notebook belongs to another account.
    public func join(_ success: AccountCalls.Success, in folder: NotebookFolder) throws {
        try write { try $0.join(success.account) }
        try folder.keep(success.session)
    }
}
