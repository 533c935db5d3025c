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
            Said("today", "2026-11-18T11:00 day"), Said("Tomorrow", "2026-11-19T09:00 day"),
            Said("TMR", "2026-11-19T09:00 day"), Said("tmrw", "2026-11-19T09:00 day"),
            Said("day after tomorrow", "2026-11-20T09:00 day"), Said("the day after tomorrow", "2026-11-20T09:00 day"),
            Said("friday", "2026-11-20T09:00 day"), Said("fri", "2026-11-20T09:00 day"),
            Said("on Friday", "2026-11-20T09:00 day"), Said("this friday", "2026-11-20T09:00 day"),
            Said("next friday", "2026-11-27T09:00 day"), Said("monday", "2026-11-23T09:00 day"),
            Said("next monday", "2026-11-23T09:00 day"), Said("next sun", "2026-11-29T09:00 day"),
            Said("coming sunday", "2026-11-22T09:00 day"), Said("sun", "2026-11-22T09:00 day"),
            // Today's nine o'clock has passed.
            Said("wednesday", "2026-11-25T09:00 day"), Said("wed", "2026-11-25T09:00 day"),
            Said("this weekend", "2026-11-21T09:00 day"), Said("next weekend", "2026-11-28T09:00 day"),
            Said("at the weekend", "2026-11-21T09:00 day"), Said("weekend", "2026-11-21T09:00 day"),
            Said("next week", "2026-11-23T09:00 day"), Said("next month", "2026-12-01T09:00 day"),
            Said("next year", "2027-01-01T09:00 day"), Said("end of month", "2026-11-30T09:00 day"),
            Said("end of the month", "2026-11-30T09:00 day"), Said("at the end of next month", "2026-12-31T09:00 day"),
            Said("end of february", "2027-02-28T09:00 day"), Said("end of the week", "2026-11-20T09:00 day"),
            Said("end of next week", "2026-11-27T09:00 day"), Said("end of the year", "2026-12-31T09:00 day"),
            Said("start of next month", "2026-12-01T09:00 day"), Said("beginning of march", "2027-03-01T09:00 day"),
            Said("end of day", "2026-11-18T18:00 day"), Said("eod", "2026-11-18T18:00 day"),
        ]
    )
    func days(said: Said) {
        #expect(shown(said.text, .reminder) == said.shown)
    }

    @Test(
        "[T6] So long from now",
        arguments: [
            Said("in 3 days", "2026-11-21T09:00 day"), Said("in a week", "2026-11-25T09:00 day"),
            Said("in two weeks", "2026-12-02T09:00 day"), Said("in 2w", "2026-12-02T09:00 day"),
            Said("in 3 months", "2027-02-18T09:00 day"), Said("in a year", "2027-11-18T09:00 day"),
            Said("3 days from now", "2026-11-21T09:00 day"), Said("a week from today", "2026-11-25T09:00 day"),
            Said("in 3 days at 17:30", "2026-11-21T17:30"), Said("in 2 hours", "2026-11-18T12:00"),
            Said("in 2h", "2026-11-18T12:00"), Said("in 90 min", "2026-11-18T11:30"),
            Said("in 45m", "2026-11-18T10:45"),
            Said("in half an hour", "2026-11-18T10:30"), Said("in an hour", "2026-11-18T11:00"),
            Said("in an hour and a half", "2026-11-18T11:30"), Said("in 1.5 hours", "2026-11-18T11:30"),
            Said("in 1h 30m", "2026-11-18T11:30"), Said("in 1h30m", "2026-11-18T11:30"),
            Said("in 2 hours and 15 minutes", "2026-11-18T12:15"), Said("20 minutes from now", "2026-11-18T10:20"),
            Said("in ten minutes", "2026-11-18T10:10"), Said("in 24 hours", "2026-11-19T10:00"),
            Said("in 0 minutes", nil), Said("in 9999 years", nil), Said("in 99999 days", nil), Said("in 3", nil),
        ]
    )
    func fromNow(said: Said) {
        #expect(shown(said.text, .reminder) == said.shown)
    }

    @Test(
        "[T6] Dates, the day before the month; one that has passed is next year's, today's is today",
        arguments: [
            Said("25 dec", "2026-12-25T09:00 day"), Said("dec 25", "2026-12-25T09:00 day"),
            Said("25th of December", "2026-12-25T09:00 day"), Said("December 25th", "2026-12-25T09:00 day"),
            Said("the 25th of december", "2026-12-25T09:00 day"), Said("25dec", "2026-12-25T09:00 day"),
            Said("25 december 2027", "2027-12-25T09:00 day"), Said("dec 25, 2027", "2027-12-25T09:00 day"),
            Said("3 may", "2027-05-03T09:00 day"), Said("march 3", "2027-03-03T09:00 day"),
            Said("25/12", "2026-12-25T09:00 day"), Said("5/6", "2027-06-05T09:00 day"),
            Said("25/12/2027", "2027-12-25T09:00 day"), Said("25/12/27", "2027-12-25T09:00 day"),
            Said("25.12.", "2026-12-25T09:00 day"), Said("25.12.2027", "2027-12-25T09:00 day"),
            Said("25-12-2027", "2027-12-25T09:00 day"), Said("2026-12-25", "2026-12-25T09:00 day"),
            Said("2026-12-25 18:30", "2026-12-25T18:30"), Said("18 nov", "2026-11-18T11:00 day"),
            Said("18 nov 11:00", "2026-11-18T11:00"), Said("17 nov", "2027-11-17T09:00 day"),
            Said("29 feb", "2028-02-29T09:00 day"), Said("the 15th", "2026-12-15T09:00 day"),
            Said("on the 30th", "2026-11-30T09:00 day"), Said("15th", "2026-12-15T09:00 day"),
            Said("15th of next month", "2026-12-15T09:00 day"), Said("the 20th next month", "2026-12-20T09:00 day"),
            Said("on the 25th of this month", "2026-11-25T09:00 day"), Said("the 2nd of this month", nil),
            Said("the 31st", "2026-12-31T09:00 day"), Said("friday 20 nov", "2026-11-20T09:00 day"),
            Said("Fri, 25 Dec", "2026-12-25T09:00 day"), Said("saturday 25 dec", nil), Said("31 june", nil),
            Said("12/25", nil), Said("17 nov 2026", nil), Said("25 dec 2020", nil), Said("2026-02-29", nil),
            Said("0 dec", nil), Said("32nd", nil), Said("25/12/1", nil), Said("1/2/3/4", nil),
        ]
    )
    func dates(said: Said) {
        #expect(shown(said.text, .reminder) == said.shown)
    }

    @Test(
        "[T6] Times of day; one that has passed is tomorrow's, and seven and eight the next of both halves",
        arguments: [
            Said("9-10pm", "2026-11-18T21:00"), Said("9", "2026-11-19T09:00"), Said("at 9", "2026-11-19T09:00"),
            Said("11", "2026-11-18T11:00"),
            Said("5", "2026-11-18T17:00"), Said("05:00", "2026-11-19T05:00"), Said("5:30", "2026-11-18T17:30"),
            Said("5:30 am", "2026-11-19T05:30"), Said("5pm", "2026-11-18T17:00"), Said("5 PM", "2026-11-18T17:00"),
            Said("5:30 pm", "2026-11-18T17:30"), Said("5.30pm", "2026-11-18T17:30"), Said("9 a.m.", "2026-11-19T09:00"),
            Said("5 p.m", "2026-11-18T17:00"), Said("at 17:30", "2026-11-18T17:30"),
            Said("@ 17:30", "2026-11-18T17:30"),
            Said("17h", "2026-11-18T17:00"), Said("17h30", "2026-11-18T17:30"), Said("6h30", "2026-11-19T06:30"),
            Said("noon", "2026-11-18T12:00"), Said("midday", "2026-11-18T12:00"), Said("midnight", "2026-11-19T00:00"),
            Said("at midnight", "2026-11-19T00:00"), Said("12am", "2026-11-19T00:00"), Said("12pm", "2026-11-18T12:00"),
            Said("0:00", "2026-11-19T00:00"), Said("24:00", "2026-11-19T00:00"), Said("morning", "2026-11-19T09:00"),
            Said("in the afternoon", "2026-11-18T14:00"), Said("this evening", "2026-11-18T18:00"),
            Said("evening", "2026-11-18T18:00"), Said("tonight", "2026-11-18T20:00"),
            Said("at night", "2026-11-18T20:00"),
            Said("tonight at 9", "2026-11-18T21:00"), Said("tonight at 1", "2026-11-19T01:00"),
            Said("9 in the evening", "2026-11-18T21:00"), Said("half past nine", "2026-11-19T09:30"),
            Said("quarter to 5", "2026-11-18T16:45"), Said("a quarter past 12", "2026-11-18T12:15"),
            Said("ten past 11", "2026-11-18T11:10"), Said("half past 9 pm", "2026-11-18T21:30"),
            Said("9 o'clock", "2026-11-19T09:00"), Said("nine o’clock", "2026-11-19T09:00"),
            Said("this morning", "2026-11-18T11:00"), Said("13pm", nil), Said("0am", nil), Said("25:00", nil),
            Said("9:60", nil), Said("9:5", nil), Said("24:30", nil), Said("930", nil), Said("17h60", nil),
        ]
    )
    func clocks(said: Said) {
        #expect(shown(said.text, .reminder) == said.shown)
    }

    @Test(
        "[T6] Days and times in either order",
        arguments: [
            Said("tomorrow 9am", "2026-11-19T09:00"), Said("9am tomorrow", "2026-11-19T09:00"),
            Said("tomorrow, 9 AM", "2026-11-19T09:00"), Said("  tomorrow   at  9 ", "2026-11-19T09:00"),
            Said("tomorrow\u{A0}9am", "2026-11-19T09:00"), Said("tomorrow morning", "2026-11-19T09:00"),
            Said("tomorrow morning at 8", "2026-11-19T08:00"), Said("tomorrow evening at 8", "2026-11-19T20:00"),
            Said("tomorrow 5", "2026-11-19T17:00"), Said("tomorrow noon", "2026-11-19T12:00"),
            Said("tomorrow at midnight", "2026-11-20T00:00"), Said("on monday at 9", "2026-11-23T09:00"),
            Said("at 9 on monday", "2026-11-23T09:00"), Said("monday 17h", "2026-11-23T17:00"),
            Said("noon friday", "2026-11-20T12:00"), Said("5:30 pm on 25 dec", "2026-12-25T17:30"),
            Said("25 december 2027 at 17:30", "2027-12-25T17:30"), Said("friday night", "2026-11-20T20:00"),
            Said("next friday, 5pm", "2026-11-27T17:00"), Said("wednesday 5pm", "2026-11-18T17:00"),
            Said("today at 9", "2026-11-18T21:00"), Said("today 9am", "2026-11-18T09:00 passed"),
            Said("today 17:30", "2026-11-18T17:30"), Said("end of month 17:00", "2026-11-30T17:00"),
            Said("weekend 11am", "2026-11-21T11:00"), Said("by friday 5pm", "2026-11-20T17:00"),
            Said("tomorrow.", "2026-11-19T09:00 day"),
        ]
    )
    func both(said: Said) {
        #expect(shown(said.text, .reminder) == said.shown)
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
        "[T5] A deadline is the end of its day, or a moment if one is said",
        arguments: [
            Said("today", "2026-11-18T23:59 day"), Said("wednesday", "2026-11-18T23:59 day"),
            Said("friday", "2026-11-20T23:59 day"), Said("by friday", "2026-11-20T23:59 day"),
            Said("17 nov", "2027-11-17T23:59 day"), Said("18 nov", "2026-11-18T23:59 day"),
            Said("this weekend", "2026-11-22T23:59 day"), Said("eod", "2026-11-18T23:59 day"),
            Said("tonight", "2026-11-18T23:59 day"), Said("midnight", "2026-11-18T23:59 day"),
            Said("friday at midnight", "2026-11-20T23:59 day"), Said("end of month", "2026-11-30T23:59 day"),
            Said("friday 17:00", "2026-11-20T17:00"), Said("in 2 hours", "2026-11-18T12:00"),
            Said("9am", "2026-11-19T09:00"), Said("17 nov 2026", nil),
        ]
    )
    func deadlines(said: Said) {
        #expect(shown(said.text, .deadline) == said.shown)
    }

    @Test(
        "[T6] Today, later and later in the day",
        arguments: [
            ("08:00", Said("today", "2026-11-18T09:00 day")), ("09:00", Said("today", "2026-11-18T10:00 day")),
            ("10:31", Said("today", "2026-11-18T12:00 day")), ("22:30", Said("today", "2026-11-18T23:00 day")),
            ("22:31", Said("today", "2026-11-18T23:59 day")), ("23:59", Said("today", "2026-11-19T09:00 day")),
            ("19:00", Said("tonight", "2026-11-18T20:00")), ("20:30", Said("tonight", "2026-11-18T21:00")),
            ("12:00", Said("this morning", nil)), ("11:00", Said("this morning", "2026-11-18T12:00")),
            ("18:10", Said("this evening", "2026-11-18T19:00")),
            ("23:00", Said("today at 9", "2026-11-18T09:00 passed")),
            ("20:00", Said("wednesday", "2026-11-25T09:00 day")),
        ]
    )
    func later(time: String, said: Said) {
        let now = Places.instant("2026-11-18T" + time, in: Places.berlin)
        #expect(shown(said.text, .reminder, now: now) == said.shown)
    }

    @Test(
        "[T6] Weekends and ends of weeks, from Friday to Monday",
        arguments: [
            ("2026-11-20T10:00", Said("this weekend", "2026-11-21T09:00 day")),
            ("2026-11-21T10:00", Said("this weekend", "2026-11-22T09:00 day")),
            ("2026-11-22T10:00", Said("this weekend", "2026-11-22T11:00 day")),
            ("2026-11-22T10:00", Said("next weekend", "2026-11-28T09:00 day")),
            ("2026-11-22T10:00", Said("next week", "2026-11-23T09:00 day")),
            ("2026-11-23T10:00", Said("next week", "2026-11-30T09:00 day")),
            ("2026-11-20T08:00", Said("end of week", "2026-11-20T09:00 day")),
            ("2026-11-21T10:00", Said("end of week", "2026-11-22T09:00 day")),
            ("2026-11-22T10:00", Said("monday", "2026-11-23T09:00 day")),
            ("2026-11-30T10:00", Said("end of month", "2026-11-30T11:00 day")),
            ("2027-01-31T10:00", Said("in a month", "2027-02-28T09:00 day")),
            ("2028-02-29T10:00", Said("in a year", "2029-02-28T09:00 day")),
        ]
    )
    func weekends(wall: String, said: Said) {
        let now = Places.instant(wall, in: Places.berlin)
        #expect(shown(said.text, .reminder, now: now) == said.shown)
    }
}
