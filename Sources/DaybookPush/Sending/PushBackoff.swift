/// When to retry a message that could not be delivered to the push service: later each time and at random moments, so
/// that messages which failed together are not retried together ("full jitter"), and never before the time that the
/// push service asked for.
///
/// Source: Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
public struct PushBackoff: Equatable, Sendable {
    /// The longest pause after the first failure. It doubles with each further failure.
    public var first: Duration
    /// The longest pause after any number of failures.
    public var longest: Duration

    /// One second at first, at most five minutes.
    public static let standard = PushBackoff(first: .seconds(1), longest: .seconds(300))

    /// A backoff with these bounds.
    public init(first: Duration, longest: Duration) {
        self.first = first
        self.longest = longest
    }

    /// The wait before the next attempt; nil when the message would come too late.
    ///
    /// - Parameters:
    ///   - failures: The number of failures, this one included: 1 or more.
    ///   - retryAfter: The time that the push service asked to wait; nil when it did not ask.
    ///   - left: The time for which the message is still worth sending.
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
