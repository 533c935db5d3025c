import Testing

@testable import DaybookCore

@Suite("Words for times")
struct WhenReaderTests {
    /// Wednesday, 18 November 2026, ten in the morning in Berlin.
    private static let now = Places.instant("2026-11-18T10:00", in: Places.berlin)

    private func shown(_ text: String, _ purpose: When.Purpose, now: Instant = now) -> String? {
        WhenReader(now: now, zone: Places.berlin).read(text, for: purpose)?.shown(in: Places.berlin)
    }

    @Test(
        "[T6] Days",
        arguments: [
            Row("today", "2026-11-18T11:00 day"), Row("Tomorrow", "2026-11-19T09:00 day"),
            Row("TMR", "2026-11-19T09:00 day"), Row("tmrw", "2026-11-19T09:00 day"),
            Row("day after tomorrow", "2026-11-20T09:00 day"), Row("the day after tomorrow", "2026-11-20T09:00 day"),
            Row("friday", "2026-11-20T09:00 day"), Row("fri", "2026-11-20T09:00 day"),
            Row("on Friday", "2026-11-20T09:00 day"), Row("this friday", "2026-11-20T09:00 day"),
            Row("next friday", "2026-11-27T09:00 day"), Row("monday", "2026-11-23T09:00 day"),
            Row("next monday", "2026-11-23T09:00 day"), Row("next sun", "2026-11-29T09:00 day"),
            Row("coming sunday", "2026-11-22T09:00 day"), Row("sun", "2026-11-22T09:00 day"),
            // Today's nine o'clock has passed.
            Row("wednesday", "2026-11-25T09:00 day"), Row("wed", "2026-11-25T09:00 day"),
            Row("this weekend", "2026-11-21T09:00 day"), Row("next weekend", "2026-11-28T09:00 day"),
            Row("at the weekend", "2026-11-21T09:00 day"), Row("weekend", "2026-11-21T09:00 day"),
            Row("next week", "2026-11-23T09:00 day"), Row("next month", "2026-12-01T09:00 day"),
            Row("next year", "2027-01-01T09:00 day"), Row("end of month", "2026-11-30T09:00 day"),
            Row("end of the month", "2026-11-30T09:00 day"), Row("at the end of next month", "2026-12-31T09:00 day"),
            Row("end of february", "2027-02-28T09:00 day"), Row("end of the week", "2026-11-20T09:00 day"),
            Row("end of next week", "2026-11-27T09:00 day"), Row("end of the year", "2026-12-31T09:00 day"),
            Row("start of next month", "2026-12-01T09:00 day"), Row("beginning of march", "2027-03-01T09:00 day"),
            Row("end of day", "2026-11-18T18:00 day"), Row("eod", "2026-11-18T18:00 day"),
        ]
    )
    func days(row: Row) {
        #expect(shown(row.text, .reminder) == row.shown)
    }

    @Test(
        "[T6] So long from now",
        arguments: [
            Row("in 3 days", "2026-11-21T09:00 day"), Row("in a week", "2026-11-25T09:00 day"),
            Row("in two weeks", "2026-12-02T09:00 day"), Row("in 2w", "2026-12-02T09:00 day"),
            Row("in 3 months", "2027-02-18T09:00 day"), Row("in a year", "2027-11-18T09:00 day"),
            Row("3 days from now", "2026-11-21T09:00 day"), Row("a week from today", "2026-11-25T09:00 day"),
            Row("in 3 days at 17:30", "2026-11-21T17:30"), Row("in 2 hours", "2026-11-18T12:00"),
            Row("in 2h", "2026-11-18T12:00"), Row("in 90 min", "2026-11-18T11:30"),
            Row("in 45m", "2026-11-18T10:45"),
            Row("in half an hour", "2026-11-18T10:30"), Row("in an hour", "2026-11-18T11:00"),
            Row("in an hour and a half", "2026-11-18T11:30"), Row("in 1.5 hours", "2026-11-18T11:30"),
            Row("in 1h 30m", "2026-11-18T11:30"), Row("in 1h30m", "2026-11-18T11:30"),
            Row("in 2 hours and 15 minutes", "2026-11-18T12:15"), Row("20 minutes from now", "2026-11-18T10:20"),
            Row("in ten minutes", "2026-11-18T10:10"), Row("in 24 hours", "2026-11-19T10:00"),
            Row("in 0 minutes", nil), Row("in 9999 years", nil), Row("in 99999 days", nil), Row("in 3", nil),
        ]
    )
    func fromNow(row: Row) {
        #expect(shown(row.text, .reminder) == row.shown)
    }

