import NIOCore

/// Whether a client takes its answers at a sensible pace.
///
/// While bytes wait to be sent, 64 KiB of them or all must go within each `patience`; of a stream of events, which says
/// little, any of them. The kernel takes no more than it is about to send (see ``SocketOptions``), so what has gone has
/// reached the client but for that.
///
/// Pure: the times and the counts come in.
struct AnswerPace {
    /// The bytes that start the time again. At 30 seconds that is 2 kB a second.
    static let leastBytes = 64 << 10

    private let patience: TimeAmount
    private var mark: (at: NIODeadline, taken: Int)?

    init(patience: TimeAmount) {
        self.patience = patience
    }

    /// Looks at a connection of which `written` bytes have been written since it was opened and `waiting` of them wait to
    /// be sent. True when the client has had its time.
    mutating func isTooSlow(written: Int, waiting: Int, isStream: Bool, at now: NIODeadline) -> Bool {
        guard waiting > 0 else {
            mark = nil
            return false
        }
        let taken = written - waiting
        guard let mark, taken - mark.taken < (isStream ? 1 : Self.leastBytes) else {
            self.mark = (now, taken)
            return false
        }
        return now - mark.at >= patience
    }
}
