import DaybookCore

/// The storage of a server: accounts, their sessions, and their records.
///
/// Every query and every change names its account, so that no implementation can return or change another account's
/// data (A11). One contract suite, `StorageContract`, runs against every implementation.
///
/// A method that changes something returns when the change is durable: after a power cut it is still there (S6).
/// Nothing here assumes SQLite. Decisions that need a record's present state are passed in as synchronous closures over
/// values, which any database can run between "select for update" and "commit".
public protocol Storage: ReminderStorage, PhotoStorage {
    // MARK: Accounts

    /// Adds an account and its first session in one step with what belongs to it: the session that the same browser had
    /// before ends, the success of the attempt is recorded, and the activity `signed_up` is added.
    ///
    /// Throws ``StorageError/taken(_:)`` with every field that another account already uses (A7).
    func createAccount(
        _ account: StoredAccount,
        session: NewSession,
        replacing old: TokenHash?,
        attempt: AttemptSuccess?
    ) async throws(StorageError)

    /// The account with this id, or nil.
    func account(_ id: AccountID) async throws(StorageError) -> StoredAccount?

    /// The counts of an account's data, or nil when there is no such account.
    func usage(of id: AccountID) async throws(StorageError) -> AccountUsage?

    /// The account that signs in with this email or mobile, or nil.
    func account(login: Login) async throws(StorageError) -> StoredAccount?

    /// Some accounts in the order of their ids, which is the order of their creation: those after an id, or the first
    /// ones.
    ///
    /// For the operator. It counts the records of each account, so its duration depends on their number.
    func accounts(after id: AccountID?, limit: Int) async throws(StorageError) -> [AccountSummary]

    /// Changes the fields that are not nil in `change`, adds the activity `details_changed`, and returns the new
    /// account.
    ///
    /// Throws ``StorageError/taken(_:)`` or ``StorageError/accountGone``; ``StorageError/passwordChanged`` when the proof
    /// of the change holds no more.
    func updateAccount(
        _ id: AccountID,
        _ change: AccountChange,
        on occasion: Occasion
    ) async throws(StorageError) -> StoredAccount

    /// Replaces the hash of a password by another hash of the same password, if it still is `current`.
    ///
    /// False when the hash has changed, so that raising the cost at a sign-in (A12) never undoes a change of password
    /// that happened meanwhile. Sessions continue, and a temporary password stays temporary.
    func replaceHash(of id: AccountID, from current: String, to new: String) async throws(StorageError) -> Bool

    /// Changes a password in one step: sets the new hash, ends a temporary password and all other sessions, gives the
    /// remaining session its new token, records the success of the attempt, and adds the activity `password_changed`.
    ///
    /// False, without any change, when the hash is not the one that the change expects, or the session has ended.
    func changePassword(of id: AccountID, _ change: PasswordChange) async throws(StorageError) -> Bool

    /// Gives an account a password that works until a moment, ends all of its sessions and adds the activity
    /// `password_reset`, in one step. For the operator. False when there is no such account.
    func resetPassword(
        of id: AccountID,
        to hash: String,
        until: Instant,
        at: Instant
    ) async throws(StorageError) -> Bool

    /// Deletes an account with its sessions, records, photos, activity and known places. False when it does not exist.
    ///
    /// One short step makes the account inaccessible and frees its email and mobile; then its rows are deleted in
    /// slices, so that other writes do not wait for long. When this returns, no file of the storage holds the deleted
    /// data, unless a connection reads it at that moment; then the data goes a little later. When it throws, the
    /// account may be gone while some of its rows are left; ``finishErasures()`` continues with them.
    ///
    /// Throws ``StorageError/passwordChanged``, without any change, when a given proof holds no more.
    func deleteAccount(_ id: AccountID, provenBy proof: PasswordProof?) async throws(StorageError) -> Bool

    // MARK: Sessions

