import TestSupport
import Testing

@testable import DaybookServer

@Suite("Rest for callers that use much of the server's time")
struct TimeDebtsTests {
    private static let settings = TimeDebts<Int>.Settings(
        burst: .milliseconds(50),
        light: 0.1,
        share: 0.5,
        least: 0.02,
        most: .milliseconds(250),
        attention: .milliseconds(500),
        longest: .seconds(5)
    )

    /// Callers of which each makes one call after another, as soon as it may, beside caller 0, which makes a call of a
    /// millisecond each twenty milliseconds. Returns the time that each has used.
    private func simulate(calls costs: [Duration], seconds: Int, isQuiet: Bool = false) -> (
        used: [Duration], rested: Bool
    ) {
        var debts = TimeDebts<Int>(Self.settings)
        var used = [Duration](repeating: .zero, count: costs.count + 1)
        // When each caller asks for its next call, or ends the present one.
        var next = [(time: Duration, isEnd: Bool)](repeating: (.zero, false), count: costs.count + 1)
        var didLightRest = false
        if isQuiet { next[0].time = .seconds(seconds + 1) }
        while let caller = next.indices.min(by: { next[$0].time < next[$1].time }),
            next[caller].time < .seconds(seconds)
        {
            let (now, isEnd) = next[caller]
            let cost = caller == 0 ? .milliseconds(1) : costs[caller - 1]
            if isEnd {
                debts.charge(caller, cost, at: now)
                used[caller] += cost
                next[caller] = (caller == 0 ? now + .milliseconds(19) : now, false)
            } else {
                let rest = debts.rest(of: caller, at: now)
                if caller == 0, rest > .zero { didLightRest = true }
                next[caller] = (now + rest + cost, true)
            }
        }
        return (used, didLightRest)
    }

    @Test("who uses little never rests, and what others use together stays within their share")
    func share() {
        let costs: [Duration] = [1, 1, 2, 3, 5, 8, 13, 21, 34, 55].map { .milliseconds($0) }
        let (used, didLightRest) = simulate(calls: costs, seconds: 60)
        #expect(!didLightRest)
        let all = used[1...].reduce(.zero, +)
        // Half a core for a minute, and what each may use before it rests.
        #expect(all < .seconds(30) + .milliseconds(300) * costs.count && all > .seconds(24))
        let (least, most) = (used[1...].min()!, used[1...].max()!)
        #expect(most < least * 1.3, "\(used)")
    }

    @Test("one that uses much has the whole share, and rests only while others are active")
    func one() {
        // Half a core while it rests: two milliseconds for each that a call took.
        let used = simulate(calls: [.milliseconds(10)], seconds: 20).used[1]
        #expect(used > .seconds(6.5) && used < .seconds(7.5))
        #expect(simulate(calls: [.milliseconds(10)], seconds: 20, isQuiet: true).used[1] > .seconds(19.5))
    }

    @Test("a burst makes nobody rest, and is paid back in time")
    func burst() {
        var debts = TimeDebts<Int>(Self.settings)
        #expect(debts.rest(of: 0, at: .zero) == .zero)
        debts.charge(1, .milliseconds(50), at: .milliseconds(1))
        #expect(debts.rest(of: 1, at: .milliseconds(1)) == .zero)
        debts.charge(1, .milliseconds(100), at: .milliseconds(1))
        #expect(debts.rest(of: 1, at: .milliseconds(1)) == .milliseconds(200))
        // Nobody else has called for a while.
        #expect(debts.rest(of: 1, at: .milliseconds(502)) == .zero)
        #expect(debts.debt(of: 1, at: .milliseconds(101)) == .milliseconds(100))
        #expect(debts.debt(of: 1, at: .milliseconds(301)) == .milliseconds(40))
        #expect(debts.debt(of: 1, at: .milliseconds(701)) == .zero)
    }

    @Test("callers that become heavy at the same moment do not make each other rest")
    func together() {
        var debts = TimeDebts<Int>(Self.settings)
        for caller in 1...8 { #expect(debts.rest(of: caller, at: .zero) == .zero) }
        for caller in 1...8 { debts.charge(caller, .milliseconds(100), at: .milliseconds(100)) }
        // The first ones still see others that have not asked again.
        for caller in 1...8 { _ = debts.rest(of: caller, at: .milliseconds(101)) }
        for caller in 1...8 { #expect(debts.rest(of: caller, at: .milliseconds(102)) == .zero) }
    }

    @Test("callers that use as much as each other do not make each other rest, whenever they began", arguments: 0..<8)
    func equals(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var debts = TimeDebts<Int>(Self.settings)
        // Each makes a change every half second, which costs it some 60 ms.
        var calls = [(time: Duration, caller: Int)]()
        for caller in 1...4 {
            let start = Duration.milliseconds(Int.random(in: 0..<500, using: &random))
            calls += (0..<60).map { (start + .milliseconds(500) * $0, caller) }
        }
        var rested = Duration.zero
        for (time, caller) in calls.sorted(by: { $0 < $1 }) {
            rested += debts.rest(of: caller, at: time)
            debts.charge(caller, .milliseconds(Int.random(in: 40...80, using: &random)), at: time)
        }
        #expect(rested < .seconds(1), "seed \(seed)")
    }

    @Test("a debt and a rest have bounds, and who owes nothing is forgotten")
    func bounds() {
        var debts = TimeDebts<Int>(Self.settings)
        for caller in 1...100 { debts.charge(caller, .seconds(100), at: .seconds(1)) }
        #expect(debts.debt(of: 1, at: .seconds(1)) == .milliseconds(250))
        // Now they are counted: each drains at a fiftieth of a core.
        debts.charge(101, .seconds(1), at: .seconds(1.2))
        _ = debts.rest(of: 0, at: .seconds(1.2))
        #expect(debts.rest(of: 101, at: .seconds(1.2)) == .seconds(5))
        for second in 60...61 { debts.charge(1, .zero, at: .seconds(second)) }
        #expect(debts.count == 0)
    }

    @Test(
        "whatever happens: no debt is negative or above the bound, and nobody rests for longer than the longest rest",
        arguments: 0..<20
    )
    func anything(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var (debts, now) = (TimeDebts<Int>(Self.settings), Duration.zero)
        for _ in 0..<1_000 {
            now += .microseconds(Int.random(in: 0...200_000, using: &random))
            let caller = Int.random(in: 0..<8, using: &random)
            if Bool.random(using: &random) {
                debts.charge(caller, .microseconds(Int.random(in: 0...900_000, using: &random)), at: now)
            }
            #expect((.zero ... .seconds(5)).contains(debts.rest(of: caller, at: now)), "seed \(seed)")
            #expect((.zero ... .milliseconds(250)).contains(debts.debt(of: caller, at: now)), "seed \(seed)")
        }
    }
}
