import Testing

@testable import DaybookCore

@Suite struct InstantTests {
    @Test(
        "A moment reads from RFC 3339 and writes in UTC with milliseconds",
        arguments: [
            ("1970-01-01T00:00:00.000Z", 0, "1970-01-01T00:00:00.000Z"),
            ("2026-11-22T09:00:00.000Z", 1_795_338_000_000, "2026-11-22T09:00:00.000Z"),
            ("2026-11-22T09:00:00Z", 1_795_338_000_000, "2026-11-22T09:00:00.000Z"),
            ("2026-11-22t09:00:00z", 1_795_338_000_000, "2026-11-22T09:00:00.000Z"),
            ("2026-11-22T14:30:00+05:30", 1_795_338_000_000, "2026-11-22T09:00:00.000Z"),
            ("2026-11-21T23:00:00-10:00", 1_795_338_000_000, "2026-11-22T09:00:00.000Z"),
            ("2026-11-22T09:00:00-00:00", 1_795_338_000_000, "2026-11-22T09:00:00.000Z"),
            ("1970-01-01T00:00:00.5Z", 500, "1970-01-01T00:00:00.500Z"),
            ("1970-01-01T00:00:00.0019999Z", 1, "1970-01-01T00:00:00.001Z"),
            ("1969-12-31T23:59:59.999Z", -1, "1969-12-31T23:59:59.999Z"),
            ("2000-02-29T12:00:00Z", 951_825_600_000, "2000-02-29T12:00:00.000Z"),
            ("0000-01-01T00:00:00Z", -62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
            ("9999-12-31T23:59:59.999Z", 253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
            ("1985-04-12T23:20:50.52Z", 482_196_050_520, "1985-04-12T23:20:50.520Z"),
            ("1996-12-19T16:39:57-08:00", 851_042_397_000, "1996-12-20T00:39:57.000Z"),
        ] as [(String, Int64, String)]
    )
    func readsAndWrites(text: String, milliseconds: Int64, written: String) {
        #expect(Instant(rfc3339: text)?.milliseconds == milliseconds)
        #expect(Instant(milliseconds: milliseconds).rfc3339 == written)
    }

    @Test(
        "What is no RFC 3339 moment is refused",
        arguments: [
            "", "2026", "2026-11-22", "2026-11-22T09:00:00", "2026-11-22 09:00:00Z", "2026-11-22T9:00:00Z",
            "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z",
            "2026-04-31T00:00:00Z", "2026-11-00T00:00:00Z", "2026-11-22T24:00:00Z", "2026-11-22T23:60:00Z",
            "1990-12-31T23:59:60Z", "2026-11-22T09:00:00.Z", "2026-11-22T09:00:00+5:30", "2026-11-22T09:00:00+0530",
            "2026-11-22T09:00:00+24:00", "2026-11-22T09:00:00+05:60", "2026-11-22T09:00:00Zz", " 2026-11-22T09:00:00Z",
            "+026-11-22T09:00:00Z", "２026-11-22T09:00:00Z", "2026-11-22T09:00:00.000Z\u{0}", "-001-11-22T09:00:00Z",
        ]
    )
    func refuses(text: String) {
        #expect(Instant(rfc3339: text) == nil)
    }

    @Test("Every moment that can be written reads back")
    func roundTrip() {
        property(runs: 2_000) { random in
            let instant = Instant(milliseconds: random.int64(-62_167_219_200_000...253_402_300_799_999))
            try hold(Instant(rfc3339: instant.rfc3339), equals: instant, instant.rfc3339)
        }
    }

    @Test("A moment outside the years 0 to 9999 is written as the nearest that can be")
    func clamps() {
        #expect(Instant(milliseconds: .max).rfc3339 == "9999-12-31T23:59:59.999Z")
        #expect(Instant(milliseconds: .min).rfc3339 == "0000-01-01T00:00:00.000Z")
    }

    @Test("Moving a moment stops at the ends of time")
    func advanced() {
        #expect(Instant(milliseconds: 5).advanced(by: .days(-1)) == Instant(milliseconds: -86_399_995))
        #expect(Instant(milliseconds: .max).advanced(by: .minutes(1)) == Instant(milliseconds: .max))
        #expect(Instant(milliseconds: .min).advanced(by: -.hours(1)) == Instant(milliseconds: .min))
        #expect(Instant(milliseconds: .max).advanced(by: -.seconds(1)) == Instant(milliseconds: .max - 1_000))
    }
}
