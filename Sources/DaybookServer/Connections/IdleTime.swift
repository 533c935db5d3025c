import NIOCore

/// How long a connection may be open without use.
///
/// Pure: the times are arguments.
struct IdleTime {
    private let timeout: TimeAmount
    private var lastUse = NIODeadline.uptimeNanoseconds(0)
    /// Whether a part of a request has arrived and the rest has not.
    var isReading = false

    init(timeout: TimeAmount) {
        self.timeout = timeout
    }

    /// When the connection has been idle for too long, if it is not used before.
    var deadline: NIODeadline { lastUse + timeout }

    /// The connection was used.
    mutating func used(at now: NIODeadline) { lastUse = now }

    /// Whether the connection has been idle for too long.
    func isOver(at now: NIODeadline) -> Bool { now >= deadline }
}
