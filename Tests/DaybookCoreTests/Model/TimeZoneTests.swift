import Testing

@testable import DaybookCore

@Suite struct TimeZoneTests {
    /// Central European time in 2026: +1 h, from 29 March 01:00 UTC +2 h, from 25 October 01:00 UTC +1 h.
    private let berlin = TimeZone(compact: "60;1774746000000:120,1792890000000:60")

    private func instant(_ text: String) throws -> Instant { try #require(Instant(rfc3339: text)) }

    private func local(_ text: String, _ zone: TimeZone?) throws -> String {
        let zone = try #require(zone)
        let moment = try instant(text)
        let minute = zone.minuteOfDay(at: moment)
        return "\(zone.date(at: moment)) \(minute / 60):\(minute % 60)"
    }

    @Test(
        "[T5] The day and the wall clock across both changes of summer time",
        arguments: [
            ("2026-03-29T00:59:59.999Z", "2026-03-29 1:59"), ("2026-03-29T01:00:00Z", "2026-03-29 3:0"),
            ("2026-10-25T00:59:00Z", "2026-10-25 2:59"), ("2026-10-25T01:00:00Z", "2026-10-25 2:0"),
            ("2026-07-01T22:00:00Z", "2026-07-02 0:0"), ("2026-01-01T22:59:00Z", "2026-01-01 23:59"),
        ]
    )
    func wallClock(moment: String, shown: String) throws {
        #expect(try local(moment, berlin) == shown)
    }

    @Test("[T6] A wall time in the gap is as far after its start as was asked; of two equal ones it is the first")
    func gapAndOverlap() throws {
        let zone = try #require(berlin)
        let spring = try #require(CivilDate("2026-03-29"))
        let autumn = try #require(CivilDate("2026-10-25"))
        #expect(zone.instant(on: spring, minuteOfDay: 119) == (try instant("2026-03-29T00:59:00Z")))
        // 02:30 does not exist; half an hour after the gap's start at 02:00 the clock shows 03:30.
        #expect(zone.instant(on: spring, minuteOfDay: 150) == (try instant("2026-03-29T01:30:00Z")))
        #expect(zone.instant(on: spring, minuteOfDay: 180) == (try instant("2026-03-29T01:00:00Z")))
        #expect(zone.instant(on: autumn, minuteOfDay: 150) == (try instant("2026-10-25T00:30:00Z")))
        #expect(zone.instant(on: autumn, minuteOfDay: 180) == (try instant("2026-10-25T02:00:00Z")))
        #expect(zone.startOfDay(spring) == (try instant("2026-03-28T23:00:00Z")))
        #expect(zone.endOfDay(autumn) == (try instant("2026-10-25T22:59:00Z")))
    }

    @Test(
        "[T5] A day ends a minute before the next one, also where clocks change at midnight",
        arguments: [
            ("2026-10-28", "2026-10-28T20:59:00Z"), ("2026-10-29", "2026-10-29T21:59:00Z"),
            ("2026-10-30", "2026-10-30T21:59:00Z"), ("2026-04-23", "2026-04-23T21:59:00Z"),
            ("2026-04-24", "2026-04-24T20:59:00Z"),
        ]
    )
    func midnight(day: String, end: String) throws {
        let day = try #require(CivilDate(day))
        #expect(Places.cairo.endOfDay(day) == (try instant(end)))
        #expect(Places.cairo.date(at: Places.cairo.endOfDay(day)) == day)
    }

    @Test("[T5] A wall time that exists is shown again at its moment, in any zone")
    func roundTrip() throws {
        let zones = [
            try #require(berlin), .utc, TimeZone(initialOffset: 330), TimeZone(initialOffset: -600),
            TimeZone(
                initialOffset: 840,
                transitions: [.init(start: Instant(milliseconds: 1_774_746_000_000), offset: 780)]
            ),
            // Lord Howe Island's half hour.
            TimeZone(
                initialOffset: 660,
                transitions: [.init(start: Instant(milliseconds: 1_775_314_800_000), offset: 630)]
            ),
            // Samoa leapt over a whole day.
            TimeZone(
                initialOffset: -600,
                transitions: [.init(start: Instant(milliseconds: 1_325_239_200_000), offset: 840)]
            ),
        ]
        property(runs: 2_000) { random in
            let zone = random.pick(zones)
            let start = zone.transitions.first?.start.milliseconds ?? 1_774_746_000_000
            let moment = Instant(milliseconds: (start + random.int64(-200_000_000...200_000_000)) / 60_000 * 60_000)
            let again = zone.instant(on: zone.date(at: moment), minuteOfDay: zone.minuteOfDay(at: moment))
            try hold(zone.date(at: again), equals: zone.date(at: moment), "the day at \(moment.rfc3339)")
            try hold(zone.minuteOfDay(at: again), equals: zone.minuteOfDay(at: moment), "the time at \(moment.rfc3339)")
            try hold(again <= moment, "the first of two at \(moment.rfc3339)")
        }
    }

    @Test("A moment at the ends of Int64 has a day too: a deadline from elsewhere may be any number")
    func extremes() {
        for offset in [-840, 0, 330, 840] {
            let zone = TimeZone(initialOffset: offset)
            #expect(zone.date(at: Instant(milliseconds: .max)) == CivilDate(year: 9999, month: 12, day: 31))
            #expect(zone.date(at: Instant(milliseconds: .min)) == CivilDate(year: 0, month: 1, day: 1))
            #expect((0..<1_440).contains(zone.minuteOfDay(at: Instant(milliseconds: .max))))
            #expect((0..<1_440).contains(zone.minuteOfDay(at: Instant(milliseconds: .min))))
        }
    }

    @Test("The compact form reads back as a zone")
    func compact() {
        #expect(TimeZone(compact: "330") == TimeZone(initialOffset: 330))
        #expect(TimeZone(compact: "-600;") == TimeZone(initialOffset: -600))
        #expect(
            TimeZone(compact: "60;5:120,9:60")
                == TimeZone(
                    initialOffset: 60,
                    transitions: [
                        .init(start: Instant(milliseconds: 5), offset: 120),
                        .init(start: Instant(milliseconds: 9), offset: 60),
                    ]
                )
        )
    }

    @Test(
        "What is no compact zone is refused",
        arguments: [
            "", ";", "x", "60;5", "60;5:", "60;9:1,5:2", "60;5:1,5:2", "60;5:1;9:2", "60;a:1", "1.5", "99999999999",
            "1441", "-1441", "60;5:1441", "60;5:9223372036854775807", "9223372036854775808",
        ]
    )
    func refuses(text: String) {
        #expect(TimeZone(compact: text) == nil)
    }
}
