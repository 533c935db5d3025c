import DaybookCore

/// The storage of a server: people, their sessions, and their records.
///
/// Every question and every change names the account it is about, so that no implementation can answer with, or touch,
/// what belongs to somebody else (A11). One contract suite, `StorageContract`, is run against every implementation.
///
/// A method that changes something returns when the change is durable: after a power cut it is still there (S6).
/// Nothing here assumes SQLite. Decisions that need a record's present state are passed in as synchronous closures over
/// values, which any database can run between "select for update" and "commit".
public protocol Storage: ReminderStorage, PhotoStorage {
    // MARK: Accounts

    /// Adds an account and its first session in one step, records the success of the attempt, and tells of it (`signed_up`).
    ///
    /// Throws ``StorageError/taken(_:)`` with every field that belongs to somebody else already (A7).
    func createAccount(
        _ account: StoredAccount,
        session: NewSession,
        attempt: AttemptSuccess?
    ) async throws(StorageError)

    /// The account with this id, or nil.
    func account(_ id: AccountID) async throws(StorageError) -> StoredAccount?

    /// The counts of an account's data, or nil when there is no such account.
    func usage(of id: AccountID) async throws(StorageError) -> AccountUsage?

    /// The account which signs in with this email or mobile, or nil.
    func account(login: Login) async throws(StorageError) -> StoredAccount?

    /// Some accounts in the order of their ids, which is that of their making: those after an id, or the first ones.
    ///
    /// For the operator. Counts the records of each, so its length depends on how much there is.
    func accounts(after id: AccountID?, limit: Int) async throws(StorageError) -> [AccountSummary]

    /// Changes what is not nil in `change`, tells of it (`details_changed`), and returns the account as it then is.
    ///
    /// Throws ``StorageError/taken(_:)`` or ``StorageError/accountGone``.
    func updateAccount(
        _ id: AccountID,
        _ change: AccountChange,
        on occasion: Occasion
    ) async throws(StorageError) -> StoredAccount

    /// Replaces the hash of a password by another of the same password, if it still is `current`.
    ///
    /// False when the hash is another by now, so that raising the cost at a sign-in (A12) never undoes a change of
    /// password that happened meanwhile. Sessions go on, and a temporary password stays one.
    func replaceHash(of id: AccountID, from current: String, to new: String) async throws(StorageError) -> Bool

    /// Changes a password in one step: the new hash, no temporary password any more, the other sessions ended, the one
    /// that goes on under its new token, the success of the attempt recorded, and told of (`password_changed`).
    ///
    /// False, and nothing done, when the hash is another by now than the change says, or the session has ended.
    func changePassword(of id: AccountID, _ change: PasswordChange) async throws(StorageError) -> Bool

    /// Gives an account a password that works until a moment, ends all of its sessions and tells of it
    /// (`password_reset`), in one step. For the operator. False when there is no such account.
    func resetPassword(
        of id: AccountID,
        to hash: String,
        until: Instant,
        at: Instant
    ) async throws(StorageError) -> Bool

    /// Deletes an account with its sessions, records, photos, activity and known places. False when it does not exist.
    ///
    /// In one short step it is there for nobody any more, and its email and mobile are free; then its rows go, some at
    /// a time, so that nobody who writes meanwhile waits for long. When this returns, what was deleted stands in no file
    /// of the storage any more, unless somebody is reading it at that moment; then it goes a little later. When it throws,
    /// the account may be gone and its rows not; ``finishErasures()`` goes on with them.
    func deleteAccount(_ id: AccountID) async throws(StorageError) -> Bool

    // MARK: Sessions

    /// Adds a session in one step with what belongs to it: the session that the same browser had before ends, the
    /// success of the attempt is recorded, and it is told of (`signed_in`).
    ///
    /// Throws ``StorageError/accountGone`` when its account is not there, ``StorageError/passwordChanged`` when the hash
    /// it was given for is another by now: an old password must not open a session after its change.
    func createSession(
        _ session: NewSession,
        replacing old: TokenHash?,
        attempt: AttemptSuccess?
    ) async throws(StorageError)

    /// The session a token belongs to, found by the token's hash; nil when it has ended.
    func session(token: TokenHash) async throws(StorageError) -> OpenSession?

    /// Writes down that a session was used. Callers do this coarsely, not at each request.
    func touchSession(_ id: SessionID, of account: AccountID, at: Instant) async throws(StorageError)

    /// The sessions of an account, the one last used first.
    func sessions(of account: AccountID) async throws(StorageError) -> [StoredSession]

    /// Ends one session and tells of it as its end says. False when the account has no session with this id.
    func deleteSession(
        _ id: SessionID,
        of account: AccountID,
        _ end: SessionEnd
    ) async throws(StorageError) -> Bool

