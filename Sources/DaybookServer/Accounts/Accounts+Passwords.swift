import DaybookCore
import DaybookStore
import Hummingbird

extension Accounts {
    /// The most bytes of a password. A longer one is not hashed.
    static let passwordBytes = 4_096

    /// The result of an attempt with a password.
    enum PasswordCheck: Sendable {
        case wrong
        /// With the counted attempt, to be given back.
        case right(CountedAttempt?)
    }

    /// Counts an attempt with a password and checks it. Throws 429 when the attempt has to wait.
    ///
    /// Without an account, or with an expired password, the same rows are written and a password is hashed too, so that
    /// the times are equal (A8).
    func check(
        _ password: String,
        of account: StoredAccount?,
        counting attempt: Attempt,
        _ turn: PasswordHasher.Turn
    ) async throws -> PasswordCheck {
        let counted = try await limits.begin(attempt)
        guard let account, account.temporaryUntil.map({ now() < $0 }) ?? true else {
            try await turn.checkNothing(password)
            return .wrong
        }
        return try await turn.check(password, against: account.passwordHash) ? .right(counted) : .wrong
    }

    /// The rule that a new password breaks; nil when the password is allowed.
    func violation(ofNew password: String, name: String, field: Violation.Field) -> Violation? {
        if password.utf8.count > Self.passwordBytes {
            return Violation(field, .tooLong, "A password can have up to \(Self.passwordBytes) bytes.")
        }
        return rules.passwordViolation(password, name: name, field: field)
    }

    /// `PUT /api/v1/account/password`
    @Sendable func changePassword(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let session = try context.session
        var body = try await request.jsonObject()
        let current = body.requiredText("current")
        let new = body.requiredText("new")
        try body.finish()
        let account = try await account(of: session)
        let field = Violation.Field("new")
        if let broken = violation(ofNew: new, name: account.name ?? "", field: field) { throw Problem.broken([broken]) }
        if let common = try await CommonPasswords.violation(new, rules.passwordPolicy, field: field) {
            throw Problem.broken([common])
        }
        if account.temporaryUntil != nil, new == current {
            throw Problem.broken([
                Violation(field, .duplicate, "Choose a password that differs from the temporary one.")
            ])
        }
        // A browser gets a new token, so a stolen old one is void. A program has no way to receive a new token.
        let token = SessionToken.isCookie(request) ? SessionToken.random() : nil
        let address = AttemptSource(request, context).address
        let isDone = try await hasher.queued(for: address) { turn in
            let attempt = try await confirm(current, of: account, session, Violation.Field("current"), turn)
            let change = PasswordChange(
                from: account.passwordHash,
                to: try await turn.hash(new).description,
                session: session.session.id,
                token: token?.hash,
                occasion: occasion(session),
                attempt: attempt?.succeeded(at: now())
            )
            return try await storage.changePassword(of: account.id, change)
        }
        // Another call changed the password meanwhile, so the given password is the old one.
        guard isDone else { throw Self.wrongPassword(Violation.Field("current")) }
        var response = Response.noContent
        if let token { response.headers[.setCookie] = context.arrival.cookie.header(token) }
        return response
    }

    /// Throws 422 at the field when the password is not the account's, 429 when there were too many wrong passwords.
    func confirm(
        _ password: String,
        of account: StoredAccount,
        _ session: OpenSession,
        _ field: Violation.Field,
        _ turn: PasswordHasher.Turn
    ) async throws -> CountedAttempt? {
        guard password.utf8.count <= Self.passwordBytes else { throw Self.wrongPassword(field) }
        let attempt = Attempt.confirm(account.id, device: session.session.device)
        guard case .right(let counted) = try await check(password, of: account, counting: attempt, turn) else {
            throw Self.wrongPassword(field)
        }
        return counted
    }

    private static func wrongPassword(_ field: Violation.Field) -> Problem {
        .broken([Violation(field, .mismatch, "This is not your password.")])
    }
}
