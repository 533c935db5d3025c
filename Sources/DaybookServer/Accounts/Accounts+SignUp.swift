import DaybookCore
import DaybookStore
import HTTPTypes
import Hummingbird

extension Accounts {
    /// `POST /api/v1/accounts`
    @Sendable func signUp(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let form = try await form(request)
        let hash = try await hasher.hash(form.password)
        let moment = now()
        let account = StoredAccount(
            id: AccountID(RandomID.make(now: moment)),
            name: form.name.orNil,
            mobile: form.mobile.orNil,
            email: form.email,
            passwordHash: hash.description,
            createdAt: moment
        )
        let (token, session) = newSession(for: account.id, device: nil)
        try await storage.createAccount(account, session: session)
        return signedIn(account, token, context, status: .created)
    }

    private func form(_ request: Request) async throws -> SignUpForm {
        var body = try await request.jsonObject()
        var form = SignUpForm(
            name: body.text("name"),
            mobile: body.text("mobile"),
            email: body.text("email"),
            password: body.text("password")
        )
        // "Again" is there to catch a slip of the finger; a program makes none.
        form.passwordAgain = form.password
        try body.finish()
        form = rules.normalized(form)
        var violations = rules.violations(of: form)
        if rules.signUp == .short {
            // Not asked for, but what is given must be right.
            if !form.name.isEmpty, let broken = rules.nameViolation(form.name) { violations.append(broken) }
            if !form.mobile.isEmpty, let broken = rules.mobileViolation(form.mobile) { violations.append(broken) }
        }
        if !violations.isEmpty { throw Problem.broken(violations) }
        return form
    }
}

extension String {
    /// The text, or nil for an empty one.
    var orNil: String? { isEmpty ? nil : self }
}
