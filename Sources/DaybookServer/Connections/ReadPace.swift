import NIOCore

/// Checks that a request arrives fast enough.
///
/// Its head must be complete within `timeout` of its first byte, however many bytes arrive in between. Of its body, 16
/// KiB or the end must arrive within each `timeout` during which the server asks for more; the time in which the
/// server does not read is not counted. There is no pace between two requests: the connection's idle time bounds that.
///
/// Pure: the times are arguments.
struct ReadPace {
    /// The bytes of a body that restart the time. At 20 seconds that is 800 bytes a second, a modem of 1990.
    static let leastBytes = 16 << 10

    private enum Phase {
        case idle
        case head(since: NIODeadline)
        /// The client waits to be asked for the body (`Expect: 100-continue`).
        case expected
        case body
    }

    private let timeout: TimeAmount
    private var phase = Phase.idle
    /// Since when the server has been waiting for bytes; nil while it does not read.
    private var asking: NIODeadline?
    /// The earlier waiting time since the last ``leastBytes``.
    private var asked = TimeAmount.nanoseconds(0)
    private var bytes = 0

    init(timeout: TimeAmount) {
        self.timeout = timeout
    }

    /// Whether a part of a request has arrived and the rest has not.
    var isReceiving: Bool {
        if case .idle = phase { false } else { true }
    }

    /// Whether the incomplete part is the head.
    var isInHead: Bool {
        if case .head = phase { true } else { false }
    }

    /// The server asks for bytes.
    mutating func asks(at now: NIODeadline) {
        if asking == nil { asking = now }
    }

    /// Bytes have arrived.
    mutating func received(_ count: Int, at now: NIODeadline) {
        if let since = asking { asked = asked + (now - since) }
        asking = nil
        switch phase {
        case .idle: phase = .head(since: now)
        case .head: break
        case .expected:
            // The client did not wait for the server to ask.
            beginBody()
            bytes = count
        case .body: bytes += count
        }
        if bytes >= Self.leastBytes { (bytes, asked) = (0, .nanoseconds(0)) }
    }

    /// The head is complete.
    mutating func headReceived(expectsContinue: Bool) {
        if expectsContinue { phase = .expected } else { beginBody() }
    }

    /// The server has asked for the body of a client that waits for this.
    mutating func bodyRequested(at now: NIODeadline) {
        guard case .expected = phase else { return }
        beginBody()
        if asking != nil { asking = now }
    }

    /// The request is complete.
    mutating func ended() { phase = .idle }

    /// Whether the client is too slow.
    func isTooSlow(at now: NIODeadline) -> Bool {
        switch phase {
        case .idle, .expected: false
        case .head(let since): now - since >= timeout
        case .body: asking.map { asked + (now - $0) >= timeout } ?? false
        }
    }

    private mutating func beginBody() {
        phase = .body
        (bytes, asked) = (0, .nanoseconds(0))
    }
}
