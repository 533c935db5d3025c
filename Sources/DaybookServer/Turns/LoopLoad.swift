/// How much an event loop answers: whether it is busy enough to wake in turn (``ThreadPriority/wake(inTurn:)``).
///
/// A busy loop finds several events at once then, and everybody who waits is served earlier. A loop with little to do gains nothing, and
/// whoever waits for its only answer would wait for the running thread too.
struct LoopLoad: Sendable {
    /// The time over which answers are counted, at least.
    static let window = Duration.milliseconds(20)
    /// The answers of a window from which on a loop is busy: 4,000 a second. It is no longer busy below half of them.
    static let busy = 80

    /// Whether the loop is busy.
    private(set) var isBusy = false
    private var count = 0
    private var start: ContinuousClock.Instant

    /// The load of a loop that has not answered yet.
    init(at now: ContinuousClock.Instant) { start = now }

    /// Counts answers, and looks at the window when it is over. True when this has changed whether the loop is busy.
    mutating func answered(_ answers: Int, at now: ContinuousClock.Instant) -> Bool {
        count += answers
        let time = now - start
        guard time >= Self.window else { return false }
        defer { (count, start) = (0, now) }
        let least = isBusy ? Self.busy / 2 : Self.busy
        let wasBusy = isBusy
        isBusy = Self.window * count >= time * least
        return isBusy != wasBusy
    }
}
