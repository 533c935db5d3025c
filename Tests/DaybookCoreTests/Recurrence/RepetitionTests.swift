import Testing

@testable import DaybookCore

/// Which occurrence follows.
@Suite struct RepetitionTests {
    /// Central Europe around 2026.
    static let zone = TimeZone(
        initialOffset: 60,
        transitions: [
            ("2026-03-29T01:00:00Z", 120), ("2026-10-25T01:00:00Z", 60), ("2027-03-28T01:00:00Z", 120),
        ].compactMap { start, offset in
            Instant(rfc3339: start).map { TimeZone.Transition(start: $0, offset: offset) }
        }
    )

    /// A moment on that wall clock, written as `2026-11-22T09:00`.
    static func at(_ text: String) throws -> Instant { try #require(zone.instant(wallClock: text), "\(text)") }

    struct Case: Sendable, CustomTestStringConvertible {
        var rule: String
        var basis = RecurrenceBasis.due
        var deadline: String?
        var reminder: String?
        var now: String
        /// What follows; nil for nothing.
        var next: Next?

        struct Next: Sendable {
            var deadline: String?
            var reminder: String?
            /// When it is another than before.
            var rule: String?
        }

        var testDescription: String { "\(rule) \(deadline ?? "") \(reminder ?? "") done \(now)" }
    }

    static let cases = [
        // In time, and early.
        Case(
            rule: "FREQ=DAILY",
            deadline: "2026-11-22T23:59",
            now: "2026-11-22T10:00",
            next: .init(deadline: "2026-11-23T23:59")
        ),
        Case(
            rule: "FREQ=WEEKLY;BYDAY=FR",
            deadline: "2026-11-27T23:59",
            now: "2026-11-22T10:00",
            next: .init(deadline: "2026-12-04T23:59")
        ),
        // Late: one follows, of today or later, and in step.
        Case(
            rule: "FREQ=DAILY",
            deadline: "2026-11-01T23:59",
            now: "2026-11-22T10:00",
            next: .init(deadline: "2026-11-22T23:59")
        ),
        Case(
            rule: "FREQ=DAILY;INTERVAL=3",
            deadline: "2026-11-17T23:59",
            now: "2026-11-22T10:00",
            next: .init(deadline: "2026-11-23T23:59")
        ),
        // Today's reminder has passed, so today's went by; at another hour it is still to come.
        Case(
            rule: "FREQ=DAILY",
            reminder: "2026-11-21T09:00",
            now: "2026-11-22T10:00",
            next: .init(reminder: "2026-11-23T09:00")
        ),
        Case(
            rule: "FREQ=DAILY",
            reminder: "2026-11-21T09:00",
            now: "2026-11-22T08:59",
            next: .init(reminder: "2026-11-22T09:00")
        ),
        Case(
            rule: "FREQ=DAILY;UNTIL=20261122",
            reminder: "2026-11-21T09:00",
            now: "2026-11-22T10:00",
            next: .init(reminder: "2026-11-22T09:00")
        ),
        // A reminder days before a deadline keeps its distance, even into the past.
        Case(
            rule: "FREQ=MONTHLY;BYMONTHDAY=1",
            deadline: "2026-11-01T23:59",
            reminder: "2026-10-29T09:00",
            now: "2026-11-30T10:00",
            next: .init(deadline: "2026-12-01T23:59", reminder: "2026-11-28T09:00")
        ),
        // From completion.
        Case(
            rule: "FREQ=DAILY;INTERVAL=3",
            basis: .completion,
            deadline: "2026-11-01T18:00",
            reminder: "2026-11-01T09:00",
            now: "2026-11-22T10:00",
            next: .init(deadline: "2026-11-25T18:00", reminder: "2026-11-25T09:00")
        ),
        Case(
            rule: "FREQ=WEEKLY;BYDAY=MO",
            basis: .completion,
            deadline: "2026-11-30T18:00",
            now: "2026-11-22T10:00",
            next: .init(deadline: "2026-11-23T18:00")
        ),
        // The wall clock stays over both changes to and from summer time.
        Case(
            rule: "FREQ=DAILY",
            deadline: "2026-03-28T09:00",
            now: "2026-03-28T08:00",
            next: .init(deadline: "2026-03-29T09:00")
        ),
        Case(
            rule: "FREQ=DAILY",
            deadline: "2026-10-24T09:00",
            reminder: "2026-10-23T20:30",
            now: "2026-10-23T08:00",
            next: .init(deadline: "2026-10-25T09:00", reminder: "2026-10-24T20:30")
        ),
        Case(
            rule: "FREQ=MONTHLY;INTERVAL=6;BYDAY=-1SU",
            deadline: "2026-09-27T02:30",
            now: "2026-09-20T08:00",
            next: .init(deadline: "2027-03-28T03:30")
        ),
        // Ends.
        Case(
            rule: "FREQ=DAILY;COUNT=3",
            deadline: "2026-11-01T23:59",
            now: "2026-11-22T10:00",
            next: .init(deadline: "2026-11-22T23:59", rule: "FREQ=DAILY;COUNT=2")
        ),
        Case(rule: "FREQ=DAILY;COUNT=1", deadline: "2026-11-22T23:59", now: "2026-11-22T10:00"),
        Case(rule: "FREQ=DAILY;UNTIL=20261122", deadline: "2026-11-22T23:59", now: "2026-11-22T10:00"),
        Case(rule: "FREQ=DAILY;UNTIL=20261121", deadline: "2026-11-01T23:59", now: "2026-11-22T10:00"),
        Case(
            rule: "FREQ=DAILY;INTERVAL=2;UNTIL=20261124",
            basis: .completion,
            deadline: "2026-11-01T23:59",
            now: "2026-11-23T10:00"
        ),
        // A short month has no such day; with "the last day" a rule has one.
        Case(
            rule: "FREQ=MONTHLY",
            deadline: "2027-01-31T23:59",
            now: "2027-01-31T10:00",
            next: .init(deadline: "2027-03-31T23:59")
        ),
        Case(
            rule: "FREQ=MONTHLY;BYMONTHDAY=-1",
            deadline: "2027-01-31T23:59",
            now: "2027-01-31T10:00",
            next: .init(deadline: "2027-02-28T23:59")
        ),
        // Months and years after it is done end on the last day of a short month.
        Case(
            rule: "FREQ=MONTHLY",
            basis: .completion,
            deadline: "2027-01-10T23:59",
            now: "2027-01-31T10:00",
            next: .init(deadline: "2027-02-28T23:59")
        ),
        Case(
            rule: "FREQ=MONTHLY;INTERVAL=6",
            basis: .completion,
            deadline: "2026-08-01T09:00",
            now: "2026-08-31T10:00",
            next: .init(deadline: "2027-02-28T09:00")
        ),
        Case(
            rule: "FREQ=MONTHLY;INTERVAL=3",
            basis: .completion,
            deadline: "2026-11-30T23:59",
            now: "2026-11-29T10:00",
            next: .init(deadline: "2027-02-28T23:59")
        ),
        Case(
            rule: "FREQ=YEARLY",
            basis: .completion,
            deadline: "2028-02-28T23:59",
            now: "2028-02-29T10:00",
            next: .init(deadline: "2029-02-28T23:59")
        ),
        Case(
            rule: "FREQ=MONTHLY;UNTIL=20270227",
            basis: .completion,
            deadline: "2027-01-10T23:59",
            now: "2027-01-31T10:00"
        ),
        Case(
            rule: "FREQ=MONTHLY;BYMONTHDAY=31",
            basis: .completion,
            deadline: "2027-01-31T23:59",
            now: "2027-01-31T10:00",
            next: .init(deadline: "2027-03-31T23:59")
        ),
    ]

    @Test("[T13] What follows a to-do that repeats", arguments: cases)
    func next(_ test: Case) throws {
        let rule = try #require(RecurrenceRule(rfc5545: test.rule))
        let todo = Todo(
            id: Todo.ID(UUID(high: 1, low: 1)),
            title: "Water the plants",
            detail: "All",
            deadline: try test.deadline.map { try Self.at($0) },
            reminder: try test.reminder.map { try Self.at($0) },
            tags: ["home"],
            note: Note.ID(UUID(high: 2, low: 2)),
            repetition: Repetition(rule, from: test.basis),
            created: Instant(milliseconds: 0),
            modified: Instant(milliseconds: 0)
        )
        let found = todo.next(now: try Self.at(test.now), in: Self.zone)
        guard let next = test.next else {
            #expect(found == nil)
            return
        }
        var expected = TodoDraft(todo)
        expected.deadline = try next.deadline.map { try Self.at($0) }
        expected.reminder = try next.reminder.map { try Self.at($0) }
        if let rule = next.rule { expected.repetition?.rule = try #require(RecurrenceRule(rfc5545: rule)) }
        #expect(found == expected)
    }

    @Test("[T13] A to-do without dates counts from the day it was made, and what follows is due on its day")
    func dateless() throws {
        let rule = try #require(RecurrenceRule(rfc5545: "FREQ=WEEKLY"))
        var todo = Todo(
            id: Todo.ID(UUID(high: 1, low: 1)),
            title: "x",
            repetition: Repetition(rule),
            created: try Self.at("2026-11-22T01:00"),
            modified: try Self.at("2026-11-22T01:00")
        )
        #expect(
            todo.next(now: try Self.at("2026-11-24T10:00"), in: Self.zone)?.deadline
                == (try Self.at("2026-11-29T23:59"))
        )
        #expect(
            todo.next(now: try Self.at("2026-11-30T10:00"), in: Self.zone)?.deadline
                == (try Self.at("2026-12-06T23:59"))
        )
        todo.repetition?.basis = .completion
        #expect(
            todo.next(now: try Self.at("2026-11-30T10:00"), in: Self.zone)?.deadline
                == (try Self.at("2026-12-07T23:59"))
        )
    }

    @Test("[T13] A time of any record, however far, has a next one or not, without a crash")
    func extremes() throws {
        let rule = try #require(RecurrenceRule(rfc5545: "FREQ=DAILY"))
        for milliseconds in [Int64.min, Int64.max, -62_135_596_800_000, 253_402_300_799_999] {
            for basis in [RecurrenceBasis.due, .completion] {
                let moment = Instant(milliseconds: milliseconds)
                let todo = Todo(
                    id: Todo.ID(UUID(high: 1, low: 1)),
                    title: "x",
                    deadline: moment,
                    reminder: Instant(milliseconds: -milliseconds.dividedReportingOverflow(by: 2).partialValue),
                    repetition: Repetition(rule, from: basis),
                    created: moment,
                    modified: moment
                )
                for now in [Instant(milliseconds: 0), moment] { _ = todo.next(now: now, in: Self.zone) }
            }
        }
    }

    @Test("[T13] [T5] A deadline at a day's end is at the next day's end, also where clocks go back at midnight")
    func endsOfDays() throws {
        var day = try #require(CivilDate("2026-10-27"))
        for _ in 0..<4 {
            let todo = Todo(
                id: Todo.ID(UUID(high: 0, low: 1)),
                title: "a",
                deadline: Places.cairo.endOfDay(day),
                repetition: Repetition(try #require(RecurrenceRule(.daily))),
                created: Instant(milliseconds: 0),
                modified: Instant(milliseconds: 0)
            )
            day = day.advanced(days: 1)
            let next = todo.next(now: Instant(milliseconds: 0), in: Places.cairo)
            #expect(next?.deadline == Places.cairo.endOfDay(day))
        }
    }

    @Test(
        "[T13] Repetitions in words",
        arguments: [
            ("FREQ=DAILY", "Every day"), ("FREQ=DAILY;INTERVAL=3", "Every 3 days"),
            ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "Every weekday"), ("FREQ=WEEKLY", "Every week"),
            ("FREQ=WEEKLY;BYDAY=FR", "Every week on Friday"),
            (
                "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;UNTIL=20261225",
                "Every 2 weeks on Monday and Wednesday, until 25 December 2026"
            ),
            ("FREQ=WEEKLY;BYDAY=SU,SA,WE", "Every week on Wednesday, Saturday and Sunday"),
            ("FREQ=MONTHLY;BYMONTHDAY=15", "Every month on the 15th"),
            ("FREQ=MONTHLY;BYMONTHDAY=1,22,-1", "Every month on the 1st, 22nd and last day"),
            ("FREQ=MONTHLY;BYDAY=3WE", "Every month on the 3rd Wednesday"),
            ("FREQ=MONTHLY;BYDAY=-1FR;COUNT=10", "Every month on the last Friday, 10 times"),
            ("FREQ=MONTHLY;BYDAY=-2MO", "Every month on the 2nd to last Monday"),
            ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "Every month on the last weekday"),
            (
                "FREQ=MONTHLY;BYDAY=TU,TH;BYSETPOS=1,3",
                "Every month on Tuesday and Thursday, only the 1st and 3rd of these"
            ),
            ("FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "Every month on the 13th if it is Friday"),
            ("FREQ=YEARLY", "Every year"), ("FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=25", "Every year on 25 December"),
            ("FREQ=YEARLY;BYMONTH=11;BYDAY=4TH", "Every year in November on the 4th Thursday"),
            ("FREQ=YEARLY;BYMONTH=3,6;BYMONTHDAY=1", "Every year in March and June on the 1st"),
            ("FREQ=YEARLY;BYDAY=20MO", "Every year on the 20th Monday of the year"),
            ("FREQ=DAILY;COUNT=1", "Every day, for the last time"),
        ]
    )
    func words(rule: String, text: String) throws {
        let rule = try #require(RecurrenceRule(rfc5545: rule))
        #expect(Texts.repetition(Repetition(rule)) == text)
    }

    @Test(
        "[T13] Repetitions from completion in words",
        arguments: [
            ("FREQ=DAILY;INTERVAL=3", "3 days after it is done"), ("FREQ=YEARLY", "1 year after it is done"),
            ("FREQ=WEEKLY;COUNT=2", "1 week after it is done, 2 times"),
            ("FREQ=WEEKLY;BYDAY=MO", "Every week on Monday, counted from when it is done"),
            (
                "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;UNTIL=20261225",
                "Every weekday, counted from when it is done, until 25 December 2026"
            ),
        ]
    )
    func wordsFromCompletion(rule: String, text: String) throws {
        let rule = try #require(RecurrenceRule(rfc5545: rule))
        #expect(Texts.repetition(Repetition(rule, from: .completion)) == text)
    }
}