    @Test(
        "[T6] Dates, the day before the month; one that has passed is next year's, today's is today",
        arguments: [
            Row("25 dec", "2026-12-25T09:00 day"), Row("dec 25", "2026-12-25T09:00 day"),
            Row("25th of December", "2026-12-25T09:00 day"), Row("December 25th", "2026-12-25T09:00 day"),
            Row("the 25th of december", "2026-12-25T09:00 day"), Row("25dec", "2026-12-25T09:00 day"),
            Row("25 december 2027", "2027-12-25T09:00 day"), Row("dec 25, 2027", "2027-12-25T09:00 day"),
            Row("3 may", "2027-05-03T09:00 day"), Row("march 3", "2027-03-03T09:00 day"),
            Row("25/12", "2026-12-25T09:00 day"), Row("5/6", "2027-06-05T09:00 day"),
            Row("25/12/2027", "2027-12-25T09:00 day"), Row("25/12/27", "2027-12-25T09:00 day"),
            Row("25.12.", "2026-12-25T09:00 day"), Row("25.12.2027", "2027-12-25T09:00 day"),
            Row("25-12-2027", "2027-12-25T09:00 day"), Row("2026-12-25", "2026-12-25T09:00 day"),
            Row("2026-12-25 18:30", "2026-12-25T18:30"), Row("18 nov", "2026-11-18T11:00 day"),
            Row("18 nov 11:00", "2026-11-18T11:00"), Row("17 nov", "2027-11-17T09:00 day"),
            Row("29 feb", "2028-02-29T09:00 day"), Row("the 15th", "2026-12-15T09:00 day"),
            Row("on the 30th", "2026-11-30T09:00 day"), Row("15th", "2026-12-15T09:00 day"),
            Row("15th of next month", "2026-12-15T09:00 day"), Row("the 20th next month", "2026-12-20T09:00 day"),
            Row("on the 25th of this month", "2026-11-25T09:00 day"), Row("the 2nd of this month", nil),
            Row("the 31st", "2026-12-31T09:00 day"), Row("friday 20 nov", "2026-11-20T09:00 day"),
            Row("Fri, 25 Dec", "2026-12-25T09:00 day"), Row("saturday 25 dec", nil), Row("31 june", nil),
            Row("12/25", nil), Row("17 nov 2026", nil), Row("25 dec 2020", nil), Row("2026-02-29", nil),
            Row("0 dec", nil), Row("32nd", nil), Row("25/12/1", nil), Row("1/2/3/4", nil),
        ]
    )
    func dates(row: Row) {
        #expect(shown(row.text, .reminder) == row.shown)
    }

