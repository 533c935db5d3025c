import DaybookCore

/// The decisions about attempts inside one transaction, for every storage: look, decide, count, give back.
///
/// Pure except for the tallies, which the caller reads and writes. All implementations share it, so their decisions
/// cannot differ.
enum AttemptWriter {
    /// A tally to write.
    struct Update: Equatable {
        let key: AttemptKey
        let tally: AttemptTally
        /// When the tally has no effect any more.
        let expires: Instant
        /// Whether the tally is about one person. Such a tally belongs to the attempt's account, if there is one.
        let isPersonal: Bool

        init(_ counter: Attempt.Counter, _ tally: AttemptTally, isPersonal: Bool = false) {
            key = counter.key
            self.tally = tally
            expires = counter.policy.expiry(of: tally)
            self.isPersonal = isPersonal
        }
    }

    /// The result of an attempt.
    enum Judgement {
        case blocked(milliseconds: Int64)
        /// `beganWait` is true when the place, or all strangers' attempts together, must wait from now on.
        case counted(place: Attempt.Counter, others: [Attempt.Counter], updates: [Update], beganWait: Bool)
    }

    /// Decides about an attempt: blocked if one of its counters must wait, otherwise counted under all of its counters.
    static func judge(
        _ attempt: Attempt,
        at now: Instant,
        tally: (AttemptKey) throws -> AttemptTally?
    ) rethrows -> Judgement {
        let (place, others) = try counters(of: attempt, at: now, tally)
        let personal = Set([place] + attempt.whenStrange)
        var wait: Int64 = 0
        var updates: [Update] = []
        for counter in [place] + others {
            let before = try tally(counter.key)
            wait = max(wait, counter.policy.wait(after: before, at: now))
            let tally = counter.policy.counting(before, at: now)
            updates.append(Update(counter, tally, isPersonal: personal.contains(counter)))
        }
        if wait > 0 { return .blocked(milliseconds: wait) }
        let beganWait = updates.contains { $0.isPersonal && $0.tally.blockedUntil != nil }
        return .counted(place: place, others: others, updates: updates, beganWait: beganWait)
    }

    private static func counters(
        of attempt: Attempt,
        at now: Instant,
        _ tally: (AttemptKey) throws -> AttemptTally?
    ) rethrows -> (place: Attempt.Counter, others: [Attempt.Counter]) {
        if let device = attempt.device, try tally(device.key)?.isKnown(at: now) == true { return (device, []) }
        let isKnown = try tally(attempt.place.key)?.isKnown(at: now) ?? false
        return (attempt.place, (isKnown ? [] : attempt.whenStrange) + attempt.always)
    }

    /// The tallies after a success: the count of known places becomes zero, and the others get one attempt back.
    static func tallies(
        after success: AttemptSuccess,
        tally: (AttemptKey) throws -> AttemptTally?
    ) rethrows -> [Update] {
        let known = (success.attempt.map { [$0.place] } ?? []) + success.places
        let tallied = AttemptTally(succeededAt: success.at)
        return try known.map { Update($0, tallied, isPersonal: true) }
            + uncount(success.attempt?.others ?? [], tally: tally)
    }

    private static func uncount(
        _ counters: [Attempt.Counter],
        tally: (AttemptKey) throws -> AttemptTally?
    ) rethrows -> [Update] {
        try counters.compactMap { counter in
            try tally(counter.key).map { Update(counter, counter.policy.uncounting($0)) }
        }
    }
}