    /// Adds a session in one step with what belongs to it: the session that the same browser had before ends, the
    /// success of the attempt is recorded, and the activity `signed_in` is added.
    ///
    /// Throws ``StorageError/accountGone`` when its account does not exist, ``StorageError/passwordChanged`` when the
    /// password was changed since it was checked: an old password must not open a session after its change.
    func createSession(
        _ session: NewSession,
        replacing old: TokenHash?,
        attempt: AttemptSuccess?
    ) async throws(StorageError)

    /// The session a token belongs to, found by the token's hash; nil when it has ended.
    func session(token: TokenHash) async throws(StorageError) -> OpenSession?

    /// Records that a session was used. Callers do this about once an hour, not at each request.
    func touchSession(_ id: SessionID, of account: AccountID, at: Instant) async throws(StorageError)

    /// The sessions of an account. The session that was used last comes first.
    func sessions(of account: AccountID) async throws(StorageError) -> [StoredSession]

    /// Names the device of a session. False when the account has no session with this id.
    func renameSession(
        _ id: SessionID,
        of account: AccountID,
        to device: String
    ) async throws(StorageError) -> Bool

    /// Ends one session and adds the activity of that end. False when the account has no session with this id.
    func deleteSession(
        _ id: SessionID,
        of account: AccountID,
        _ end: SessionEnd
    ) async throws(StorageError) -> Bool

    /// Ends all sessions of an account except one and adds the activity `other_sessions_ended` if there were any.
    func deleteSessions(
        of account: AccountID,
        but kept: SessionID,
        on occasion: Occasion
    ) async throws(StorageError)

    // MARK: Activity

    /// The activity of an account, the newest first. ``ActivityEntry/kept`` entries are kept.
    func activity(of account: AccountID, limit: Int) async throws(StorageError) -> [ActivityEntry]

    /// Adds an entry that no other method here adds. Throws ``StorageError/accountGone``.
    func addActivity(_ entry: ActivityEntry, to account: AccountID) async throws(StorageError)

    // MARK: Attempts

    /// Counts an attempt under all of its keys, or under no key when one of them must wait.
    ///
    /// The check and the count are one step, so that of many attempts at once only the free ones continue.
    func beginAttempt(_ attempt: Attempt, at: Instant) async throws(StorageError) -> AttemptAnswer

    /// Gives back an attempt whose success writes nothing else, and remembers its places.
    func recordSuccess(_ success: AttemptSuccess) async throws(StorageError)

    /// Deletes tallies that have no effect any more. Beyond `limit` tallies it also deletes the least useful ones:
    /// first those of places without a sign-in, of these the ones with the fewest attempts, of these the ones that
    /// would expire first. Strangers choose the keys, so without this they could fill the disk.
    func pruneAttempts(at: Instant, keeping limit: Int) async throws(StorageError)

    // MARK: Records

    /// The number of the account's latest change, 0 before the first. Throws ``StorageError/accountGone``.
    func cursor(of account: AccountID) async throws(StorageError) -> Int64

    /// The records whose latest change is after a cursor, as they are now. The oldest change comes first.
    func changes(
        of account: AccountID,
        after cursor: Int64,
        limit: PageLimit
    ) async throws(StorageError) -> ChangePage

    /// One record with the number of its latest change, even if it is deleted; nil when there never was one.
    func record(_ key: Record.Key, of account: AccountID) async throws(StorageError) -> StoredRecord?

    /// The living records of photos that name a note, in the order of their ids.
    ///
    /// A note has few of them, but any number of deleted ones, and each may have unknown fields of any size. So the
    /// records are read in slices, of which only the photos stay in memory.
    func notePhotos(of account: AccountID, note: UUID) async throws(StorageError) -> [NotePhoto]

