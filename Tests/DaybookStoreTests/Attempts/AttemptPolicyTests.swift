import DaybookCore
import DaybookStore
import Testing

@Suite("[A8] How long one waits after wrong passwords")
struct AttemptPolicyTests {
    /// The tally after a number of attempts, each as soon as it is allowed.
    private func tally(_ policy: AttemptPolicy, _ count: Int) -> (AttemptTally?, waits: [Int64]) {
        var tally: AttemptTally?
        var now = moment()
        var waits: [Int64] = []
        for _ in 0..<count {
            let wait = policy.wait(after: tally, at: now)
            waits.append(wait)
            now = now.advanced(by: .milliseconds(wait))
            tally = policy.counting(tally, at: now)
        }
        return (tally, waits)
    }

    @Test("some are free, then each wait doubles, up to the longest")
    func waits() {
        #expect(tally(.place, 8).waits == [0, 0, 0, 60_000, 120_000, 240_000, 300_000, 300_000])
        let seconds: [Int64] = [0, 0, 0, 0, 0, 0, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]
        #expect(tally(.address, 14).waits == seconds)
    }

    @Test("after the wait one attempt is looked at, not as many as were free")
    func oneAfterTheWait() throws {
        let policy = AttemptPolicy.place
        var (tally, _) = tally(policy, 3)
        #expect(policy.wait(after: tally, at: moment(59_999)) == 1)
        #expect(policy.wait(after: tally, at: moment(60_000)) == 0)
        tally = policy.counting(tally, at: moment(60_000))
        #expect(policy.wait(after: tally, at: moment(60_000)) == 120_000)
    }

    @Test("a tally is forgotten a while after its latest attempt, or after its first")
    func forgotten() {
        let late = policyCount(.place, after: .days(1))
        #expect(late == 1)
        #expect(policyCount(.place, after: .milliseconds(Instant.Span.days(1).milliseconds - 1)) == 3)
        // Six attempts an hour: the window does not grow with each attempt.
        let policy = AttemptPolicy.address
        var tally: AttemptTally?
        for minute: Int64 in [0, 20, 40, 59] { tally = policy.counting(tally, at: moment(minute * 60_000)) }
        #expect(tally?.count == 4)
        #expect(policy.counting(tally, at: moment(60 * 60_000)).count == 1)
    }

    private func policyCount(_ policy: AttemptPolicy, after span: Instant.Span) -> Int {
        let two = policy.counting(policy.counting(nil, at: moment()), at: moment())
        return policy.counting(two, at: moment().advanced(by: span)).count
    }

    @Test("an attempt given back takes its wait along, and never counts below nothing")
    func givenBack() {
        let policy = AttemptPolicy.place
        let three = tally(policy, 3).0
        let two = three.map { policy.uncounting($0) }
        #expect(two?.count == 2 && two?.blockedUntil == nil)
        let none = AttemptTally(succeededAt: moment())
        #expect(policy.uncounting(none) == none)
    }

    @Test("attempts that a wrong clock put into the future block no sign-in once the clock is right")
    func wrongClock() {
        let policy = AttemptPolicy.place
        var tally = tally(policy, 4).0
        tally?.succeededAt = moment()
        let before = moment().advanced(by: -.days(300))
        #expect(policy.wait(after: tally, at: before) == 0)
        let next = policy.counting(tally, at: before)
        #expect(next.count == 1 && next.last == before && next.succeededAt == moment())
    }

    @Test("a place is known for ninety days after somebody signed in there, whatever was wrong since")
    func known() {
        let policy = AttemptPolicy.place
        var tally = AttemptTally(succeededAt: moment())
        #expect(tally.isKnown(at: moment()))
        for _ in 0..<9 { tally = policy.counting(tally, at: moment(1)) }
        #expect(tally.isKnown(at: moment().advanced(by: .milliseconds(Instant.Span.days(90).milliseconds - 1))))
        #expect(!tally.isKnown(at: moment().advanced(by: .days(90))))
        #expect(policy.expiry(of: tally) == moment().advanced(by: .days(90)))
    }

    @Test("a tally goes when it has no effect any more")
    func expiry() {
        let policy = AttemptPolicy.place
        let one = policy.counting(nil, at: moment())
        #expect(policy.expiry(of: one) == moment().advanced(by: .days(1)))
        #expect(policy.expiry(of: policy.uncounting(one)) == moment())
        // A wait may end later than the window of its attempts.
        let address = AttemptPolicy(
            free: 1,
            firstWait: .hours(2),
            longestWait: .hours(2),
            memory: .sinceFirst(.hours(1))
        )
        #expect(address.expiry(of: address.counting(nil, at: moment())) == moment().advanced(by: .hours(2)))
    }

    @Test("no number of attempts overflows")
    func overflow() {
        var tally = AttemptTally(count: .max - 1, first: moment(), last: moment())
        tally = AttemptPolicy.place.counting(tally, at: moment(1))
        #expect(AttemptPolicy.place.wait(after: tally, at: moment(1)) == 300_000)
    }
}
