import DaybookCore

/// A delivery that this process may send, until its lease ends.
public struct ClaimedDelivery: Equatable, Sendable {
    /// Names it.
    public let number: Int64
    /// The number of claims, this one included. A later claim makes this one void.
    public let attempt: Int
    /// The account.
    public let account: AccountID
    /// The device that it goes to.
    public let session: StoredSession
    /// The push subscription.
    public let subscription: ReminderSubscription
    /// The to-do that it is about; of a test, the test's own id.
    public let todo: UUID
    /// Whether somebody only tried whether reminders come.
    public let isTest: Bool
    /// The moment that it was set for.
    public let due: Instant
    /// The to-do's title, read just now; empty for a test.
    public let title: String
    /// The to-do's detail, or nil.
    public let detail: String?
}

/// The result of claiming due deliveries.
public struct DeliveryClaim: Equatable, Sendable {
    /// The deliveries to send now, the account that waited longest first.
    public var deliveries: [ClaimedDelivery] = []
    /// The numbers of deliveries that have failed meanwhile, by reason.
    public var failures: [DeliveryFailure: Int] = [:]

    /// Nothing.
    public init() {}
}

/// The result of sending a delivery.
public enum DeliveryOutcome: Hashable, Sendable {
    /// The push service has taken it.
    case accepted
    /// The push service says that there is no such subscription any more. It is forgotten.
    case gone
    /// Not now. It can be claimed again from then on.
    case retry(at: Instant)
    /// Never.
    case failed(DeliveryFailure)
}