    @Test(
        "[T6] Times of day; one that has passed is tomorrow's, and seven and eight the next of both halves",
        arguments: [
            Row("9-10pm", "2026-11-18T21:00"), Row("9", "2026-11-19T09:00"), Row("at 9", "2026-11-19T09:00"),
            Row("11", "2026-11-18T11:00"),
            Row("5", "2026-11-18T17:00"), Row("05:00", "2026-11-19T05:00"), Row("5:30", "2026-11-18T17:30"),
            Row("5:30 am", "2026-11-19T05:30"), Row("5pm", "2026-11-18T17:00"), Row("5 PM", "2026-11-18T17:00"),
            Row("5:30 pm", "2026-11-18T17:30"), Row("5.30pm", "2026-11-18T17:30"), Row("9 a.m.", "2026-11-19T09:00"),
            Row("5 p.m", "2026-11-18T17:00"), Row("at 17:30", "2026-11-18T17:30"),
            Row("@ 17:30", "2026-11-18T17:30"),
            Row("17h", "2026-11-18T17:00"), Row("17h30", "2026-11-18T17:30"), Row("6h30", "2026-11-19T06:30"),
            Row("noon", "2026-11-18T12:00"), Row("midday", "2026-11-18T12:00"), Row("midnight", "2026-11-19T00:00"),
            Row("at midnight", "2026-11-19T00:00"), Row("12am", "2026-11-19T00:00"), Row("12pm", "2026-11-18T12:00"),
            Row("0:00", "2026-11-19T00:00"), Row("24:00", "2026-11-19T00:00"), Row("morning", "2026-11-19T09:00"),
            Row("in the afternoon", "2026-11-18T14:00"), Row("this evening", "2026-11-18T18:00"),
            Row("evening", "2026-11-18T18:00"), Row("tonight", "2026-11-18T20:00"),
            Row("at night", "2026-11-18T20:00"),
            Row("tonight at 9", "2026-11-18T21:00"), Row("tonight at 1", "2026-11-19T01:00"),
            Row("9 in the evening", "2026-11-18T21:00"), Row("half past nine", "2026-11-19T09:30"),
            Row("quarter to 5", "2026-11-18T16:45"), Row("a quarter past 12", "2026-11-18T12:15"),
            Row("ten past 11", "2026-11-18T11:10"), Row("half past 9 pm", "2026-11-18T21:30"),
            Row("9 o'clock", "2026-11-19T09:00"), Row("nine o’clock", "2026-11-19T09:00"),
            Row("this morning", "2026-11-18T11:00"), Row("13pm", nil), Row("0am", nil), Row("25:00", nil),
            Row("9:60", nil), Row("9:5", nil), Row("24:30", nil), Row("930", nil), Row("17h60", nil),
        ]
    )
    func clocks(row: Row) {
        #expect(shown(row.text, .reminder) == row.shown)
    }

    @Test(
        "[T6] Days and times in either order",
        arguments: [
            Row("tomorrow 9am", "2026-11-19T09:00"), Row("9am tomorrow", "2026-11-19T09:00"),
            Row("tomorrow, 9 AM", "2026-11-19T09:00"), Row("  tomorrow   at  9 ", "2026-11-19T09:00"),
            Row("tomorrow\u{A0}9am", "2026-11-19T09:00"), Row("tomorrow morning", "2026-11-19T09:00"),
            Row("tomorrow morning at 8", "2026-11-19T08:00"), Row("tomorrow evening at 8", "2026-11-19T20:00"),
            Row("tomorrow 5", "2026-11-19T17:00"), Row("tomorrow noon", "2026-11-19T12:00"),
            Row("tomorrow at midnight", "2026-11-20T00:00"), Row("on monday at 9", "2026-11-23T09:00"),
            Row("at 9 on monday", "2026-11-23T09:00"), Row("monday 17h", "2026-11-23T17:00"),
            Row("noon friday", "2026-11-20T12:00"), Row("5:30 pm on 25 dec", "2026-12-25T17:30"),
            Row("25 december 2027 at 17:30", "2027-12-25T17:30"), Row("friday night", "2026-11-20T20:00"),
            Row("next friday, 5pm", "2026-11-27T17:00"), Row("wednesday 5pm", "2026-11-18T17:00"),
            Row("today at 9", "2026-11-18T21:00"), Row("today 9am", "2026-11-18T09:00 passed"),
            Row("today 17:30", "2026-11-18T17:30"), Row("end of month 17:00", "2026-11-30T17:00"),
            Row("weekend 11am", "2026-11-21T11:00"), Row("by friday 5pm", "2026-11-20T17:00"),
            Row("tomorrow.", "2026-11-19T09:00 day"),
        ]
    )
    func both(row: Row) {
        #expect(shown(row.text, .reminder) == row.shown)
    }

