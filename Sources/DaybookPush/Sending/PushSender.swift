/// Hands messages to push services.
public protocol PushSender: Sendable {
    /// Sends a message once and tells what came of it; sending again is up to the caller.
    func send(_ message: PushMessage, to subscription: PushSubscription) async -> PushOutcome
}

/// The result of handing a message to a push service.
public enum PushOutcome: Equatable, Sendable {
    /// The push service has it, and delivers it when it can reach the device.
    case accepted
    /// The subscription is no more (404, 410); it should be removed.
    case gone
    /// Not now: too many requests, a fault of the service, or no connection. `after` is what the service asked to wait
    /// for, if it did.
    case retry(after: Duration?)
    /// The service does not take it, and will not the next time: 400 or 403 with a status of HTTP.
    case refused(status: Int)
    /// The service takes no message of this size (413).
    case tooLarge
    /// Nothing was sent: the endpoint's host is at an address where no push service is.
    case forbidden
}
