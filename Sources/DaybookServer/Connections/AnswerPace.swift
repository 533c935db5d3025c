import NIOCore

/// Checks that a client takes its answers fast enough.
///
/// While bytes wait to be sent, 64 KiB of them, or all, must leave within each `timeout`; of a stream of events, which
/// sends little, any of them. The kernel takes no more bytes than it is about to send (see ``SocketOptions``), so all
/// other bytes that have left have reached the client.
///
/// Pure: the times and the counts are arguments.
struct AnswerPace {
    /// The bytes that restart the time. At 30 seconds that is 2 kB a second.
    static let leastBytes = 64 << 10

    private let timeout: TimeAmount
    private var last: (at: NIODeadline, taken: Int)?

    init(timeout: TimeAmount) {
        self.timeout = timeout
    }

    /// Checks a connection. `written` is the number of bytes written since it was opened; `waiting` of them wait to be
    /// sent. True when the client is too slow.
    mutating func isTooSlow(written: Int, waiting: Int, isStream: Bool, at now: NIODeadline) -> Bool {
        guard waiting > 0 else {
            last = nil
            return false
        }
        let taken = written - waiting
        guard let last, taken - last.taken < (isStream ? 1 : Self.leastBytes) else {
            self.last = (now, taken)
            return false
        }
        return now - last.at >= timeout
    }
}