    /// Decides about a few records in order and merges the decided changes, all or nothing, in one transaction: a to-do
    /// and the next occurrence of its series, or a note and its photos.
    ///
    /// `decide` gets the index into `keys`, the present record (with the merges of earlier decisions of the same call),
    /// and the installation's clock, whose stamps are greater than every stamp that this storage holds (S2). It may be
    /// called again from the start when a transaction has to be repeated. Each merge that changes a record takes the
    /// account's next number, without gaps (S7); a merge that changes nothing takes no number (S8). A value that a
    /// merge replaced, and a value that arrived too late to win, is in the record's history from then on (S12), as long
    /// as the account has room for it: an account's oldest entries are dropped before a change of it is refused.
    ///
    /// Throws ``StorageError/accountGone``; ``StorageError/overBudget(_:by:)``, with no change, when a record or the
    /// account would exceed its budget; ``StorageError/crowded(_:)``.
    func update<Refusal: Sendable>(
        _ keys: [Record.Key],
        of account: AccountID,
        at: Instant,
        decide: @escaping @Sendable (Int, Record?, inout Clock) -> Decision<Refusal>
    ) async throws(StorageError) -> [Outcome<Refusal>]

    /// Decides about any number of unrelated records in the same way. They are written in slices, each a transaction
    /// within the budgets of rows, bytes and time, so that no other write waits for all of them. Outcomes are in the
    /// order of the keys.
    ///
    /// With `isOneStep`, what a person does in one step, such as a note and its photos, is stored as a whole or not at
    /// all: 200 records that fit the budgets of rows and bytes stay together, whatever their time.
    ///
    /// A change that would exceed a budget is refused separately (``Outcome/overBudget(_:)``). `decide` may be called
    /// again for a key. `bytes` is roughly the memory that the caller holds for this call.
    ///
    /// Other writes run between two slices, and a crash or an error may end the call: then
    /// ``StorageError/interrupted(written:_:)`` holds how many keys are done and durable. The same call may be
    /// repeated, since merging a change that is already there changes nothing. The first slice may throw as
    /// ``update(_:of:at:decide:)`` does, when nothing is written. A task that is cancelled writes no further slice.
    func updateEach<Refusal: Sendable>(
        _ keys: [Record.Key],
        of account: AccountID,
        at: Instant,
        bytes: Int,
        isOneStep: Bool,
        decide: @escaping @Sendable (Int, Record?, inout Clock) -> Decision<Refusal>
    ) async throws(StorageError) -> [Outcome<Refusal>]

    /// Begins another epoch of an account's numbers (``ChangeNumber``), if its latest number is below `number`: a
    /// number that a device was given before this storage was restored to an earlier state.
    ///
    /// Throws ``StorageError/accountGone``.
    func beginEpoch(of account: AccountID, below number: Int64, at: Instant) async throws(StorageError)

    // MARK: Imports

    /// Whether an import into an account has begun and not ended: the account's records may be a part of it.
    func isImporting(_ account: AccountID) async throws(StorageError) -> Bool

    /// Records that an import begins. Throws ``StorageError/accountGone``.
    func beginImport(into account: AccountID) async throws(StorageError)

    /// Records that an import has ended, with all of it written, and adds `entry` to the activity. Throws
    /// ``StorageError/accountGone``.
    func endImport(into account: AccountID, _ entry: ActivityEntry) async throws(StorageError)

    // MARK: History

    /// The entries of a record's history that are older than a given entry, the newest first.
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

    /// Deleted records whose delete was stamped at a moment or later, the latest delete first. Photos are left out:
    /// they are deleted and restored with their notes.
    func trash(
        of account: AccountID,
        since: Instant,
        after end: TrashPage.End?,
        limit: PageLimit
    ) async throws(StorageError) -> TrashPage

