/// The bounds of a sender on its requests to push services.
public struct PushLimits: Equatable, Sendable {
    /// Messages that are on their way to one push service at once.
    public var atOnce = 64
    /// Messages that may wait for one push service; what comes on top is to be sent again later.
    public var waiting = 10_000
    /// The time that a connection may take to open.
    public var connecting: Duration = .seconds(5)
    /// The time that a message may take from its turn on.
    public var message: Duration = .seconds(10)

    /// The defaults.
    public init() {}
}
