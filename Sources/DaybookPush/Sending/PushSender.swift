/// Sends messages to push services.
public protocol PushSender: Sendable {
    /// Sends a message once and returns the outcome; the caller decides whether to send it again.
    func send(_ message: PushMessage, to subscription: PushSubscription) async -> PushOutcome
}

/// The result of sending a message to a push service.
public enum PushOutcome: Equatable, Sendable {
    /// The push service has the message, and delivers it when it can reach the device.
    case accepted
    /// The subscription has ended (404, 410) and should be removed.
    case gone
    /// The message was not taken now: too many requests, a fault of the service, or no connection. `after` is the time
    /// that the service asked to wait, if it did.
    case retry(after: Duration?)
    /// The service refuses the message and would refuse it again. `status` is the HTTP status, such as 400 or 403.
    case refused(status: Int)
    /// The service refuses a message of this size (413).
    case tooLarge
    /// Nothing was sent: the endpoint's host has an address where a push service may not be.
    case forbidden
}
