/// When to send a message again that could not be handed over: later each time, at random moments, so that what failed
/// together does not come back together ("full jitter"), and never before the push service asked for it.
///
/// Source: Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
public struct PushBackoff: Equatable, Sendable {
    /// The longest pause after the first failure; it doubles with each further one.
    public var first: Duration
    /// The longest pause of all.
    public var longest: Duration

    /// A second at first, five minutes at most.
    public static let standard = PushBackoff(first: .seconds(1), longest: .seconds(300))

    /// Pauses by their bounds.
    public init(first: Duration, longest: Duration) {
        self.first = first
        self.longest = longest
    }

    /// The wait before the next attempt; nil when the message would come too late.
    ///
    /// - Parameters:
    ///   - failures: How often it has failed, this time included: 1 or more.
    ///   - retryAfter: For how long the push service asked to wait, if it did.
    ///   - left: How long the message is still worth sending.
    public func pause(
        failures: Int,
        retryAfter: Duration?,
        left: Duration,
        using random: inout some RandomNumberGenerator
    ) -> Duration? {
        var bound = min(first, longest)
        var doublings = max(failures, 1) - 1
        while doublings > 0, bound > .zero, bound < longest {
            bound = min(bound * 2, longest)
            doublings -= 1
        }
        let pause = max(retryAfter ?? .zero, .zero) + bound * Double.random(in: 0...1, using: &random)
        return pause < left ? pause : nil
    }
}
