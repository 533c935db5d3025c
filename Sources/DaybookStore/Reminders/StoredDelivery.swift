import DaybookCore

/// The state of one reminder on its way to one device.
public enum DeliveryState: String, CaseIterable, Sendable {
    /// Due, and not taken by the push service yet.
    case waiting
    /// The push service has taken it.
    case sent
    /// The device reports that it showed the reminder.
    case shown
    /// The delivery will not be sent, or not sent again.
    case failed
}

/// Why a reminder will not be sent.
public enum DeliveryFailure: String, CaseIterable, Sendable {
    /// The server was off for so long after the due time that the reminder is of no use.
    case missed
    /// The push service did not take the delivery for as long.
    case unreachable
    /// The push service answered that the subscription has ended.
    case gone
    /// The device took no pushes when the reminder was due.
    case unsubscribed
    /// The push service refuses the delivery.
    case refused
    /// The push service refuses the delivery as too large.
    case tooLarge = "too_large"
    /// The to-do was done or deleted meanwhile, or its reminder was moved.
    case cancelled
}

/// One reminder on its way to one device, as the delivery list of R4 shows it.
public struct StoredDelivery: Equatable, Sendable {
    /// The device that it goes to.
    public let session: SessionID
    /// The name of that device, or nil.
    public let deviceName: String?
    /// The to-do of the reminder; for a test, the test's own id.
    public let todo: UUID
    /// The to-do's present title; nil for a test, and when there is no such to-do any more.
    public internal(set) var title: String?
    /// Whether the person only tested whether reminders arrive.
    public let isTest: Bool
    /// The moment for which the reminder was set.
    public let due: Instant
    /// When the push service took it.
    public let sentAt: Instant?
    /// When the device showed it, by the device's clock.
    public let shownAt: Instant?
    /// Whether it was sent more than ``DeliveryRules/lateAfter`` after it was due.
    public let isLate: Bool
    /// Its state.
    public let state: DeliveryState
    /// Why it failed.
    public let reason: DeliveryFailure?
}

/// The constants of deliveries.
public enum DeliveryRules {
    /// A delivery that is sent later than this is late.
    public static let lateAfter = Instant.Span.seconds(5)
    /// A delivery that is overdue for longer than this is not sent any more.
    public static let lifetime = Instant.Span.hours(24)
    /// The number of finished deliveries of one account that are kept: the latest ones.
    public static let kept = 100
    /// The number of deliveries of one account in progress at a time, over all processes, so that one account does not
    /// delay the others.
    public static let underWay = 64
    /// An account gets its next turn when fewer deliveries are in progress, so that one commit claims several.
    static let refilledBelow = underWay / 2
}
