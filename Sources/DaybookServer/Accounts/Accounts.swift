import DaybookCore
import DaybookStore
import HTTPTypes
import Hummingbird

/// Signing up, signing in and out, and a person's own account (A1 to A14).
struct Accounts: Sendable {
    let storage: any Storage
    let rules: Rules
    let hasher: PasswordHasher
    let limits: AttemptLimits
    let lifetime: SessionLifetime
    let signUpsPerHour: Int
    let now: @Sendable () -> Instant
    let configuration: ServerConfiguration

    init(storage: any Storage, configuration: ServerConfiguration) {
        self.storage = storage
        self.configuration = configuration
        rules = configuration.rules
        hasher = PasswordHasher(cost: configuration.scryptCost, threads: configuration.hashingThreads)
        limits = AttemptLimits(storage: storage, isOn: configuration.limitsWrongPasswords, now: configuration.now)
        lifetime = configuration.sessionLifetime
        signUpsPerHour = configuration.signUpsPerHour
        now = configuration.now
    }

    var routes: [Route] {
        [
            Route(.post, "/api/v1/accounts", .open, signUp),
            Route(.post, "/api/v1/sessions", .open, signIn),
            Route(.get, "/api/v1/sessions", .session, listSessions),
            Route(.delete, "/api/v1/sessions", .session, endOtherSessions),
            Route(.delete, "/api/v1/sessions/current", .anySession, signOut),
            Route(.delete, "/api/v1/sessions/{id}", .session, endSession),
            Route(.get, "/api/v1/account", .anySession, show),
            Route(.patch, "/api/v1/account", .session, change),
            Route(.delete, "/api/v1/account", .session, delete),
            Route(.put, "/api/v1/account/password", .anySession, changePassword),
            Route(.get, "/api/v1/account/activity", .session, listActivity),
        ]
    }

    /// What a person signs in with, from what was typed.
    static func login(_ normal: String) -> Login {
        normal.utf8.contains(UInt8(ascii: "@")) ? .email(normal) : .mobile(normal)
    }

    /// The account of a session. Throws 401 when it was deleted meanwhile.
    func account(of session: OpenSession) async throws -> StoredAccount {
        guard let account = try await storage.account(session.account) else { throw Problem.noSession }
        return account
    }

    /// Now, with the device of a session.
    func occasion(_ session: OpenSession) -> Occasion { Occasion(at: now(), device: session.session.device) }
}

extension ServerConfiguration {
    /// How long a session lives.
    var sessionLifetime: SessionLifetime { SessionLifetime(idle: sessionIdle, absolute: sessionAbsolute) }
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
        self.init(
            id: stored.id.uuid,
            name: stored.name ?? "",
            mobile: stored.mobile ?? "",
            email: stored.email,
            hasTemporaryPassword: stored.temporaryUntil != nil
        )
    }
}
