import DaybookCore
import DaybookStore
import HTTPTypes
import Hummingbird

extension Accounts {
    /// `POST /api/v1/accounts`
    @Sendable func signUp(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let form = try await form(request)
        let source = AttemptSource(request, context)
        let hash = try await hasher.queued(for: source.address) { turn in
            _ = try await limits.begin(.signUp(from: source, perHour: signUpsPerHour))
            return try await turn.hash(form.password)
        }
        let account = StoredAccount(
            id: AccountID(RandomID.make(now: now())),
            name: form.name.orNil,
            mobile: form.mobile.orNil,
            email: form.email,
            passwordHash: hash.description,
            createdAt: now()
        )
        let cookie = source.device ?? .random()
        let known = AttemptSuccess(attempt: nil, at: now(), places: account.places(cookie, at: source))
        let (token, session) = newSession(for: account.id, device: DeviceName.of(request.headers))
        // In the same commit: if it fails, there is no account that the answer does not tell of.
        let old = SessionToken.ofCookie(request, context.arrival.cookie)
        try await storage.createAccount(account, session: session, replacing: old?.hash, attempt: known)
        return signedIn(account, token, cookie, context)
    }

    private func form(_ request: Request) async throws -> SignUpForm {
        var body = try await request.jsonObject()
        var form = SignUpForm(
            name: body.text("name"),
            mobile: body.text("mobile"),
            email: body.text("email"),
            password: body.text("password")
        )
        // The second field catches people's typing errors. Programs do not send it.
        form.passwordAgain = form.password
        try body.finish()
        form = rules.normalized(form)
        var violations = rules.violations(of: form)
        if form.password.utf8.count > Self.passwordBytes {
            violations.removeAll { $0.field == .password }
            if let broken = violation(ofNew: form.password, name: form.name, field: .password) {
                violations.append(broken)
            }
        }
        if !violations.contains(where: { $0.field == .password }),
            let common = try await CommonPasswords.violation(form.password, rules.passwordPolicy)
        {
            violations.append(common)
        }
        if rules.signUp == .short {
            // These fields are optional, but a given value must be valid.
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