    /// Ends all sessions of an account but one and tells of it (`other_sessions_ended`) if there were any.
    func deleteSessions(
        of account: AccountID,
        but kept: SessionID,
        on occasion: Occasion
    ) async throws(StorageError)

    // MARK: Activity

    /// The activity of an account, the newest first. ``ActivityEntry/kept`` entries are kept.
    func activity(of account: AccountID, limit: Int) async throws(StorageError) -> [ActivityEntry]

    /// Adds an entry that no other call here adds. Throws ``StorageError/accountGone``.
    func addActivity(_ entry: ActivityEntry, to account: AccountID) async throws(StorageError)

    // MARK: Attempts

    /// Counts an attempt under all of its keys, or under no key when one of them has to wait.
    ///
    /// Looking and counting are one step, so that of many attempts at once no more go on than are free.
    func beginAttempt(_ attempt: Attempt, at: Instant) async throws(StorageError) -> AttemptAnswer

    /// Gives an attempt back that succeeded where nothing else is written, and remembers its places.
    func recordSuccess(_ success: AttemptSuccess) async throws(StorageError)

    /// Forgets tallies that say nothing any more and, beyond `limit` of them, those that say least: first those of
    /// places nobody has signed in from, of these the ones with the fewest attempts, of these the ones that would be
    /// forgotten first. Strangers choose the keys, so without this they could fill the disk.
    func pruneAttempts(at: Instant, keeping limit: Int) async throws(StorageError)

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

    /// The records of photos that name one of these notes, deleted ones too, note after note in the order of their ids.
    func photoRecords(of account: AccountID, notes: [UUID]) async throws(StorageError) -> [StoredRecord]

    /// Decides about a few records one after another and merges what is decided, all of it or nothing, in one transaction:
    /// a to-do and what follows it, a note and its photos.
    ///
    /// `decide` gets the index into `keys`, the record as it is (with what earlier decisions of the same call merged),
    /// and the installation's clock, whose stamps are greater than every stamp this storage has taken (S2). It may be
    /// called again from the start when a transaction has to be repeated. Each merge that changes a record takes the
    /// account's next number, without gaps (S7); one that changes nothing takes no number (S8). A value that a merge replaced,
    /// and one that came too late to stand, is in the record's history from then on (S12), as long as the account has
    /// room for it: the oldest entries of an account go before a change of it is refused.
    ///
    /// Throws ``StorageError/accountGone``; ``StorageError/overBudget(_:by:)`` when a record or the account would have
    /// more than it may, and nothing is changed then; ``StorageError/crowded(_:)``.
    func update<Refusal: Sendable>(
        _ keys: [Record.Key],
        of account: AccountID,
        at: Instant,
        decide: @escaping @Sendable (Int, Record?, inout Clock) -> Decision<Refusal>
    ) async throws(StorageError) -> [Outcome<Refusal>]

    /// The same for any number of records that have nothing to do with each other. They are written in slices, each a
    /// transaction within the budgets of rows, bytes and time, so that no other write waits for all of them. 200 records that
    /// fit the budgets of rows and bytes stay together, whatever their time. Outcomes are in the order of the keys.
    ///
    /// A change that would go over a budget is refused by itself (``Outcome/overBudget(_:)``). `decide` may be called
    /// again for a key that it was called for before. `bytes` is about how many bytes the caller holds for this.
    ///
    /// Between two slices others write, and a crash or an error may end the call: then
    /// ``StorageError/interrupted(written:_:)`` says how many keys are done and durable, and the same call may be made
    /// again, since merging what is there already changes nothing. The first slice may throw as
    /// ``update(_:of:at:decide:)`` does, when nothing is written. A task that is cancelled writes no further slice.
    func updateEach<Refusal: Sendable>(
        _ keys: [Record.Key],
        of account: AccountID,
        at: Instant,
        bytes: Int,
        decide: @escaping @Sendable (Int, Record?, inout Clock) -> Decision<Refusal>
    ) async throws(StorageError) -> [Outcome<Refusal>]

    /// Begins another epoch of an account's numbers (``ChangeNumber``), unless its latest is not below `number` any more:
    /// one that a device was given, and that this storage has gone back behind since.
    ///
    /// Throws ``StorageError/accountGone``.
    func beginEpoch(of account: AccountID, below number: Int64, at: Instant) async throws(StorageError)

    // MARK: Imports

    /// Whether an import into an account has begun that has not ended: what is there already may be a part of it.
    func isImporting(_ account: AccountID) async throws(StorageError) -> Bool

    /// Notes that an import begins. Throws ``StorageError/accountGone``.
    func beginImport(into account: AccountID) async throws(StorageError)

