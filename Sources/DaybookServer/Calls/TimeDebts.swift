import Foundation

/// The time of the server that each caller has used and not yet paid back, and how long a caller with a large debt rests
/// before its next call.
///
/// This is a leaky bucket for each caller (ITU-T I.371, appendix A). The time of a call fills it, and it drains with time.
/// A caller whose debt is above ``Settings/burst`` rests until it has drained that far, but only while a caller with a
/// small debt is active, since nobody else would notice otherwise. Up to the burst a debt drains at ``Settings/light``, so
/// that whoever uses less never rests. Above it the callers share ``Settings/share`` equally.
///
/// A pure value without threads or clocks.
struct TimeDebts<Caller: Hashable & Sendable>: Sendable {
    struct Settings: Equatable, Sendable {
        /// Debts up to this make no caller rest.
        var burst: Duration
        /// What a caller may use for any time, in cores.
        var light: Double
        /// What all callers that rest use together, in cores.
        var share: Double
        /// What each of them uses at least, in cores, however many they are.
        var least: Double
        /// No debt is larger.
        var most: Duration
        /// For so long after a call of a caller with a small debt, those with large debts rest.
        var attention: Duration
        /// No rest is longer.
        var longest: Duration
    }

    private struct Debt {
        var time: Duration
        /// When it was last counted.
        var date: Duration
    }

    /// A debt is small below the burst divided by this. Above, and up to the burst, a caller neither rests nor makes others
    /// rest. Otherwise callers that use as much as each other would take turns at resting, because whoever has just rested
    /// owes less than the others.
    private static var lightPart: Int { 8 }

    private let settings: Settings
    private var debts: [Caller: Debt] = [:]
    /// The number of callers with large debts, as of ``countedAt``.
    private var debtors = 0
    private var countedAt: Duration?
    /// The last calls of callers with small debts. Who has a large debt since then is not among them.
    private var light: [Caller: Duration] = [:]

    init(_ settings: Settings) { self.settings = settings }

    /// The number of callers with debts.
    var count: Int { debts.count }

    /// How long a caller has to rest before the call that it makes now. Zero for most.
    mutating func rest(of caller: Caller, at now: Duration) -> Duration {
        let debt = debt(of: caller, at: now)
        if debt < settings.burst / Self.lightPart {
            light[caller] = now
            return .zero
        }
        light[caller] = nil
        let isNoticed = debt > settings.burst && light.values.contains { now - $0 < settings.attention }
        guard isNoticed else { return .zero }
        return min((debt - settings.burst) / rate, settings.longest)
    }

    /// Adds the time of work to a caller's debts.
    mutating func charge(_ caller: Caller, _ time: Duration, at now: Duration) {
        debts[caller] = Debt(time: min(debt(of: caller, at: now) + time, settings.most), date: now)
        if now - (countedAt ?? .zero) > .milliseconds(100) || countedAt == nil { recount(now) }
    }

    /// What a caller has used and not yet paid back.
    func debt(of caller: Caller, at now: Duration) -> Duration {
        debts[caller].map { left(of: $0, at: now) } ?? .zero
    }

    private func left(of debt: Debt, at now: Duration) -> Duration {
        let time = now - debt.date
        let above = max(.zero, debt.time - settings.burst)
        let timeAbove = above / rate
        if time < timeAbove { return debt.time - time * rate }
        return max(.zero, debt.time - above - (time - timeAbove) * settings.light)
    }

    /// The rate at which a debt above the burst drains, in cores.
    private var rate: Double { max(settings.share / Double(max(1, debtors)), settings.least) }

    /// Counts the callers with large debts, and forgets those without any. The debts are counted at the rate that was in
    /// force until now.
    private mutating func recount(_ now: Duration) {
        debts = debts.compactMapValues { debt in
            let left = left(of: debt, at: now)
            return left > .zero ? Debt(time: left, date: now) : nil
        }
        debtors = debts.values.count { $0.time >= settings.burst / 2 }
        light = light.filter { now - $0.value < settings.attention }
        countedAt = now
    }
}
