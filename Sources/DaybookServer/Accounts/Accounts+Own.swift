import DaybookCore
import DaybookStore
import Hummingbird

extension Accounts {
    /// The number of entries of the activity that are shown.
    private static let shownActivity = 100

    /// `GET /api/v1/account`
    @Sendable func show(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let account = try await account(of: context.session)
        guard let usage = try await storage.usage(of: account.id) else { throw Problem.noSession }
        let members = Account(account).json.objectValue ?? []
        return Response(.object(members + [.init("usage", usage.json(of: configuration))]))
    }

    /// `PATCH /api/v1/account`
    ///
    /// A change of the email or the mobile number requires the password, because both are used to sign in, unless the
    /// session has just begun with it. A change of the name or the limits (A15) does not.
    @Sendable func change(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let session = try context.session
        var body = try await request.jsonObject()
        let given = (
            name: body.optionalText("name"), mobile: body.optionalText("mobile"), email: body.optionalText("email")
        )
        let password = body.optionalText("password")
        let limits = Self.limits(&body)
        try body.finish()
        let rules = rules.inForce(for: session)
        let normal = rules.normalized(
            SignUpForm(name: given.name ?? "", mobile: given.mobile ?? "", email: given.email ?? "")
        )
        let isLogin = given.mobile != nil || given.email != nil
        let violations = [
            given.name.flatMap { _ in rules.nameViolation(normal.name) },
            given.mobile.flatMap { _ in rules.mobileViolation(normal.mobile) },
            given.email.flatMap { _ in rules.emailViolation(normal.email) },
            isLogin && !hasProof(password, session) ? Self.passwordMissing : nil,
            limits != nil && rules.offer.isFixed ? Violation(.limits, .fixed, Texts.limitsFixed) : nil,
        ].compactMap { $0 }
        if !violations.isEmpty { throw Problem.broken(violations) }
        var change = AccountChange(
            name: given.name.map { _ in normal.name },
            mobile: given.mobile.map { _ in normal.mobile },
            email: given.email.map { _ in normal.email }
        )
        if isLogin {
            (change.proof, change.attempt) = try await proveLoginChange(password, session, request, context)
        }
        let changesDetails = given.name != nil || isLogin || limits == nil
        let changed =
            changesDetails
            ? try await storage.updateAccount(session.account, change, on: occasion(session))
            : try await account(of: session)
        if let limits { try await choose(limits, for: session.account) }
        return Response(Account(changed).json)
    }

    private static func limits(_ body: inout ObjectReader) -> Limits.Choice? {
        guard let name = body.optionalWord("limits") else { return nil }
        guard let choice = Limits.Choice(rawValue: name) else {
            body.note("limits", .badForm, Texts.noSuchLimits)
            return nil
        }
        return choice
    }

    /// Writes the choice of limits as a device would, so that it reaches all devices.
    private func choose(_ limits: Limits.Choice, for account: AccountID) async throws {
        let moment = now()
        _ = try await storage.update([Limits.Choice.key], of: account, at: moment) { _, existing, clock in
            if Limits.Choice(existing) == limits { return Decision<Never>.keep }
            return .merge(limits.record(at: clock.next(now: moment)))
        }
    }

    /// For how long after its beginning a session proves by itself that its person knows the password.
    private static let freshness = Instant.Span.minutes(10)

    /// Whether the password, or the session in its place, may prove whose call it is.
    private func hasProof(_ password: String?, _ session: OpenSession) -> Bool {
        if let password { return !password.isEmpty }
        return now() < session.session.createdAt.advanced(by: Self.freshness)
    }

    /// Checks the password, if one is given, before a change of the email or mobile, and counts the check whether the new
    /// login is taken. Returns the proof of the password, and the attempt with it, to be given back.
    private func proveLoginChange(
        _ password: String?,
        _ session: OpenSession,
        _ request: Request,
        _ context: DaybookContext
    ) async throws -> (PasswordProof, AttemptSuccess?) {
        let account = try await account(of: session)
        let source = AttemptSource(request, context)
        var counted: CountedAttempt?
        if let password {
            counted = try await hasher.queued(for: source.address) { turn in
                try await confirm(password, of: account, session, .password, turn)
            }
        }
        _ = try await limits.begin(.loginChange(by: account.id, from: source, perHour: signUpsPerHour))
        return (Self.proof(of: account, session), counted?.succeeded(at: now()))
    }

    /// The proof that the password of an account was given in a session.
    private static func proof(of account: StoredAccount, _ session: OpenSession) -> PasswordProof {
        PasswordProof(session: session.session.id, hash: account.passwordHash)
    }

    private static let passwordMissing = Violation(.password, .required, "Enter your password.")

    /// `DELETE /api/v1/account`
    @Sendable func delete(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let session = try context.session
        var body = try await request.jsonObject()
        let password = body.requiredText("password")
        try body.finish()
        let account = try await account(of: session)
        try await hasher.queued(for: AttemptSource(request, context).address) { turn in
            _ = try await confirm(password, of: account, session, .password, turn)
        }
        let proof = Self.proof(of: account, session)
        guard try await storage.deleteAccount(account.id, provenBy: proof) else { throw Problem.noSession }
        return signedOut(context)
    }

    /// `GET /api/v1/account/activity`
    @Sendable func listActivity(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let entries = try await storage.activity(of: context.session.account, limit: Self.shownActivity)
        return Response(.object([.init("items", .array(entries.map(\.json)))]))
    }
}

extension ActivityEntry {
    /// `{"at","kind","device"}`
    fileprivate var json: JSON {
        .object([
            .init("at", .string(at.rfc3339)), .init("kind", .string(kind.rawValue)), .init("device", .optional(device)),
        ])
    }
}