    /// Notes that an import has ended, all of it written, and tells of it. Throws ``StorageError/accountGone``.
    func endImport(into account: AccountID, _ entry: ActivityEntry) async throws(StorageError)

    // MARK: History

    /// The entries of a record's history that are older than an entry, the newest first.
    func history(
        of account: AccountID,
        _ key: Record.Key,
        before number: Int64?,
        limit: PageLimit
    ) async throws(StorageError) -> HistoryPage

    /// One entry of a record's history, or nil.
    func historyEntry(
        _ number: Int64,
        of account: AccountID,
        _ key: Record.Key
    ) async throws(StorageError) -> HistoryEntry?

    /// Deleted records whose delete was stamped at a moment or later, the one deleted last first. No photos: they go and
    /// come back with their notes.
    func trash(
        of account: AccountID,
        since: Instant,
        after mark: TrashPage.Mark?,
        limit: PageLimit
    ) async throws(StorageError) -> TrashPage

    /// Forgets for good what has been kept long enough: entries of history after ``Rules/historyLifetime``, deleted
    /// records ``Rules/tombstoneLifetime`` after their last change arrived, devices after ``StoredDevice/lifetime``,
    /// photos that no note uses after ``StoredPhoto/unusedLifetime`` (N6). Before that it deletes the records of photos
    /// whose note was deleted more than ``Rules/historyLifetime`` ago, or has not come for as long.
    ///
    /// This takes many small transactions, so that no other write waits for long.
    func collectGarbage(at: Instant) async throws(StorageError) -> Garbage

    /// Goes on with accounts whose erasure an end in the middle has broken off. Returns how many there were.
    func finishErasures() async throws(StorageError) -> Int

    // MARK: Quarantine

    /// Rows that could not be read and were set aside, in the order in which that was done: those after a number.
    ///
    /// Nothing else stops at such a row: lists, syncs and exports have everything else.
    func quarantined(after number: Int64, limit: Int) async throws(StorageError) -> [QuarantinedRow]

    /// The number of rows that are set aside.
    func quarantineCount() async throws(StorageError) -> Int

    // MARK: Devices

    /// Writes down that a device syncs; nil leaves the name it has. Throws ``StorageError/accountGone``.
    func registerDevice(
        _ device: UUID,
        name: String?,
        of account: AccountID,
        at: Instant
    ) async throws(StorageError)

    /// A device of an account, or nil.
    func device(_ id: UUID, of account: AccountID) async throws(StorageError) -> StoredDevice?

    /// The devices of an account, the one last seen first.
    func devices(of account: AccountID) async throws(StorageError) -> [StoredDevice]

    /// Writes down that a device reads from the start while everything up to a number is forgotten (S10).
    ///
    /// Throws ``StorageError/accountGone``.
    func raiseFloor(
        of device: UUID,
        to floor: Int64,
        of account: AccountID,
        at: Instant
    ) async throws(StorageError)

    // MARK: Changes as they happen

    /// The number of the account's latest change whenever it has moved, after the commit: the newest alone when several
    /// came while nobody looked. Nothing at the beginning; who wants the present number asks ``cursor(of:)`` after this.
    ///
    /// Changes of other processes on the same database are told within a second. Ends when the account is deleted and
    /// at ``close()``, and at once when there is no such account.
    func cursors(of account: AccountID) -> AsyncStream<Int64>

    // MARK: Health

    /// Proves that a write can be made durable, by making one.
    func checkWritable() async throws(StorageError)

    /// Ends all work; later calls fail. Waits for what is under way.
    func close() async
}

extension Storage {
    /// Adds an account and its first session where no attempt was counted.
    public func createAccount(_ account: StoredAccount, session: NewSession) async throws(StorageError) {
        try await createAccount(account, session: session, attempt: nil)
    }

    /// Adds a session that replaces no other session, where no attempt was counted.
    public func createSession(_ session: NewSession) async throws(StorageError) {
        try await createSession(session, replacing: nil, attempt: nil)
    }

    /// Merges changes that came from elsewhere, each judged by `validate` against the record it changes (S9), in slices
    /// (``updateEach(_:of:at:bytes:decide:)``). `bytes` is about how many they have.
    ///
    /// An empty list of violations lets a change in.
    public func apply(
        _ changes: [Record],
        to account: AccountID,
        at moment: Instant,
        bytes: Int = 1 << 10,
        validate: @escaping @Sendable (_ change: Record, _ existing: Record?) -> [Violation]
    ) async throws(StorageError) -> [Outcome<[Violation]>] {
        try await updateEach(changes.map(\.key), of: account, at: moment, bytes: bytes) { index, existing, _ in
            let violations = validate(changes[index], existing)
            return violations.isEmpty ? .merge(changes[index]) : .refuse(violations)
        }
    }
}
