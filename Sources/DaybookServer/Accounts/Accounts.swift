import DaybookCore
import DaybookStore
import HTTPTypes
import Hummingbird

/// Signing up, signing in and out, and a person's own account (A1 to A14).
struct Accounts: Sendable {
    let storage: any Storage
    let rules: Rules
    let hasher: PasswordHasher
    let failures: FailureLimit
    let now: @Sendable () -> Instant

    var routes: [Route] {
        [
            Route(.post, "/api/v1/accounts", .open, signUp),
            Route(.post, "/api/v1/sessions", .open, signIn),
            Route(.get, "/api/v1/sessions", .session, listSessions),
            Route(.delete, "/api/v1/sessions/current", .session, signOut),
            Route(.delete, "/api/v1/sessions/{id}", .session, endSession),
            Route(.get, "/api/v1/account", .session, show),
            Route(.patch, "/api/v1/account", .session, change),
            Route(.delete, "/api/v1/account", .session, delete),
            Route(.put, "/api/v1/account/password", .session, changePassword),
        ]
    }

    /// What a person signs in with, from what was typed.
    static func login(_ text: String) -> Login {
        let normal = Rules.normalizedLogin(text)
        return normal.utf8.contains(UInt8(ascii: "@")) ? .email(normal) : .mobile(normal)
    }

    /// The account of a session. Throws 401 when it was deleted meanwhile.
    func account(of session: OpenSession) async throws -> StoredAccount {
        guard let account = try await storage.account(session.account) else { throw Problem.noSession }
        return account
    }

    /// Now, with the device of a session.
    func occasion(_ session: OpenSession) -> Occasion { Occasion(at: now(), device: session.session.device) }

    /// Checks a password with the limit on wrong ones (A8). Throws 429 when there were too many.
    func isRight(_ password: String, for account: StoredAccount?, login: String, peer: String) async throws -> Bool {
        let keys = FailureLimit.keys(login: login, peer: peer)
        try failures.check(keys, now: now())
        guard let account else {
            try await hasher.checkNothing(password)
            failures.failed(keys, now: now())
            return false
        }
        let isRight = try await hasher.check(password, against: account.passwordHash)
        if isRight { failures.succeeded(keys) } else { failures.failed(keys, now: now()) }
        return isRight
    }
}

extension Problem {
    /// 409 at each field that belongs to somebody else (A7).
    static func taken(_ fields: Set<AccountField>) -> Problem {
        let violations = AccountField.allCases.filter(fields.contains).map { field in
            Violation(Violation.Field(field.rawValue), .taken, message(of: field))
        }
        return .taken("There is an account with this already.", violations)
    }

    private static func message(of field: AccountField) -> String {
        switch field {
        case .email: "There is an account with this email already."
        case .mobile: "There is an account with this mobile number already."
        }
    }
}

extension Account {
    /// What the person may see of a stored account.
    init(_ stored: StoredAccount) {
        self.init(id: stored.id.uuid, name: stored.name ?? "", mobile: stored.mobile ?? "", email: stored.email)
    }
}
