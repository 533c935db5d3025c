import TestSupport
import Testing

@testable import DaybookCore

@Suite("What a search for the next day costs") struct RecurrenceCostTests {
    /// Every ordinal of Sunday that a year may have: `1SU,…,37SU,-1SU,…,-37SU`.
    private static let sundays =
        (1...37).map { "\($0)SU" }.joined(separator: ",") + ","
        + (1...37).map { "-\($0)SU" }.joined(separator: ",")

    @Test(
        "[T13] A rule that never comes is found out by looking at each sort of its periods once",
        arguments: [
            "FREQ=YEARLY;BYSETPOS=366;BYDAY=\(sundays)", "FREQ=YEARLY;BYSETPOS=-366;BYDAY=\(sundays)",
            "FREQ=YEARLY;INTERVAL=7;BYSETPOS=200;BYDAY=\(sundays)",
            "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=YEARLY;BYMONTH=4,6,9,11;BYMONTHDAY=31,-31",
            "FREQ=MONTHLY;BYDAY=1MO,2MO,3MO,4MO,5MO,-1MO,-2MO,-3MO,-4MO,-5MO;BYSETPOS=6",
            "FREQ=MONTHLY;INTERVAL=12;BYMONTH=2;BYMONTHDAY=30,31", "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=366",
        ]
    )
    func hostile(text: String) throws {
        let rule = try #require(RecurrenceRule(rfc5545: text))
        for start in ["2026-02-28", "2000-01-01", "1999-12-31"] {
            let start = try #require(CivilDate(start))
            let found = rule.search(after: start, from: start)
            #expect(found.day == nil)
            #expect(found.steps <= 14 * 366)
        }
    }

    @Test("[T13] No rule makes a search judge more days than the bound and one period more, and it finds the same day")
    func bounded() throws {
        for seed in Seeds.runs(1_000) {
            var random = SplitMix64(seed: seed)
            let rule = try #require(RecurrenceRule.hostile(&random).ending(.never))
            let start = CivilDate(daysSince1970: Int.random(in: 0...40_000, using: &random))
            let day = CivilDate(daysSince1970: start.daysSince1970 + Int.random(in: 0...3_000, using: &random))
            let found = rule.search(after: day, from: start)
            #expect(found.steps <= RecurrenceRule.searchDays + 366, "\(seed.asSeed) \(rule.rfc5545)")
            let slow = PeriodScan.next(rule, after: day, from: start, periods: 1)
            if let expected = slow.day {
                #expect(found.day == expected, "\(seed.asSeed) \(rule.rfc5545) after \(day) from \(start)")
            } else if let late = found.day {
                #expect(late >= slow.lookedTo, "\(seed.asSeed) \(rule.rfc5545) after \(day) from \(start)")
            }
        }
    }

    @Test(
        "[T13] What comes once in many years is found, however rare",
        arguments: [
            // A Monday on 29 February, over the year 2100 that has none.
            ("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO", "2072-03-01"),
            ("FREQ=YEARLY;INTERVAL=100;BYMONTH=2;BYMONTHDAY=29", "2000-02-29"),
            ("FREQ=MONTHLY;INTERVAL=999;BYMONTHDAY=29;BYMONTH=2", "2000-02-29"),
            ("FREQ=WEEKLY;INTERVAL=999;BYMONTH=2;BYDAY=TU", "2000-02-29"),
        ]
    )
    func rare(text: String, start: String) throws {
        let rule = try #require(RecurrenceRule(rfc5545: text))
        let start = try #require(CivilDate(start))
        let found = try #require(rule.next(after: start, from: start))
        #expect(found == PeriodScan.next(rule, after: start, from: start, periods: 20_000).day)
    }

    @Test(
        "[T13] A rule with longer lists than anybody has a use for is refused when it is set, and followed when it is there"
    )
    func overlong() throws {
        let long = try #require(RecurrenceRule(rfc5545: "FREQ=YEARLY;BYDAY=\(Self.sundays)"))
        #expect(!long.isReasonable)
        let start = try #require(CivilDate("2026-01-01"))
        #expect(long.next(after: start, from: start)?.description == "2026-01-04")
        let every = (1...31).map { "\($0),-\($0)" }.joined(separator: ",")
        #expect(try #require(RecurrenceRule(rfc5545: "FREQ=MONTHLY;BYMONTHDAY=\(every)")).isReasonable)
        let stamp = Stamp(wall: Instant(milliseconds: 5), counter: 0, device: 1)
        let fields = [
            Record.Field("title", .string("a"), stamp), Record.Field("repeat", .string(long.rfc5545), stamp),
        ]
        let change = Record(
            kind: .todo,
            id: UUID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0001),
            fields: fields
        )
        #expect(Rules.standard.violations(of: change, existing: nil) == [Rules.overlongRule])
        #expect(Rules.standard.violations(of: change, existing: change) == [])
    }
}

extension RecurrenceRule {
    /// Any rule, with short lists or with such as nobody would write.
    static func hostile(_ random: inout SplitMix64) -> RecurrenceRule {
        while true {
            if let rule = maybeHostile(&random) { return rule }
        }
    }

    private static func maybeHostile(_ random: inout SplitMix64) -> RecurrenceRule? {
        let frequency = Frequency(rawValue: Int.random(in: 0...3, using: &random)) ?? .daily
        func some(_ range: ClosedRange<Int>, _ random: inout SplitMix64) -> [Int] {
            let count = [0, 0, 1, 2, 5, 40].randomElement(using: &random) ?? 0
            return (0..<count).map { _ in Int.random(in: range, using: &random) }
        }
        let months = some(1...12, &random)
        let widest = frequency == .monthly || !months.isEmpty ? 5 : 53
        let ordinals = frequency.rawValue < 2 ? 0...0 : -widest...widest
        return RecurrenceRule(
            frequency,
            interval: [1, 1, 2, 7, 12, 400, 999].randomElement(using: &random) ?? 1,
            months: months,
            monthDays: frequency == .weekly ? [] : some(-31...31, &random),
            weekdays: some(0...6, &random).map { Weekday($0, ordinal: Int.random(in: ordinals, using: &random)) },
            setPositions: some(-366...366, &random),
            weekStart: Int.random(in: 0...6, using: &random)
        )
    }
}