    @Test(
        "[T14] What is no time is refused",
        arguments: [
            "", " ", "soon", "x", "at", "on", "in", "by", "tomorrow x", "x tomorrow", "yesterday", "last friday", "9 9",
            "tomorrow friday", "tomorrow 9am 10am", "every monday", "5 monkeys", "-5", "1,000", "١٢",
            "tomorrow\u{301}", "９", "\u{0}", "tomorrow 9am #home", "friday friday", "the", "next", "at at 9",
            "7pm 3 may 4pm",
            "25 dec 25 dec", "today's",
        ]
    )
    func nonsense(text: String) {
        #expect(shown(text, .reminder) == nil)
        #expect(shown(text, .deadline) == nil)
    }

    @Test(
        "[T5] A deadline is the end of its day, or a moment if the words name one",
        arguments: [
            Row("today", "2026-11-18T23:59 day"), Row("wednesday", "2026-11-18T23:59 day"),
            Row("friday", "2026-11-20T23:59 day"), Row("by friday", "2026-11-20T23:59 day"),
            Row("17 nov", "2027-11-17T23:59 day"), Row("18 nov", "2026-11-18T23:59 day"),
            Row("this weekend", "2026-11-22T23:59 day"), Row("eod", "2026-11-18T23:59 day"),
            Row("tonight", "2026-11-18T23:59 day"), Row("midnight", "2026-11-18T23:59 day"),
            Row("friday at midnight", "2026-11-20T23:59 day"), Row("end of month", "2026-11-30T23:59 day"),
            Row("friday 17:00", "2026-11-20T17:00"), Row("in 2 hours", "2026-11-18T12:00"),
            Row("9am", "2026-11-19T09:00"), Row("17 nov 2026", nil),
        ]
    )
    func deadlines(row: Row) {
        #expect(shown(row.text, .deadline) == row.shown)
    }

    @Test(
        "[T6] Today, later and later in the day",
        arguments: [
            ("08:00", Row("today", "2026-11-18T09:00 day")), ("09:00", Row("today", "2026-11-18T10:00 day")),
            ("10:31", Row("today", "2026-11-18T12:00 day")), ("22:30", Row("today", "2026-11-18T23:00 day")),
            ("22:31", Row("today", "2026-11-18T23:59 day")), ("23:59", Row("today", "2026-11-19T09:00 day")),
            ("19:00", Row("tonight", "2026-11-18T20:00")), ("20:30", Row("tonight", "2026-11-18T21:00")),
            ("12:00", Row("this morning", nil)), ("11:00", Row("this morning", "2026-11-18T12:00")),
            ("18:10", Row("this evening", "2026-11-18T19:00")),
            ("23:00", Row("today at 9", "2026-11-18T09:00 passed")),
            ("20:00", Row("wednesday", "2026-11-25T09:00 day")),
        ]
    )
    func later(time: String, row: Row) {
        let now = Places.instant("2026-11-18T" + time, in: Places.berlin)
        #expect(shown(row.text, .reminder, now: now) == row.shown)
    }

    @Test(
        "[T6] Weekends and ends of weeks, from Friday to Monday",
        arguments: [
            ("2026-11-20T10:00", Row("this weekend", "2026-11-21T09:00 day")),
            ("2026-11-21T10:00", Row("this weekend", "2026-11-22T09:00 day")),
            ("2026-11-22T10:00", Row("this weekend", "2026-11-22T11:00 day")),
            ("2026-11-22T10:00", Row("next weekend", "2026-11-28T09:00 day")),
            ("2026-11-22T10:00", Row("next week", "2026-11-23T09:00 day")),
            ("2026-11-23T10:00", Row("next week", "2026-11-30T09:00 day")),
            ("2026-11-20T08:00", Row("end of week", "2026-11-20T09:00 day")),
            ("2026-11-21T10:00", Row("end of week", "2026-11-22T09:00 day")),
            ("2026-11-22T10:00", Row("monday", "2026-11-23T09:00 day")),
            ("2026-11-30T10:00", Row("end of month", "2026-11-30T11:00 day")),
            ("2027-01-31T10:00", Row("in a month", "2027-02-28T09:00 day")),
            ("2028-02-29T10:00", Row("in a year", "2029-02-28T09:00 day")),
        ]
    )
    func weekends(wall: String, row: Row) {
        let now = Places.instant(wall, in: Places.berlin)
        #expect(shown(row.text, .reminder, now: now) == row.shown)
    }
}
