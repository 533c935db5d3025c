import DaybookCore

/// The reminders as a part of ``Storage``: their times, devices and deliveries.
///
/// The transaction that writes a to-do's record also adds, moves or cancels its waiting reminder, whatever path wrote
/// the record. The reminder waits until it is due (R2). Then it becomes a delivery for each device that takes pushes.
/// Processes that share one database claim deliveries for a limited time, so that one process sends each delivery.
/// After a process was killed, another sends its claimed deliveries.
public protocol ReminderStorage: Sendable {
    // MARK: Devices

    /// Saves whether a session can show notifications. A subscription that another session had moves to it.
    ///
    /// Throws ``StorageError/accountGone`` when the account has no such session.
    func setReminderDevice(_ device: ReminderDevice, of account: AccountID) async throws(StorageError)

    /// The devices of an account. The device that reported last comes first.
    func reminderDevices(of account: AccountID) async throws(StorageError) -> [ReminderDevice]

    // MARK: Deliveries

    /// The last deliveries of an account, the newest first. ``DeliveryRules/kept`` finished ones are kept.
    func deliveries(of account: AccountID, limit: Int) async throws(StorageError) -> [StoredDelivery]

    /// Adds a delivery, due now, to each device of an account that takes pushes. Returns the number of those devices.
    func addTestDeliveries(_ test: UUID, of account: AccountID, at: Instant) async throws(StorageError) -> Int

    /// Records once that a device showed a reminder. If the device showed it before the reminder was due here, no push
    /// is sent to that device. A report is ignored when no to-do of the account had that reminder.
    func markShown(
        _ todo: UUID,
        due: Instant,
        at shown: Instant,
        by session: SessionID,
        of account: AccountID
    ) async throws(StorageError)

    // MARK: Sending

    /// The moment of the next delivery to send, which may be past. Nil when no delivery waits.
    func nextDelivery() async throws(StorageError) -> Instant?

    /// Makes deliveries of the reminders that are due, and claims deliveries to send, of each account in turn.
    ///
    /// Of `limit` deliveries, the last `reserved` are only for accounts that have no delivery in progress, one for each:
    /// however slowly the push services of some accounts answer, there is a place for the others.
    ///
    /// A claim holds for `lease`. The claimer must send and finish by then; afterwards another process may claim the
    /// delivery.
    func claimDeliveries(
        at: Instant,
        limit: Int,
        reserved: Int,
        lease: Instant.Span
    ) async throws(StorageError) -> DeliveryClaim

    /// Extends claims until a moment, for deliveries whose sending takes long. `attempts` holds numbers and attempts; a
    /// delivery that another process has claimed since is skipped.
    func renewClaims(_ attempts: [Int64: Int], until: Instant) async throws(StorageError)

    /// Records the outcome of a claimed delivery. The outcome ``DeliveryOutcome/accepted`` counts even after the claim
    /// has ended; all others count only while it holds.
    func finish(
        _ delivery: ClaimedDelivery,
        _ outcome: DeliveryOutcome,
        at: Instant
    ) async throws(StorageError)

    /// Recomputes the times of all waiting deliveries after the wall clock has gone back: no delivery waits longer than
    /// `longest`, unless its reminder is set for then.
    func reconsiderDeliveries(at: Instant, longest: Instant.Span) async throws(StorageError)

    /// A stream with an element whenever this process has committed something that may be due earlier than the known
    /// next delivery. Ends when the storage closes.
    func reminderChanges() -> AsyncStream<Void>
}
