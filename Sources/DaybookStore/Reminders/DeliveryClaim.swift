import DaybookCore

/// A delivery that this process may send, until its lease ends.
public struct ClaimedDelivery: Equatable, Sendable {
    /// Names it.
    public let number: Int64
    /// How often it was claimed, this time included. A later claim makes this one void.
    public let attempt: Int
    /// Whose it is.
    public let account: AccountID
    /// Where it goes.
    public let session: StoredSession
    /// How it gets there.
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

/// What a look at what is due has brought.
public struct DeliveryClaim: Equatable, Sendable {
    /// What is to be sent now, the account that waited longest first.
    public var deliveries: [ClaimedDelivery] = []
    /// How many have failed meanwhile, by why.
    public var failures: [DeliveryFailure: Int] = [:]

    /// Nothing.
    public init() {}
}

/// What came of sending a delivery.
public enum DeliveryOutcome: Hashable, Sendable {
    /// The push service has taken it.
    case accepted
    /// The push service says that there is no such subscription any more. It is forgotten.
    case gone
    /// Not now. It is claimed anew from then on.
    case retry(at: Instant)
    /// Never.
    case failed(DeliveryFailure)
}
