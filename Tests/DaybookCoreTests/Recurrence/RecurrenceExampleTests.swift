import Testing

@testable import DaybookCore

/// The examples of RFC 5545, section 3.8.5.3, but for those with times of day, weeks of the year and days of the year.
/// UNTIL is a day here: the last one that the moment of the example allows.
@Suite struct RecurrenceExampleTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let rule: String
        var start = "1997-09-02"
        /// The days after the first: `1997-09-03 04 05`, `10-01`: what is left out is as before.
        let days: String
        /// Nothing follows.
        var ends = false

        var testDescription: String { rule + " from " + start }
    }

    static let examples = [
        Example(rule: "FREQ=DAILY;COUNT=10", days: "1997-09-03 04 05 06 07 08 09 10 11", ends: true),
        Example(rule: "FREQ=DAILY;INTERVAL=2", days: "1997-09-04 06 08 10 12 14 16 18 20 22 24 26 28 30 10-02 04"),
        Example(rule: "FREQ=DAILY;INTERVAL=10;COUNT=5", days: "1997-09-12 22 10-02 12", ends: true),
        Example(rule: "FREQ=WEEKLY;COUNT=10", days: "1997-09-09 16 23 30 10-07 14 21 28 11-04", ends: true),
        Example(
            rule: "FREQ=WEEKLY;UNTIL=19971223",
            days: "1997-09-09 16 23 30 10-07 14 21 28 11-04 11 18 25 12-02 09 16 23",
            ends: true
        ),
        Example(
            rule: "FREQ=WEEKLY;INTERVAL=2;WKST=SU",
            days: "1997-09-16 30 10-14 28 11-11 25 12-09 23 1998-01-06 20 02-03 17"
        ),
        Example(
            rule: "FREQ=WEEKLY;UNTIL=19971006;WKST=SU;BYDAY=TU,TH",
            days: "1997-09-04 09 11 16 18 23 25 30 10-02",
            ends: true
        ),
        Example(
            rule: "FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH",
            days: "1997-09-04 09 11 16 18 23 25 30 10-02",
            ends: true
        ),
        Example(
            rule: "FREQ=WEEKLY;INTERVAL=2;UNTIL=19971223;WKST=SU;BYDAY=MO,WE,FR",
            start: "1997-09-01",
            days: "1997-09-03 05 15 17 19 29 10-01 03 13 15 17 27 29 31 11-10 12 14 24 26 28 12-08 10 12 22",
            ends: true
        ),
        Example(
            rule: "FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH",
            days: "1997-09-04 16 18 30 10-02 14 16",
            ends: true
        ),
        Example(
            rule: "FREQ=MONTHLY;COUNT=10;BYDAY=1FR",
            start: "1997-09-05",
            days: "1997-10-03 11-07 12-05 1998-01-02 02-06 03-06 04-03 05-01 06-05",
            ends: true
        ),
        Example(
            rule: "FREQ=MONTHLY;UNTIL=19971223;BYDAY=1FR",
            start: "1997-09-05",
            days: "1997-10-03 11-07 12-05",
            ends: true
        ),
        Example(
            rule: "FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU",
            start: "1997-09-07",
            days: "1997-09-28 11-02 30 1998-01-04 25 03-01 29 05-03 31",
            ends: true
        ),
        Example(
            rule: "FREQ=MONTHLY;COUNT=6;BYDAY=-2MO",
            start: "1997-09-22",
            days: "1997-10-20 11-17 12-22 1998-01-19 02-16",
            ends: true
        ),
        Example(
            rule: "FREQ=MONTHLY;BYMONTHDAY=-3",
            start: "1997-09-28",
            days: "1997-10-29 11-28 12-29 1998-01-29 02-26"
        ),
        Example(
            rule: "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15",
            days: "1997-09-15 10-02 15 11-02 15 12-02 15 1998-01-02 15",
            ends: true
        ),
        Example(
            rule: "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1",
            start: "1997-09-30",
            days: "1997-10-01 31 11-01 30 12-01 31 1998-01-01 31 02-01",
            ends: true
        ),
        Example(
            rule: "FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15",
            start: "1997-09-10",
            days: "1997-09-11 12 13 14 15 1999-03-10 11 12 13",
            ends: true
        ),
        Example(
            rule: "FREQ=MONTHLY;INTERVAL=2;BYDAY=TU",
            days: "1997-09-09 16 23 30 11-04 11 18 25 1998-01-06 13 20 27 03-03 10 17 24 31"
        ),
        Example(
            rule: "FREQ=YEARLY;COUNT=10;BYMONTH=6,7",
            start: "1997-06-10",
            days: "1997-07-10 1998-06-10 07-10 1999-06-10 07-10 2000-06-10 07-10 2001-06-10 07-10",
            ends: true
        ),
        Example(
            rule: "FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3",
            start: "1997-03-10",
            days: "1999-01-10 02-10 03-10 2001-01-10 02-10 03-10 2003-01-10 02-10 03-10",
            ends: true
        ),
        Example(rule: "FREQ=YEARLY;BYDAY=20MO", start: "1997-05-19", days: "1998-05-18 1999-05-17"),
        Example(
            rule: "FREQ=YEARLY;BYMONTH=3;BYDAY=TH",
            start: "1997-03-13",
            days: "1997-03-20 27 1998-03-05 12 19 26 1999-03-04 11 18 25"
        ),
        Example(
            rule: "FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8",
            start: "1997-06-05",
            days: "1997-06-12 19 26 07-03 10 17 24 31 08-07 14 21 28 1998-06-04 11 18 25 07-02"
        ),
        // In the RFC the first day is taken out by an EXDATE.
        Example(
            rule: "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13",
            days: "1998-02-13 03-13 11-13 1999-08-13 2000-10-13"
        ),
        Example(
            rule: "FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13",
            start: "1997-09-13",
            days: "1997-10-11 11-08 12-13 1998-01-10 02-07 03-07 04-11 05-09 06-13"
        ),
        Example(
            rule: "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8",
            start: "1996-11-05",
            days: "2000-11-07 2004-11-02"
        ),
        Example(
            rule: "FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3",
            start: "1997-09-04",
            days: "1997-10-07 11-06",
            ends: true
        ),
        Example(
            rule: "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2",
            start: "1997-09-29",
            days: "1997-10-30 11-27 12-30 1998-01-29 02-26 03-30"
        ),
        Example(
            rule: "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO",
            start: "1997-08-05",
            days: "1997-08-10 19 24",
            ends: true
        ),
        Example(
            rule: "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU",
            start: "1997-08-05",
            days: "1997-08-17 19 31",
            ends: true
        ),
        Example(
            rule: "FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5",
            start: "2007-01-15",
            days: "2007-01-30 02-15 03-15 30",
            ends: true
        ),
    ]

    @Test("[T13] Examples of RFC 5545", arguments: examples)
    func example(_ example: Example) throws {
        let rule = try #require(RecurrenceRule(rfc5545: example.rule))
        let start = try #require(CivilDate(example.start))
        let expected = Self.days(example.days)
        var found: [String] = []
        var day = start
        while found.count < expected.count, let next = rule.next(after: day, from: start) {
            found.append(next.description)
            day = next
        }
        #expect(found == expected)
        if example.ends { #expect(rule.next(after: day, from: start) == nil) }
        #expect(RecurrenceRule(rfc5545: rule.rfc5545) == rule)
    }

    @Test("[T13] A day in every January of the first example, written in two ways")
    func january() throws {
        let start = try #require(CivilDate("1998-01-01"))
        for text in [
            "FREQ=YEARLY;UNTIL=20000131;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA", "FREQ=DAILY;UNTIL=20000131;BYMONTH=1",
        ] {
            let rule = try #require(RecurrenceRule(rfc5545: text))
            var days = [start]
            while let next = days.last.flatMap({ rule.next(after: $0, from: start) }) { days.append(next) }
            #expect(days.count == 93)
            #expect(days.allSatisfy { $0.month == 1 })
            #expect(days.last?.description == "2000-01-31")
        }
    }

    private static func days(_ text: String) -> [String] {
        var last = ""
        return text.split(separator: " ").map { day in
            last = String(last.dropLast(day.count)) + day
            return last
        }
    }
}
