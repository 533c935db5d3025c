import DaybookCore
import DaybookStore
import Hummingbird

extension Accounts {
    /// How many entries of the activity are shown.
    private static let shownActivity = 100

    /// `GET /api/v1/account`
    @Sendable func show(_ request: Request, _ context: DaybookContext) async throws -> Response {
        Response(Account(try await account(of: context.session)).json)
    }

    /// `PATCH /api/v1/account`
    @Sendable func change(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let session = try context.session
        var body = try await request.jsonObject()
        let given = (
            name: body.optionalText("name"), mobile: body.optionalText("mobile"), email: body.optionalText("email")
        )
        try body.finish()
        let normal = rules.normalized(
            SignUpForm(name: given.name ?? "", mobile: given.mobile ?? "", email: given.email ?? "")
        )
        let violations = [
            given.name.flatMap { _ in rules.nameViolation(normal.name) },
            given.mobile.flatMap { _ in rules.mobileViolation(normal.mobile) },
            given.email.flatMap { _ in rules.emailViolation(normal.email) },
        ].compactMap { $0 }
        if !violations.isEmpty { throw Problem.broken(violations) }
        let change = AccountChange(
            name: given.name.map { _ in normal.name },
            mobile: given.mobile.map { _ in normal.mobile },
            email: given.email.map { _ in normal.email }
        )
        let changed = try await storage.updateAccount(session.account, change, on: occasion(session))
        return Response(Account(changed).json)
    }

    /// `DELETE /api/v1/account`
    @Sendable func delete(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let session = try context.session
        var body = try await request.jsonObject()
        let password = body.text("password")
        try body.finish()
        let account = try await account(of: session)
        try await hasher.queued(for: AttemptSource(request, context).address) { turn in
            _ = try await confirm(password, of: account, session, .password, turn)
        }
        guard try await storage.deleteAccount(account.id) else { throw Problem.noSession }
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
