import Testing

@testable import DaybookCore

/// Days and moments that are offered, on Monday 23 November 2026 at 14:00, two hours east of UTC.
@Suite struct PlanningTests {
    private let zone = TimeZone(initialOffset: 120)
    private var now: Instant { at(23, 14) }

    private func day(_ day: Int) -> CivilDate {
        CivilDate(daysSince1970: (CivilDate(year: 2026, month: 11, day: 1)?.daysSince1970 ?? 0) + day - 1)
    }

    private func at(_ day: Int, _ hour: Int, _ minute: Int = 0) -> Instant {
        zone.instant(on: self.day(day), minuteOfDay: hour * 60 + minute)
    }

    @Test("[L9] Today, tomorrow, the next Saturday and the next Monday, which are the words' days")
    func days() {
        #expect(DayChoice.allCases.map { $0.day(from: day(23), Habits()) } == [day(23), day(24), day(28), day(30)])
        #expect(DayChoice.allCases.map { $0.day(from: day(27), Habits()) } == [day(27), day(28), day(28), day(30)])
        #expect(DayChoice.allCases.map { $0.day(from: day(28), Habits()) } == [day(28), day(29), day(35), day(30)])
        #expect(DayChoice.allCases.map { $0.day(from: day(29), Habits()) } == [day(29), day(30), day(35), day(30)])
    }

    @Test("Ten minutes, an hour, tonight while that is more than an hour away, tomorrow at nine")
    func snooze() {
        func moments(_ now: Instant) -> [Instant?] { Snooze.allCases.map { $0.moment(now, in: zone) } }
        #expect(moments(now) == [at(23, 14, 10), at(23, 15), at(23, 20), at(24, 9)])
        #expect(moments(at(23, 19)) == [at(23, 19, 10), at(23, 20), nil, at(24, 9)])
        #expect(moments(at(23, 23, 55)) == [at(24, 0, 5), at(24, 0, 55), nil, at(24, 9)])
    }

    /// The dates of a to-do after it is planned for a day.
    private func plan(_ deadline: Instant?, _ reminder: Instant?, for day: CivilDate?) -> [Instant?] {
        var draft = TodoDraft(title: "one")
        (draft.deadline, draft.reminder) = (deadline, reminder)
        draft.plan(for: day, now, in: zone)
        return [draft.deadline, draft.reminder]
    }

    @Test("[L9] Without dates, the day becomes the deadline; no day takes all dates away")
    func plain() {
        #expect(plan(nil, nil, for: day(24)) == [at(24, 23, 59), nil])
        #expect(plan(at(24, 9), at(24, 8), for: nil) == [nil, nil])
    }

    @Test("[L9] A deadline keeps its time, and the reminder moves by as many days")
    func moved() {
        #expect(plan(at(25, 23, 59), nil, for: day(28)) == [at(28, 23, 59), nil])
        #expect(plan(at(25, 9, 30), at(24, 18), for: day(28)) == [at(28, 9, 30), at(27, 18)])
        #expect(plan(at(20, 9, 30), at(19, 18), for: day(28)) == [at(28, 9, 30), at(27, 18)])
    }

    @Test("[L9] A reminder without a deadline moves to the day itself")
    func reminder() {
        #expect(plan(nil, at(20, 9), for: day(24)) == [nil, at(24, 9)])
        #expect(plan(nil, at(26, 18), for: day(23)) == [nil, at(23, 18)])
    }

    @Test("[T6] [L9] No time is set that has passed: the deadline is for the whole day, and the reminder goes")
    func passed() {
        #expect(plan(at(25, 9), at(24, 8), for: day(23)) == [at(23, 23, 59), nil])
        #expect(plan(nil, at(22, 7), for: day(23)) == [at(23, 23, 59), nil])
        #expect(plan(at(25, 9), at(23, 15), for: day(24)) == [at(24, 9), nil])
    }

    @Test("[T5] [T6] [L9] Whatever a to-do has, it can be planned for each day that is offered")
    func law() {
        for seed in Seeds.runs(5) {
            var random = SplitMix64(seed: seed)
            func moment() -> Instant? {
                Bool.random(using: &random)
                    ? at(.random(in: 1...60, using: &random), .random(in: 0...23, using: &random)) : nil
            }
            for _ in 0..<100 {
                var draft = TodoDraft(title: "one")
                (draft.deadline, draft.reminder) = (moment(), moment())
                let todo = Todo(
                    id: Todo.ID(UUID(high: 0, low: 1)),
                    title: "one",
                    deadline: draft.deadline,
                    reminder: draft.reminder,
                    created: at(1, 0),
                    modified: at(1, 0)
                )
                for choice in DayChoice.allCases {
                    var planned = draft
                    planned.plan(for: choice.day(from: day(23), Habits()), now, in: zone)
                    let broken = Rules.standard.violations(of: planned, changing: todo, now: now)
                    #expect(broken == [], "\(seed.asSeed)")
                    let day = zone.date(at: planned.deadline ?? planned.reminder ?? Instant(milliseconds: 0))
                    #expect(day == choice.day(from: self.day(23), Habits()), "\(seed.asSeed)")
                }
            }
        }
    }
}
