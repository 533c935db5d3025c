import DaybookCore

/// The state of one reminder on its way to one device.
public enum DeliveryState: String, CaseIterable, Sendable {
    /// Due, and not taken by the push service yet.
    case waiting
    /// The push service has taken it.
    case sent
    /// The device says that it showed it.
    case shown
    /// It will not be sent, or not again.
    case failed
}

/// Why a reminder will not be sent.
public enum DeliveryFailure: String, CaseIterable, Sendable {
    /// The server was off for so long after it was due that it says nothing any more.
    case missed
    /// The push service did not take it for as long.
    case unreachable
    /// The push service says that the subscription has ended.
    case gone
    /// The device took no pushes any more when it was due.
    case unsubscribed
    /// The push service refuses it.
    case refused
    /// The push service finds it too large.
    case tooLarge = "too_large"
    /// Meanwhile the to-do was done or deleted, or its reminder moved.
    case cancelled
}

/// One reminder on its way to one device, as the record of R4 tells of it.
public struct StoredDelivery: Equatable, Sendable {
    /// The device that it goes to.
    public let session: SessionID
    /// The name of that device, or nil.
    public let deviceName: String?
    /// The to-do that it is about; of a test, the test's own id.
    public let todo: UUID
    /// The to-do's title as it is now; nil for a test, and when there is no such to-do any more.
    public let title: String?
    /// Whether somebody only tried whether reminders come.
    public let isTest: Bool
    /// The moment that it was set for.
    public let due: Instant
    /// When the push service took it.
    public let sentAt: Instant?
    /// When the device showed it, by the device's clock.
    public let shownAt: Instant?
    /// Whether it went out more than ``DeliveryRules/lateAfter`` after it was due.
    public let isLate: Bool
    /// Its state.
    public let state: DeliveryState
    /// Why it failed.
    public let reason: DeliveryFailure?
}

/// The numbers of deliveries.
public enum DeliveryRules {
    /// A delivery that goes out later than this is marked late.
    public static let lateAfter = Instant.Span.seconds(5)
    /// A delivery that is overdue for longer than this is not sent any more.
    public static let lifetime = Instant.Span.hours(24)
    /// Finished deliveries of one account that are kept: the last ones.
    public static let kept = 100
    /// Deliveries of one account that are under way at a time, over all processes, so that nobody keeps the others
    /// waiting.
    public static let underWay = 64
    /// An account is looked at again when fewer are under way, so that one commit claims several.
    static let refilledBelow = underWay / 2
}
