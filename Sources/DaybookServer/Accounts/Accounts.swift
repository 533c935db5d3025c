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

    /// The login that a normalized text means.
    static func login(_ normal: String) -> Login {
        normal.utf8.contains(UInt8(ascii: "@")) ? .email(normal) : .mobile(normal)
    }

    /// The account of a session. Throws 401 when it was deleted meanwhile.
    func account(of session: OpenSession) async throws -> StoredAccount {
        guard let account = try await storage.account(session.account) else { throw Problem.noSession }
        return account
    }

    /// The present time, with the device of a session.
    func occasion(_ session: OpenSession) -> Occasion { Occasion(at: now(), device: session.session.device) }
}

extension ServerConfiguration {
    /// The lifetime of sessions.
    var sessionLifetime: SessionLifetime { SessionLifetime(idle: sessionIdle, absolute: sessionAbsolute) }
}

extension Problem {
    /// 409 with each field that another account already uses (A7).
    static func taken(_ fields: Set<AccountField>) -> Problem {
        let violations = AccountField.allCases.filter(fields.contains).map { field in
            Violation(Violation.Field(field.rawValue), .taken, message(of: field))
        }
        return .taken("Another account already uses this.", violations)
    }

    private static func message(of field: AccountField) -> String {
        switch field {
        case .email: "There is an account with this email already."
        case .mobile: "There is an account with this mobile number already."
        }
    }
}

extension Account {
    /// The part of a stored account that its person may see.
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
