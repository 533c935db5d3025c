import DaybookCore
import DaybookStore
import Hummingbird

extension Accounts {
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
        return Response(Account(try await storage.updateAccount(session.account, change, on: occasion(session))).json)
    }

    /// `DELETE /api/v1/account`
    @Sendable func delete(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let session = try context.session
        var body = try await request.jsonObject()
        let password = body.text("password")
        try body.finish()
        let account = try await account(of: session)
        try await confirm(password, of: account, field: .password, peer: context.peer)
        guard try await storage.deleteAccount(account.id) else { throw Problem.noSession }
        return signedOut(context)
    }

    /// `PUT /api/v1/account/password`
    @Sendable func changePassword(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let session = try context.session
        var body = try await request.jsonObject()
        let current = body.text("current")
        let new = body.text("new")
        try body.finish()
        let account = try await account(of: session)
        if let broken = rules.passwordViolation(new, name: account.name ?? "", field: Violation.Field("new")) {
            throw Problem.broken([broken])
        }
        try await confirm(current, of: account, field: Violation.Field("current"), peer: context.peer)
        let hash = try await hasher.hash(new)
        let change = PasswordChange(
            from: account.passwordHash,
            to: hash.description,
            session: session.session.id,
            token: nil,
            occasion: occasion(session),
            attempt: nil
        )
        let isDone = try await storage.changePassword(of: account.id, change)
        // Somebody changed it between our look and our write; the password given is the old one by now.
        guard isDone else { throw Self.wrongPassword(Violation.Field("current")) }
        return .noContent
    }

    /// Throws 422 at the field when the password is not the account's.
    private func confirm(
        _ password: String,
        of account: StoredAccount,
        field: Violation.Field,
        peer: String
    ) async throws {
        guard try await isRight(password, for: account, login: account.id.description, peer: peer) else {
            throw Self.wrongPassword(field)
        }
    }

    private static func wrongPassword(_ field: Violation.Field) -> Problem {
        .broken([Violation(field, .mismatch, "This is not your password.")])
    }
}
