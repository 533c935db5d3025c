import DaybookCore

/// The reminders as a part of ``Storage``: their times, devices and deliveries.
///
/// The reminder of a to-do waits from the moment the to-do's record says so, in the same transaction and whatever path
/// wrote it, until it is due, cancelled or moved (R2). Then it becomes a delivery for each device that takes pushes.
/// Processes that share one database claim deliveries for a while each, so that every one is sent by one of them, and
/// what a process that was killed had claimed is sent by another.
public protocol ReminderStorage: Sendable {
    // MARK: Devices

    /// Writes down what a session says of whether it can notify. A subscription that another session had moves to it.
    ///
    /// Throws ``StorageError/accountGone`` when the account has no such session.
    func setReminderDevice(_ device: ReminderDevice, of account: AccountID) async throws(StorageError)

    /// The devices of an account, the one that spoke last first.
    func reminderDevices(of account: AccountID) async throws(StorageError) -> [ReminderDevice]

    // MARK: Deliveries

    /// The last deliveries of an account, the newest first. ``DeliveryRules/kept`` finished ones are kept.
    func deliveries(of account: AccountID, limit: Int) async throws(StorageError) -> [StoredDelivery]

    /// Adds a delivery to each device of an account that takes pushes, due now. Returns how many those are.
    func addTestDeliveries(_ test: UUID, of account: AccountID, at: Instant) async throws(StorageError) -> Int

    /// Writes down that a device showed a reminder, once. When it did so by itself before the reminder was due here,
    /// nothing is sent to that device any more. What no to-do of the account was set for is passed over.
    func markShown(
        _ todo: UUID,
        due: Instant,
        at shown: Instant,
        by session: SessionID,
        of account: AccountID
    ) async throws(StorageError)

    // MARK: Sending

    /// The moment at which something is next to be sent; it may have come already. Nil when nothing waits.
    func nextDelivery() async throws(StorageError) -> Instant?

    /// Makes deliveries of the reminders that are due and claims some that are to be sent, of each account in turn.
    ///
    /// A claim holds for `lease`. The claimer must send and finish by then; afterwards another may claim it.
    func claimDeliveries(
        at: Instant,
        limit: Int,
        lease: Instant.Span
    ) async throws(StorageError) -> DeliveryClaim

    /// Makes claims hold on until a moment, of deliveries whose sending takes long: numbers and attempts of such as have
    /// not been claimed by others since.
    func renewClaims(_ attempts: [Int64: Int], until: Instant) async throws(StorageError)

    /// Writes down what came of a claimed delivery. That it was taken counts even when the claim has ended; anything
    /// else counts only while it holds.
    func finish(
        _ delivery: ClaimedDelivery,
        _ outcome: DeliveryOutcome,
        at: Instant
    ) async throws(StorageError)

    /// Sets the times of all waiting deliveries again, after the wall clock has gone back: nothing waits for a moment
    /// further away than `longest`, unless its reminder is set for then.
    func reconsiderDeliveries(at: Instant, longest: Instant.Span) async throws(StorageError)

    /// Tells whenever this process has committed something that may be due earlier than what was known. Ends at the
    /// storage's end.
    func reminderChanges() -> AsyncStream<Void>
}
