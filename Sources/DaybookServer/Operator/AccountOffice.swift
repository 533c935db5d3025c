import DaybookCore
import DaybookStore

/// The operator's work on accounts at the server's console, whether the server runs or not.
public struct AccountOffice: Sendable {
    private static let page = 500

    private let storage: any Storage
    private let configuration: ServerConfiguration

    /// An office for a storage, with the rules and the scrypt cost of a configuration.
    public init(storage: any Storage, configuration: ServerConfiguration) {
        self.storage = storage
        self.configuration = configuration
    }

    /// All accounts, in the order of their creation.
    public func all() async throws -> [AccountSummary] {
        var all: [AccountSummary] = []
        while true {
            let page = try await storage.accounts(after: all.last?.account.id, limit: Self.page)
            all += page
            if page.count < Self.page { return all }
        }
    }

    /// The account that signs in with this email or mobile, in any spelling; nil when there is no such account.
    public func account(_ login: String) async throws -> StoredAccount? {
        try await storage.account(login: Accounts.login(Rules.normalizedLogin(login)))
    }

    /// Gives an account a random password that works for 24 hours and only to choose a new one, and ends all of its
    /// sessions. Returns the password; nil when the account was deleted meanwhile.
    public func resetPassword(of account: StoredAccount) async throws -> String? {
        var generator = SystemRandomNumberGenerator()
        let password = TemporaryPassword.random(
            name: account.name ?? "",
            rules: configuration.rules,
            using: &generator
        )
        let hash = try PasswordHash(password: password.text, cost: configuration.scryptCost)
        let now = configuration.now()
        let isDone = try await storage.resetPassword(
            of: account.id,
            to: hash.description,
            until: now.advanced(by: TemporaryPassword.lifetime),
            at: now
        )
        return isDone ? password.text : nil
    }

    /// Deletes an account with all of its data. False when it was deleted meanwhile.
    public func delete(_ account: StoredAccount) async throws -> Bool {
        try await storage.deleteAccount(account.id)
    }
}
