import Testing

@testable import DaybookCore

@Suite("The line that adds, read for repetitions")
struct QuickAddRepetitionTests {
    @Test(
        "[T13] [T14] Repetitions with their first day",
        arguments: [
            ("Gym every monday", "Gym", "FREQ=WEEKLY;BYDAY=MO", "2026-11-23T09:00 day"),
            ("Gym every mon, wed and fri at 7am", "Gym", "FREQ=WEEKLY;BYDAY=MO,WE,FR", "2026-11-20T07:00"),
            ("Gym on mondays", "Gym", "FREQ=WEEKLY;BYDAY=MO", "2026-11-23T09:00 day"),
            ("Gym every wednesday at 11:00", "Gym", "FREQ=WEEKLY;BYDAY=WE", "2026-11-18T11:00"),
            ("Gym every wednesday", "Gym", "FREQ=WEEKLY;BYDAY=WE", "2026-11-25T09:00 day"),
            ("Bins every 2 weeks", "Bins", "FREQ=WEEKLY;INTERVAL=2", "2026-11-18T11:00 day"),
            ("Bins every other week on thursday", "Bins", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TH", "2026-11-19T09:00 day"),
            ("Bins every other tuesday", "Bins", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", "2026-11-24T09:00 day"),
            ("Bins every second tuesday", "Bins", "FREQ=MONTHLY;BYDAY=2TU", "2026-12-08T09:00 day"),
            ("Bins every 2nd tuesday of the month", "Bins", "FREQ=MONTHLY;BYDAY=2TU", "2026-12-08T09:00 day"),
            ("Vitamins every weekday 8:00", "Vitamins", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "2026-11-19T08:00"),
            ("Vitamins every day", "Vitamins", "FREQ=DAILY", "2026-11-19T09:00 day"),
            ("Every day drink water at 11", "drink water", "FREQ=DAILY", "2026-11-18T11:00"),
            ("Vitamins every morning", "Vitamins", "FREQ=DAILY", "2026-11-19T09:00"),
            ("Vitamins every evening at 8", "Vitamins", "FREQ=DAILY", "2026-11-18T20:00"),
            ("Vitamins daily", "Vitamins", "FREQ=DAILY", "2026-11-19T09:00 day"),
            ("Vitamins daily at 17:00", "Vitamins", "FREQ=DAILY", "2026-11-18T17:00"),
            ("Hike on weekends", "Hike", "FREQ=WEEKLY;BYDAY=SA,SU", "2026-11-21T09:00 day"),
            ("Hike at weekends at 8", "Hike", "FREQ=WEEKLY;BYDAY=SA,SU", "2026-11-21T08:00"),
            ("Hike every weekend", "Hike", "FREQ=WEEKLY;BYDAY=SA,SU", "2026-11-21T09:00 day"),
            ("Pay rent every month on the 15th", "Pay rent", "FREQ=MONTHLY;BYMONTHDAY=15", "2026-12-15T09:00 day"),
            ("Pay rent every 15th", "Pay rent", "FREQ=MONTHLY;BYMONTHDAY=15", "2026-12-15T09:00 day"),
            ("Pay every 1st and 15th of the month", "Pay", "FREQ=MONTHLY;BYMONTHDAY=1,15", "2026-12-01T09:00 day"),
            ("Pay monthly on the last day", "Pay", "FREQ=MONTHLY;BYMONTHDAY=-1", "2026-11-30T09:00 day"),
            ("Pay every last friday", "Pay", "FREQ=MONTHLY;BYDAY=-1FR", "2026-11-27T09:00 day"),
            ("Pay every first monday of the month", "Pay", "FREQ=MONTHLY;BYDAY=1MO", "2026-12-07T09:00 day"),
            ("Pay every 3 months", "Pay", "FREQ=MONTHLY;INTERVAL=3", "2026-11-18T11:00 day"),
            ("Call Ann every 25 dec", "Call Ann", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=25", "2026-12-25T09:00 day"),
            ("Call Ann every year on 3 may", "Call Ann", "FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=3", "2027-05-03T09:00 day"),
            ("Call Ann yearly", "Call Ann", "FREQ=YEARLY", "2026-11-18T11:00 day"),
            ("Gym every monday from 1 dec", "Gym", "FREQ=WEEKLY;BYDAY=MO", "2026-12-07T09:00 day"),
            ("Gym every monday until 25 dec", "Gym", "FREQ=WEEKLY;BYDAY=MO;UNTIL=20261225", "2026-11-23T09:00 day"),
            ("Pills every day for 10 days", "Pills", "FREQ=DAILY;UNTIL=20261127", "2026-11-19T09:00 day"),
            ("Pills every day at 8am for 3 times", "Pills", "FREQ=DAILY;COUNT=3", "2026-11-19T08:00"),
            ("Gym every monday tomorrow 9am", "Gym", "FREQ=WEEKLY;BYDAY=MO", "2026-11-19T09:00"),
        ]
    )
    func repetitions(line: String, title: String, rule: String, first: String) {
        let read = QuickAddReaderTests.read(line)
        #expect(read.title == title)
        #expect(read.repetition?.rule.rfc5545 == rule)
        #expect(read.repetition?.basis == .due)
        #expect(read.reminder?.shown(in: Places.berlin) == first)
        #expect(read.deadline == nil)
    }

    @Test(
        "[T13] [T14] Every second week begins on the day on which the person's week begins",
        arguments: [
            ("every other tuesday", 0, "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;WKST=SU"),
            ("every 2 weeks on sat and sun", 6, "FREQ=WEEKLY;INTERVAL=2;BYDAY=SA,SU;WKST=SA"),
            ("every 2 weeks on sat and sun for 3 times", 0, "FREQ=WEEKLY;INTERVAL=2;BYDAY=SA,SU;WKST=SU;COUNT=3"),
            ("every other tuesday", 1, "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU"), ("every tuesday", 0, "FREQ=WEEKLY;BYDAY=TU"),
            ("every 2 weeks", 0, "FREQ=WEEKLY;INTERVAL=2"), ("every second tuesday", 0, "FREQ=MONTHLY;BYDAY=2TU"),
        ]
    )
    func weekStart(line: String, start: Int, rule: String) {
        var zone = Places.berlin
        zone.habits.weekStart = start
        let read = QuickAddReader(rules: .standard, now: QuickAddReaderTests.now, zone: zone).read("Bins " + line)
        #expect(read.repetition?.rule.rfc5545 == rule)
    }

    @Test("[T13] [T14] A repetition from completion, and one that is due")
    func bases() {
        let cut = QuickAddReaderTests.read("Cut hair every! 3 weeks")
        #expect(cut.repetition?.rule.rfc5545 == "FREQ=WEEKLY;INTERVAL=3")
        #expect(cut.repetition?.basis == .completion)
        let due = QuickAddReaderTests.read("Report due every friday")
        #expect(due.title == "Report")
        #expect(due.deadline?.shown(in: Places.berlin) == "2026-11-20T23:59 day")
        #expect(due.reminder == nil)
        #expect(due.spans.map { $0.kind } == [.repetition])
    }
}
