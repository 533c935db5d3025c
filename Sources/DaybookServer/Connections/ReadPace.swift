import NIOCore

/// Whether a request comes at a sensible pace.
///
/// Its head must be whole within `patience` of its first byte, however many bytes come in between. Of its body, 16 KiB or
/// the end must come within each `patience` for which the server asks for more; the time in which the server itself does
/// not read counts for nothing. Between two requests there is no pace: that is for the connection's idle time.
///
/// Pure: the times come in.
struct ReadPace {
    /// The bytes of a body that start the time again. At 20 seconds that is 800 bytes a second, a modem of 1990.
    static let leastBytes = 16 << 10

    private enum Phase {
        case idle
        case head(since: NIODeadline)
        /// The client waits to be asked for the body (`Expect: 100-continue`).
        case expected
        case body
    }

    private let patience: TimeAmount
    private var phase = Phase.idle
    /// Since when the server has been asking for bytes that have not come.
    private var asking: NIODeadline?
    /// For how long it asked before, since the last ``leastBytes``.
    private var asked = TimeAmount.nanoseconds(0)
    private var bytes = 0

    init(patience: TimeAmount) {
        self.patience = patience
    }

    /// Whether some of a request has come and the rest has not.
    var isReceiving: Bool {
        if case .idle = phase { false } else { true }
    }

    /// Whether it is the head of which the rest has not come.
    var isInHead: Bool {
        if case .head = phase { true } else { false }
    }

    /// The server asks for bytes.
    mutating func asks(at now: NIODeadline) {
        if asking == nil { asking = now }
    }

    /// Bytes have come.
    mutating func received(_ count: Int, at now: NIODeadline) {
        if let since = asking { asked = asked + (now - since) }
        asking = nil
        switch phase {
        case .idle: phase = .head(since: now)
        case .head: break
        case .expected:
            // It did not wait to be asked.
            beginBody()
            bytes = count
        case .body: bytes += count
        }
        if bytes >= Self.leastBytes { (bytes, asked) = (0, .nanoseconds(0)) }
    }

    /// The head is whole.
    mutating func headCame(expectsToBeAsked: Bool) {
        if expectsToBeAsked { phase = .expected } else { beginBody() }
    }

    /// A client that waits to be asked for the body was asked.
    mutating func bodyAsked(at now: NIODeadline) {
        guard case .expected = phase else { return }
        beginBody()
        if asking != nil { asking = now }
    }

    /// The request is whole.
    mutating func ended() { phase = .idle }

    /// Whether the client has had its time.
    func isTooSlow(at now: NIODeadline) -> Bool {
        switch phase {
        case .idle, .expected: false
        case .head(let since): now - since >= patience
        case .body: asking.map { asked + (now - $0) >= patience } ?? false
        }
    }

    private mutating func beginBody() {
        phase = .body
        (bytes, asked) = (0, .nanoseconds(0))
    }
}
