import Testing

@testable import DaybookCore

@Suite("[D1] The calendar in which a day is picked")
struct MonthGridTests {
    private func day(_ text: String) -> CivilDate { CivilDate(text) ?? CivilDate(daysSince1970: 0) }

    @Test("[T5] The weeks of a month begin on the person's day and hold each of its days once", arguments: [0, 1, 6])
    func weeks(start: Int) {
        for month in 1...12 {
            let calendar = MonthGrid(at: day("2026-\(month < 10 ? "0" : "")\(month)-15"))
            let weeks = calendar.weeks(Habits(weekStart: start))
            let days = weeks.flatMap { $0 }.compactMap { $0 }
            #expect(days.map { $0.day } == Array(1...CivilDate.daysIn(month: month, of: 2026)))
            #expect(weeks.allSatisfy { $0.count == 7 && $0.contains { $0 != nil } })
            for (place, other) in weeks.flatMap({ $0 }).enumerated() {
                if let other { #expect(other.weekday == (start + place) % 7) }
            }
        }
    }

    @Test("[T5] Keys walk by days, weeks, months and years, and a short month shows its last day")
    func steps() {
        let habits = Habits(weekStart: 1)
        for (step, from, to) in [
            (MonthGrid.Step.dayBack, "2026-03-01", "2026-02-28"), (.dayOn, "2026-12-31", "2027-01-01"),
            (.weekBack, "2026-11-25", "2026-11-18"), (.weekOn, "2026-11-25", "2026-12-02"),
            (.weekStart, "2026-11-25", "2026-11-23"), (.weekEnd, "2026-11-25", "2026-11-29"),
            (.monthBack, "2026-03-31", "2026-02-28"), (.monthOn, "2026-01-31", "2026-02-28"),
            (.yearBack, "2028-02-29", "2027-02-28"), (.yearOn, "2026-11-25", "2027-11-25"),
            (.dayBack, "1970-01-01", "1970-01-01"), (.yearOn, "9998-06-01", "9998-06-01"),
        ] {
            var calendar = MonthGrid(at: day(from))
            calendar.take(step, habits)
            #expect(calendar.day == day(to), "\(step)")
        }
    }

    @Test("[T5] [T6] In the editor a day and a time are picked, which the calendar follows; a tap closes it")
    func editor() {
        var story = Story.signedIn()
        let zone = TimeZone.utc
        let today = zone.date(at: story.now)
        story.play(.list(.newTapped))
        story.play(.editor(.whenTapped(.deadline)))
        #expect(story.editor?.deadlineCalendar == MonthGrid(at: today) && story.editor?.reminderCalendar == nil)
        story.play(.editor(.whenWalked(.deadline, .dayOn)))
        #expect(story.homeState.keyboard.place == .day(.deadline))
        #expect(story.editor?.draft.deadline == nil)
        let next = today.advanced(days: 1)
        story.play(.editor(.deadlinePicked(next)))
        story.play(.editor(.deadlineTimed(9 * 60)))
        #expect(story.editor?.draft.deadline == zone.instant(on: next, minuteOfDay: 9 * 60))
        #expect(story.editor?.deadlineCalendar == MonthGrid(at: next))
        story.play(.editor(.deadlineTimed(nil)))
        #expect(story.editor?.draft.deadline == zone.endOfDay(next))
        story.play(.editor(.whenTapped(.reminder)))
        story.play(.editor(.reminderDayPicked(next)))
        #expect(story.editor?.draft.reminder == zone.instant(on: next, minuteOfDay: 9 * 60))
        story.play(.editor(.reminderTimed(17 * 60 + 30)))
        #expect(story.editor?.draft.reminder == zone.instant(on: next, minuteOfDay: 17 * 60 + 30))
        story.play(.editor(.reminderDayPicked(next.advanced(days: 3))))
        #expect(story.editor?.draft.reminder == zone.instant(on: next.advanced(days: 3), minuteOfDay: 17 * 60 + 30))
        story.play(.editor(.whenTurned(.reminder, .monthOn)))
        #expect(story.editor?.draft.reminder == zone.instant(on: next.advanced(days: 3), minuteOfDay: 17 * 60 + 30))
        story.play(.editor(.whenTapped(.reminder)))
        #expect(story.editor?.reminderCalendar == nil)
    }

    @Test("[T6] A time alone is the next such time, and a reminder for today is not set in the past")
    func timesAlone() {
        var story = Story.signedIn()
        let zone = TimeZone.utc
        story.now = zone.instant(wallClock: "2026-11-24T15:10") ?? story.now
        story.play(.list(.newTapped))
        story.play(.editor(.deadlineTimed(9 * 60)))
        #expect(story.editor?.draft.deadline == zone.instant(wallClock: "2026-11-25T09:00"))
        story.play(.editor(.reminderTimed(16 * 60)))
        #expect(story.editor?.draft.reminder == zone.instant(wallClock: "2026-11-24T16:00"))
        story.play(.editor(.reminderPicked(nil)))
        story.play(.editor(.reminderDayPicked(day("2026-11-24"))))
        #expect(story.editor?.draft.reminder == zone.instant(wallClock: "2026-11-24T16:00"))
    }

    @Test("[L9] The question for when plans a to-do by a day, by words, and for several at once")
    func question() {
        var story = Story.signedIn()
        let zone = TimeZone.utc
        let (milk, bread) = (story.add("Milk"), story.add("Bread"))
        let today = zone.date(at: story.now)
        story.play(.list(.whenTapped(milk.id)))
        #expect(story.homeState.overlay == .when(.todo(milk.id), MonthGrid(at: today), TypedTime()))
        story.play(.overlay(.walked(.weekOn)))
        #expect(story.homeState.keyboard.place == .day(nil))
        story.play(.list(.planned(milk.id, .day(today.advanced(days: 7)))))
        #expect(story.homeState.overlay == nil)
        #expect(story.homeState.notebook.todos[milk.id]?.deadline == zone.endOfDay(today.advanced(days: 7)))
        story.play(.list(.key(.when, at: bread.id)))
        story.play(.overlay(.nameChanged("gibberish")))
        story.play(.overlay(.confirmed))
        guard case .when(_, _, let typed) = story.homeState.overlay else {
            Issue.record("the question stays")
            return
        }
        #expect(typed.unclear != nil)
        story.play(.overlay(.nameChanged("tomorrow 9am")))
        story.play(.overlay(.confirmed))
        #expect(story.homeState.overlay == nil)
        let moment = zone.instant(on: zone.date(at: story.now).advanced(days: 1), minuteOfDay: 9 * 60)
        #expect(story.homeState.notebook.todos[bread.id]?.reminder == moment)
        #expect(story.homeState.toast?.text == "Changed “Bread”: tomorrow 09:00.")
        story.play(.list(.choosing(.began(nil))))
        story.play(.list(.choosing(.pickedAll)))
        story.play(.list(.choosing(.act(.when))))
        story.play(.overlay(.turned(.monthOn)))
        story.play(.list(.choosing(.act(.plan(.none)))))
        #expect([milk, bread].allSatisfy { story.homeState.notebook.todos[$0.id]?.deadline == nil })
    }

    @Test("[T10] A sample is not planned, and what is done has no when")
    func others() {
        var story = Story.signedIn()
        let todo = story.add("Milk")
        story.play(.list(.checkTapped(todo.id)))
        story.play(.list(.whenTapped(todo.id)))
        #expect(story.homeState.overlay == nil)
        // A reminder alone moves to the given moment.
        var draft = TodoDraft()
        draft.reminder = story.now.advanced(by: .days(1))
        let words = QuickAddReader(rules: .standard, now: story.now, zone: .utc).readAlone("in 3 days at 8am")
        draft.plan(.words(words), story.now, in: .utc)
        #expect(draft.reminder != nil && draft.reminder == words.reminder?.instant && draft.deadline == nil)
    }
}
