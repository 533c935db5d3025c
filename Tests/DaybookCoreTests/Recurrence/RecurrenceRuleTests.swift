import TestSupport
import Testing

@testable import DaybookCore

@Suite struct RecurrenceRuleTests {
    @Test(
        "[T13] A rule is read in any order and case, and written in one",
        arguments: [
            ("FREQ=DAILY", "FREQ=DAILY"),
            ("freq=weekly;byday=we,mo;interval=2", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE"),
            ("INTERVAL=1;FREQ=MONTHLY;BYMONTHDAY=+15,-1,1,15", "FREQ=MONTHLY;BYMONTHDAY=1,15,-1"),
            ("FREQ=MONTHLY;BYDAY=-1FR,+2MO,SU,1MO", "FREQ=MONTHLY;BYDAY=SU,1MO,2MO,-1FR"),
            ("FREQ=YEARLY;BYMONTH=12,3;BYMONTHDAY=25", "FREQ=YEARLY;BYMONTH=3,12;BYMONTHDAY=25"),
            ("FREQ=YEARLY;BYDAY=53MO,-53MO", "FREQ=YEARLY;BYDAY=53MO,-53MO"),
            ("COUNT=999;FREQ=DAILY;INTERVAL=999", "FREQ=DAILY;INTERVAL=999;COUNT=999"),
            ("FREQ=DAILY;UNTIL=20261225", "FREQ=DAILY;UNTIL=20261225"),
            ("FREQ=WEEKLY;WKST=MO", "FREQ=WEEKLY"),
            ("FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=TU", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;WKST=SU"),
            ("FREQ=MONTHLY;BYSETPOS=-1,1;BYDAY=MO,TU,WE,TH,FR", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1,-1"),
        ]
    )
    func reads(text: String, canonical: String) throws {
        let rule = try #require(RecurrenceRule(rfc5545: text))
        #expect(rule.rfc5545 == canonical)
        #expect(RecurrenceRule(rfc5545: canonical) == rule)
    }

    @Test(
        "[T13] What is no rule, or one with parts that have no place here, is refused and not guessed",
        arguments: [
            "", ";", "FREQ", "FREQ=", "FREQ=HOURLY", "FREQ=DAILY;", ";FREQ=DAILY", "FREQ=DAILY;FREQ=DAILY",
            "INTERVAL=2", "RRULE:FREQ=DAILY", " FREQ=DAILY", "FREQ=DAILY ", "FREQ=DAıLY", "FREQ=DAILY=",
            "FREQ=DAILY;INTERVAL=0", "FREQ=DAILY;INTERVAL=-1", "FREQ=DAILY;INTERVAL=1000", "FREQ=DAILY;INTERVAL=1,2",
            "FREQ=DAILY;INTERVAL=", "FREQ=DAILY;INTERVAL=1.5", "FREQ=DAILY;INTERVAL=99999999999999999999",
            "FREQ=DAILY;COUNT=0", "FREQ=DAILY;COUNT=1000", "FREQ=DAILY;COUNT=-1", "FREQ=DAILY;COUNT=2;UNTIL=20261225",
            "FREQ=DAILY;UNTIL=2026-12-25", "FREQ=DAILY;UNTIL=20261225T000000Z", "FREQ=DAILY;UNTIL=20260230",
            "FREQ=DAILY;UNTIL=", "FREQ=DAILY;BYDAY=1MO", "FREQ=WEEKLY;BYDAY=1MO", "FREQ=WEEKLY;BYDAY=XX",
            "FREQ=WEEKLY;BYDAY=", "FREQ=WEEKLY;BYDAY=MO,", "FREQ=WEEKLY;BYDAY=M", "FREQ=WEEKLY;BYMONTHDAY=1",
            "FREQ=MONTHLY;BYDAY=6MO", "FREQ=MONTHLY;BYDAY=0MO", "FREQ=MONTHLY;BYDAY=+-1MO", "FREQ=MONTHLY;BYDAY=--1MO",
            "FREQ=MONTHLY;BYMONTHDAY=0", "FREQ=MONTHLY;BYMONTHDAY=32", "FREQ=MONTHLY;BYMONTHDAY=-32",
            "FREQ=YEARLY;BYMONTH=0", "FREQ=YEARLY;BYMONTH=13", "FREQ=YEARLY;BYMONTH=-1", "FREQ=YEARLY;BYDAY=54MO",
            "FREQ=YEARLY;BYMONTH=3;BYDAY=6SU", "FREQ=MONTHLY;BYSETPOS=1", "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=0",
            "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=367", "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "FREQ=YEARLY;BYYEARDAY=100",
            "FREQ=DAILY;BYHOUR=9", "FREQ=WEEKLY;WKST=", "FREQ=WEEKLY;WKST=1MO", "FREQ=DAILY;X-MINE=1",
            "FREQ=MONTHLY;RSCALE=GREGORIAN",
            "FREQ=DAILY;INTERVAL=" + String(repeating: "0", count: 500) + "1",
        ]
    )
    func refuses(text: String) {
        #expect(RecurrenceRule(rfc5545: text) == nil)
    }

    @Test("[T13] Any rule is read as it was written")
    func roundTrip() throws {
        for seed in Seeds.runs(500) {
            var random = SplitMix64(seed: seed)
            let rule = RecurrenceRule.any(&random)
            #expect(RecurrenceRule(rfc5545: rule.rfc5545) == rule, "\(seed.asSeed) \(rule.rfc5545)")
        }
    }

    @Test(
        "[T13] Any bytes and any mix of a rule's parts are read or refused, and what is read is written as it is read"
    )
    func fuzz() {
        let pieces = [
            "FREQ=", "DAILY", "WEEKLY", "MONTHLY", "YEARLY", ";", ";", ";", "=", ",", "INTERVAL=", "BYDAY=", "BYMONTH=",
            "BYMONTHDAY=", "BYSETPOS=", "WKST=", "UNTIL=", "COUNT=", "MO", "-1FR", "5TU", "1", "12", "31", "-1", "999",
            "20261225", "é", "\u{0}", "T000000Z", "0",
        ]
        for seed in Seeds.cases(usual: 3_000) {
            var random = SplitMix64(seed: seed)
            var text = Bool.random(using: &random) ? "FREQ=DAILY;" : "FREQ=MONTHLY;"
            for _ in 0..<Int.random(in: 0...8, using: &random) {
                text += pieces[Int.random(in: 0..<pieces.count, using: &random)]
            }
            guard let rule = RecurrenceRule(rfc5545: text) else { continue }
            #expect(RecurrenceRule(rfc5545: rule.rfc5545) == rule, "\(seed.asSeed) \(text)")
        }
    }

    @Test("[T13] The days of any rule are those that a search day by day finds")
    func agreesWithReference() throws {
        for seed in Seeds.runs(60) {
            var random = SplitMix64(seed: seed)
            let rule = RecurrenceRule.any(&random)
            let start = CivilDate(daysSince1970: Int.random(in: 10_000...30_000, using: &random))
            let expected = RecurrenceReference.days(of: rule, from: start, count: 12)
            var found: [CivilDate] = []
            var day = start
            while found.count < expected.count, let next = rule.next(after: day, from: start) {
                found.append(next)
                day = next
            }
            #expect(found == expected, "\(seed.asSeed) \(rule.rfc5545) from \(start)")
            // From any day in between, as from the one before.
            guard let last = expected.last else { continue }
            let between = CivilDate(
                daysSince1970: Int.random(in: start.daysSince1970...last.daysSince1970, using: &random)
            )
            let following = expected.first { between < $0 }
            if let following {
                #expect(rule.next(after: between, from: start) == following, "\(seed.asSeed) \(rule.rfc5545)")
            }
        }
    }

    @Test("[T13] Before the first day comes the first day")
    func beforeStart() throws {
        let rule = try #require(RecurrenceRule(rfc5545: "FREQ=MONTHLY;BYDAY=1MO;COUNT=1"))
        let start = try #require(CivilDate("2026-11-22"))
        #expect(rule.next(after: CivilDate(daysSince1970: 0), from: start) == start)
        #expect(rule.next(after: start, from: start) == nil)
    }

    @Test(
        "[T13] A rule that never comes, or not before the calendar ends, ends the search",
        .timeLimit(.minutes(1)),
        arguments: [
            "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
            "FREQ=DAILY;INTERVAL=7;BYDAY=MO", "FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31",
            "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=6", "FREQ=DAILY;COUNT=999;INTERVAL=999;BYMONTH=2;BYMONTHDAY=30",
        ]
    )
    func never(text: String) throws {
        let rule = try #require(RecurrenceRule(rfc5545: text))
        let start = try #require(CivilDate("2026-02-03"))
        #expect(rule.next(after: start, from: start) == nil)
    }

    @Test(
        "[T13] The 29th of February comes over a century without that day, and the last day of the calendar is the last"
    )
    func far() throws {
        let leap = try #require(RecurrenceRule(rfc5545: "FREQ=YEARLY"))
        let start = try #require(CivilDate("2096-02-29"))
        #expect(leap.next(after: start, from: start)?.description == "2104-02-29")
        let daily = try #require(RecurrenceRule(rfc5545: "FREQ=DAILY"))
        let last = try #require(CivilDate("9999-12-30"))
        let final = try #require(daily.next(after: last, from: start))
        #expect(final.description == "9999-12-31")
        #expect(daily.next(after: final, from: start) == nil)
    }
}
