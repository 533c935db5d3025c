import DaybookCore

/// What a server must be able to keep: people, their sessions, and their records.
///
/// Every question and every change names the account it is about, so that no implementation can answer with, or touch,
/// what belongs to somebody else (A11). One contract suite, `StorageContract`, is run against every implementation.
///
/// A method that changes something returns when the change is durable: after a power cut it is still there (S6).
/// Nothing here assumes SQLite. Decisions that need a record's present state are passed in as synchronous closures over
/// values, which any database can run between "select for update" and "commit".
public protocol Storage: Sendable {
    // MARK: Accounts

    /// Adds an account and its first session in one step.
    ///
    /// Throws ``StorageError/taken(_:)`` with every field that belongs to somebody else already (A7).
    func createAccount(_ account: StoredAccount, session: NewSession) async throws(StorageError)

    /// The account with this id, or nil.
    func account(_ id: AccountID) async throws(StorageError) -> StoredAccount?

    /// The account which signs in with this email or mobile, or nil.
    func account(login: Login) async throws(StorageError) -> StoredAccount?

    /// Changes what is not nil in `change` and returns the account as it then is.
    ///
    /// Throws ``StorageError/taken(_:)`` or ``StorageError/accountGone``.
    func updateAccount(_ id: AccountID, _ change: AccountChange) async throws(StorageError) -> StoredAccount

    /// Replaces a password hash if it still is `current`, and ends sessions as asked, in one step.
    ///
    /// False when the hash is another by now, so that raising the cost at a sign-in (A12) never undoes a change of
    /// password that happened meanwhile.
    func replacePassword(
        of id: AccountID,
        from current: String,
        to new: String,
        ending: SessionsToEnd
    ) async throws(StorageError) -> Bool

    /// Deletes an account with all of its sessions and records. False when there is none.
    func deleteAccount(_ id: AccountID) async throws(StorageError) -> Bool

    // MARK: Sessions

    /// Adds a session. Throws ``StorageError/accountGone`` when its account is not there.
    func createSession(_ session: NewSession) async throws(StorageError)

    /// The session a token belongs to, found by the token's hash; nil when it has ended.
    func session(token: TokenHash) async throws(StorageError) -> OpenSession?

    /// Writes down that a session was used. Callers do this coarsely, not at each request.
    func touchSession(_ id: SessionID, of account: AccountID, at: Instant) async throws(StorageError)

    /// The sessions of an account, the one last used first.
    func sessions(of account: AccountID) async throws(StorageError) -> [StoredSession]

    /// Ends one session. False when the account has none with this id.
    func deleteSession(_ id: SessionID, of account: AccountID) async throws(StorageError) -> Bool

    // MARK: Records

    /// The number of the account's latest change, 0 before the first. Throws ``StorageError/accountGone``.
    func cursor(of account: AccountID) async throws(StorageError) -> Int64

    /// The records whose latest change is after a cursor, oldest change first, as they are now.
    func changes(
        of account: AccountID,
        after cursor: Int64,
        limit: PageLimit
    ) async throws(StorageError) -> ChangePage

    /// One record with the number of its latest change, also when it is deleted; nil when there never was one.
    func record(_ key: Record.Key, of account: AccountID) async throws(StorageError) -> StoredRecord?

    /// Decides about records one after another and merges what is decided, all in one transaction.
    ///
    /// `decide` gets the index into `keys`, the record as it is (with what earlier decisions of the same call merged),
    /// and the installation's clock, whose stamps are greater than every stamp this storage has taken (S2). It may be
    /// called again from the start when a transaction has to be repeated. Each merge that changes a record takes the
    /// account's next number, without gaps (S7); one that changes nothing takes none (S8).
    ///
    /// Throws ``StorageError/accountGone``.
    func update<Refusal: Sendable>(
        _ keys: [Record.Key],
        of account: AccountID,
        decide: @escaping @Sendable (Int, Record?, inout Clock) -> Decision<Refusal>
    ) async throws(StorageError) -> [Outcome<Refusal>]

    // MARK: Health

    /// Proves that a write can be made durable, by making one.
    func checkWritable() async throws(StorageError)

    /// Ends all work; later calls fail. Waits for what is under way.
    func close() async
}

extension Storage {
    /// Merges changes that came from elsewhere, each judged by `validate` against the record it changes (S9).
    ///
    /// An empty list of violations lets a change in.
    public func apply(
        _ changes: [Record],
        to account: AccountID,
        validate: @escaping @Sendable (_ change: Record, _ existing: Record?) -> [Violation]
    ) async throws(StorageError) -> [Outcome<[Violation]>] {
        try await update(changes.map(\.key), of: account) { index, existing, _ in
            let violations = validate(changes[index], existing)
            return violations.isEmpty ? .merge(changes[index]) : .refuse(violations)
        }
    }
}
