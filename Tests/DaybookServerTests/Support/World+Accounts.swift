import DaybookCore
import DaybookScrypt
import DaybookStore
import HTTPTypes

@testable import DaybookServer

extension World {
    /// Tries to sign a person in.
    func signIn(
        _ number: Int,
        _ password: String = Person.password,
        headers: HTTPFields = [:]
    ) async throws -> Answer {
        try await call(.post, "/api/v1/sessions", Person.signIn(number, password: password), headers: headers)
    }

    /// Adds an account with a session, like an earlier server whose hashes cost next to nothing.
    func addAccount(_ number: Int, password: String, temporaryUntil: Instant? = nil) async throws -> SessionToken {
        let token = SessionToken.random()
        let account = StoredAccount(
            id: AccountID(uuid(UInt64(number))),
            name: "Asha Rao",
            mobile: Person.mobile(number),
            email: Person.email(number),
            passwordHash: try PasswordHash(password: password, cost: ScryptCost(log2N: 1) ?? .server).description,
            createdAt: clock.now,
            temporaryUntil: temporaryUntil
        )
        let session = StoredSession(
            id: SessionID(uuid(UInt64(number))),
            account: account.id,
            device: "Earlier",
            createdAt: clock.now,
            lastUsedAt: clock.now
        )
        try await storage.createAccount(account, session: NewSession(session: session, token: token.hash))
        return token
    }

    /// A server behind a trusted proxy, so that a test can use any client address.
    static func withProxy(
        configure: (inout ServerConfiguration) -> Void = { _ in },
        _ test: @Sendable (World) async throws -> Void
    ) async throws {
        let proxies = try TrustedProxies("127.0.0.1")
        try await with(
            setup: .live,
            configure: {
                $0.trustedProxies = proxies
                configure(&$0)
            },
            test
        )
    }

    /// The header of a request that reached the proxy from an address.
    static func address(_ text: String) -> HTTPFields {
        HTTPField.Name.xForwardedFor.map { [$0: text] } ?? [:]
    }
}

extension Answer {
    /// The device's cookie as a browser sends it back.
    var deviceCookie: String? {
        headers[values: .setCookie].first { $0.contains("-device=") }?.split(separator: ";").first.map(String.init)
    }

    /// The session's cookie as a browser sends it back.
    var sessionCookie: String? {
        headers[values: .setCookie].first { !$0.contains("-device=") }?.split(separator: ";").first.map(String.init)
    }
}
