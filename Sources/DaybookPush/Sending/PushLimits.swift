/// The bounds of a sender on its requests to push services.
public struct PushLimits: Equatable, Sendable {
    /// The most messages on their way to one push service.
    public var atOnce = 64
    /// The most messages that wait for one push service; further messages must be sent again later.
    public var waiting = 10_000
    /// The time that a connection may take to open.
    public var connecting: Duration = .seconds(5)
    /// The time that a message may take, from its turn on.
    public var message: Duration = .seconds(10)

    /// The defaults.
    public init() {}
}