    /// Deletes data for good at the end of its lifetime: entries of history after ``Rules/historyLifetime``, deleted
    /// records ``Rules/tombstoneLifetime`` after their last change arrived, devices after ``StoredDevice/lifetime``,
    /// photos that no note uses after ``StoredPhoto/unusedLifetime`` (N6). Before that it deletes the records of photos
    /// whose note was deleted more than ``Rules/historyLifetime`` ago, or has not arrived for as long.
    ///
    /// This takes many small transactions, so that no other write waits for long.
    func collectGarbage(at: Instant) async throws(StorageError) -> Garbage

    /// Continues the erasures of accounts that a crash has interrupted. Returns the number of those accounts.
    func finishErasures() async throws(StorageError) -> Int

    // MARK: Quarantine

    /// Rows that could not be read and were set aside, in the order in which they were set aside: those after a number.
    ///
    /// Such a row stops nothing else: lists, syncs and exports have all other rows.
    func quarantined(after number: Int64, limit: Int) async throws(StorageError) -> [QuarantinedRow]

    /// The number of rows in quarantine.
    func quarantineCount() async throws(StorageError) -> Int

    // MARK: Devices

    /// Records that a device syncs; a nil name leaves the present name. Throws ``StorageError/accountGone``.
    func registerDevice(
        _ device: UUID,
        name: String?,
        of account: AccountID,
        at: Instant
    ) async throws(StorageError)

    /// A device of an account, or nil.
    func device(_ id: UUID, of account: AccountID) async throws(StorageError) -> StoredDevice?

    /// The devices of an account. The device that was seen last comes first.
    func devices(of account: AccountID) async throws(StorageError) -> [StoredDevice]

    /// Records that a device reads from the start while all changes up to a number are deleted for good (S10).
    ///
    /// Throws ``StorageError/accountGone``.
    func raiseFloor(
        of device: UUID,
        to floor: Int64,
        of account: AccountID,
        at: Instant
    ) async throws(StorageError)

    // MARK: Changes as they happen

    /// The number of the account's latest change whenever it has changed, after the commit; only the newest when
    /// several came between two reads. The stream does not start with the present number; ask ``cursor(of:)`` for that
    /// after this call.
    ///
    /// Changes of other processes on the same database are reported within a second. Ends when the account is deleted
    /// and at ``close()``, and at once when there is no such account.
    func cursors(of account: AccountID) -> AsyncStream<Int64>

    // MARK: Health

    /// Proves that a write can be made durable, by making one.
    func checkWritable() async throws(StorageError)

    /// Ends all work; later calls fail. Waits for work in progress.
    func close() async
}

extension Storage {
    /// Adds an account and its first session, which replaces no other session, when no attempt was counted.
    public func createAccount(_ account: StoredAccount, session: NewSession) async throws(StorageError) {
        try await createAccount(account, session: session, replacing: nil, attempt: nil)
    }

    /// Deletes an account without a proof of its password: at the operator's console.
    public func deleteAccount(_ id: AccountID) async throws(StorageError) -> Bool {
        try await deleteAccount(id, provenBy: nil)
    }

    /// Adds a session that replaces no other session, when no attempt was counted.
    public func createSession(_ session: NewSession) async throws(StorageError) {
        try await createSession(session, replacing: nil, attempt: nil)
    }

    /// Merges changes of other replicas in slices (``updateEach(_:of:at:bytes:isOneStep:decide:)``). `validate` judges each
    /// against the record that it changes (S9). `bytes` is roughly the size of the changes.
    ///
    /// An empty list of violations accepts a change.
    public func apply(
        _ changes: [Record],
        to account: AccountID,
        at moment: Instant,
        bytes: Int = 1 << 10,
        validate: @escaping @Sendable (_ change: Record, _ existing: Record?) -> [Violation]
    ) async throws(StorageError) -> [Outcome<[Violation]>] {
        try await updateEach(changes.map(\.key), of: account, at: moment, bytes: bytes, isOneStep: true) {
            index,
            existing,
            _ in
            let violations = validate(changes[index], existing)
            return violations.isEmpty ? .merge(changes[index]) : .refuse(violations)
        }
    }
}
