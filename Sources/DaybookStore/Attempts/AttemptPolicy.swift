import DaybookCore

/// The free attempts, and the waits after further ones.
///
/// Pure: the earlier attempts come in as an ``AttemptTally``, the time as a value. An attempt is counted when it
/// begins, so that many attempts at once cannot slip through. A successful attempt is given back.
public struct AttemptPolicy: Hashable, Sendable {
    /// When a tally is forgotten.
    public enum Memory: Hashable, Sendable {
        /// After this time from the first attempt of the tally. It gives a rate, such as ten attempts an hour.
        case sinceFirst(Instant.Span)
        /// After this time from the latest attempt.
        case sinceLast(Instant.Span)
    }

    /// The number of free attempts. The last of them begins the first wait, so that the next one finds it.
    public let free: Int
    /// The wait that the last free attempt begins. Each later attempt doubles it.
    public let firstWait: Instant.Span
    /// The longest wait.
    public let longestWait: Instant.Span
    /// When a tally is forgotten.
    public let memory: Memory

    /// A policy. `free` must be above zero, and the waits too.
    public init(free: Int, firstWait: Instant.Span, longestWait: Instant.Span, memory: Memory) {
        precondition(free > 0, "a policy that allows no attempt would never let anybody in")
        precondition(firstWait.milliseconds > 0 && longestWait.milliseconds >= firstWait.milliseconds, "waits grow")
        self.free = free
        self.firstWait = firstWait
        self.longestWait = longestWait
        self.memory = memory
    }

    /// How far a tally may lie in the future. A tally further ahead comes from a clock that has been corrected since.
    private static let clockSlack = Instant.Span.minutes(1)

    /// The milliseconds until another attempt is allowed; 0 when it is allowed now.
    public func wait(after tally: AttemptTally?, at now: Instant) -> Int64 {
        guard let tally, let blockedUntil = tally.blockedUntil, !isFromTheFuture(tally, now) else { return 0 }
        return max(0, blockedUntil.milliseconds - now.milliseconds)
    }

    /// The tally with one more attempt.
    public func counting(_ tally: AttemptTally?, at now: Instant) -> AttemptTally {
        var next = AttemptTally(count: 0, first: now, last: now)
        next.succeededAt = tally?.succeededAt
        if let tally, !isForgotten(tally, at: now) {
            next.count = tally.count
            next.first = tally.first
            next.last = max(tally.last, now)
        }
        next.count += 1
        if next.count >= free { next.blockedUntil = now.advanced(by: waitBegun(by: next.count)) }
        return next
    }

    /// The tally without an attempt that was counted and succeeded.
    public func uncounting(_ tally: AttemptTally) -> AttemptTally {
        var next = tally
        next.count = max(0, tally.count - 1)
        if next.count < free { next.blockedUntil = nil }
        return next
    }

    /// When a tally has no effect any more and can be deleted.
    public func expiry(of tally: AttemptTally) -> Instant {
        var moments = [tally.blockedUntil, tally.knownUntil].compactMap { $0 }
        if tally.count > 0 { moments.append(forgottenAt(tally)) }
        return moments.max() ?? tally.last
    }

    // MARK: - Arithmetic

    private func waitBegun(by count: Int) -> Instant.Span {
        let doublings = count - free
        // With more doublings, every first wait exceeds every longest wait, and the shift would overflow.
        guard doublings < 32 else { return longestWait }
        let wait = firstWait.milliseconds.multipliedReportingOverflow(by: 1 << Int64(doublings))
        return .milliseconds(
            wait.overflow ? longestWait.milliseconds : min(wait.partialValue, longestWait.milliseconds)
        )
    }

    private func isForgotten(_ tally: AttemptTally, at now: Instant) -> Bool {
        now >= forgottenAt(tally) || isFromTheFuture(tally, now)
    }

    private func forgottenAt(_ tally: AttemptTally) -> Instant {
        switch memory {
        case .sinceFirst(let span): tally.first.advanced(by: span)
        case .sinceLast(let span): tally.last.advanced(by: span)
        }
    }

    private func isFromTheFuture(_ tally: AttemptTally, _ now: Instant) -> Bool {
        tally.last > now.advanced(by: Self.clockSlack)
    }
}
