import Testing

@testable import DaybookCore

@Suite struct ClockTests {
    private func clock(seen stamp: Stamp? = nil) -> Clock { Clock(device: 7, last: stamp) }

    @Test("[S2] A stamp bears the wall time, and counts within a millisecond")
    func counts() {
        var clock = clock()
        let now = Instant(milliseconds: 1_000)
        #expect(clock.next(now: now) == Stamp(wall: now, counter: 0, device: 7))
        #expect(clock.next(now: now) == Stamp(wall: now, counter: 1, device: 7))
        #expect(clock.next(now: Instant(milliseconds: 900)) == Stamp(wall: now, counter: 2, device: 7))
        #expect(
            clock.next(now: Instant(milliseconds: 1_001))
                == Stamp(wall: Instant(milliseconds: 1_001), counter: 0, device: 7)
        )
    }

    @Test("[S2] A counter that runs over carries into the wall time")
    func overflow() {
        var clock = clock(seen: Stamp(wall: Instant(milliseconds: 1_000), counter: .max, device: 9))
        let stamp = clock.next(now: Instant(milliseconds: 5))
        #expect(stamp == Stamp(wall: Instant(milliseconds: 1_001), counter: 0, device: 7))
    }

    @Test("[S2] Each stamp is greater than all made and seen, whatever the wall clock does")
    func monotonic() {
        property(runs: 300) { random in
            var clock = Clock(device: random.next(), last: random.oneIn(2) ? nil : random.stamp())
            var greatest: Stamp?
            for _ in 0..<60 {
                if random.oneIn(3) {
                    // Up to a day ahead of or behind everybody, from a device with any number.
                    let seen = Stamp(
                        wall: Instant(milliseconds: 1_763_700_000_000 + random.int64(-86_400_000...86_400_000)),
                        counter: random.oneIn(3) ? .max : 0,
                        device: random.next()
                    )
                    clock.observe(seen)
                    greatest = max(greatest ?? seen, seen)
                } else {
                    let now = Instant(milliseconds: 1_763_700_000_000 + random.int64(-7_200_000...7_200_000))
                    let stamp = clock.next(now: now)
                    try hold(greatest.map { $0 < stamp } ?? true, "\(stamp) after \(String(describing: greatest))")
                    greatest = stamp
                }
            }
        }
    }

    @Test("[S2] The ends of what a stamp holds, and of Int64, do not trap")
    func extremes() {
        var clock = clock(seen: Stamp(time: .max, device: .max))
        #expect(clock.next(now: Instant(milliseconds: .max)).wall.milliseconds == 0xFFFF_FFFF_FFFF)
        clock = Clock(device: 7)
        #expect(clock.next(now: Instant(milliseconds: .min)).wall.milliseconds == 0)
        clock.correct(by: .max, kept: nil)
        _ = clock.next(now: Instant(milliseconds: .max))
        clock.correct(by: .min, kept: nil)
        _ = clock.next(now: Instant(milliseconds: .min))
        _ = clock.next(now: Instant(milliseconds: .max))
    }

    @Test("[S2] Corrected by a server's time, a clock goes on from there and stays above what came from elsewhere")
    func correct() {
        let day: Int64 = 86_400_000
        var clock = clock()
        let local = Instant(milliseconds: 10 * day)
        let wrong = clock.next(now: local)
        clock.correct(by: -day, kept: nil)
        let right = clock.next(now: local)
        #expect(right < wrong)
        #expect(right.wall == Instant(milliseconds: 9 * day))
        let seen = Stamp(wall: Instant(milliseconds: 9 * day + 60_000), counter: 3, device: 99)
        clock.observe(seen)
        clock.correct(by: -day, kept: right)
        #expect(seen < clock.next(now: local))
    }
}
