/// How much a sender asks of push services, and how long it waits for them.
public struct PushLimits: Equatable, Sendable {
    /// Messages that are on their way to one push service at once.
    public var atOnce = 64
    /// Messages that may wait for one push service; what comes on top is to be sent again later.
    public var waiting = 10_000
    /// How long a connection may take to stand.
    public var connecting: Duration = .seconds(5)
    /// How long a message may take in all, once it is its turn.
    public var message: Duration = .seconds(10)

    /// The defaults.
    public init() {}
}
