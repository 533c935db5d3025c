import DaybookCore

/// A delivery that this process may send, until its lease ends.
public struct ClaimedDelivery: Equatable, Sendable {
    /// Identifies the delivery.
    public let number: Int64
    /// The number of claims, this one included. A later claim makes this one void.
    public let attempt: Int
    /// The account.
    public let account: AccountID
    /// The device that it goes to.
    public let session: StoredSession
    /// The push subscription.
    public let subscription: ReminderSubscription
    /// The to-do of the reminder; for a test, the test's own id.
    public let todo: UUID
    /// Whether the person only tested whether reminders arrive.
    public let isTest: Bool
    /// The moment for which the reminder was set.
    public let due: Instant
    /// The to-do's title at the time of the claim; empty for a test.
    public let title: String
    /// The to-do's detail, or nil.
    public let detail: String?
}

/// The result of claiming due deliveries.
public struct DeliveryClaim: Equatable, Sendable {
    /// The deliveries to send now. The account that has waited longest comes first.
    public var deliveries: [ClaimedDelivery] = []
    /// The numbers of deliveries that have failed meanwhile, by reason.
    public var failures: [DeliveryFailure: Int] = [:]

    /// An empty claim.
    public init() {}
}

/// The result of sending a delivery.
public enum DeliveryOutcome: Hashable, Sendable {
    /// The push service has taken it.
    case accepted
    /// The push service answered that the subscription does not exist any more. The subscription is deleted.
    case gone
    /// The push service did not take it now. It can be claimed again from `at` on.
    case retry(at: Instant)
    /// It will never be sent.
    case failed(DeliveryFailure)
}
