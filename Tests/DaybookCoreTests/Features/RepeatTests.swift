import Testing

@testable import DaybookCore

@Suite("To-dos that repeat")
struct RepeatTests {
    /// 2027-01-15, a Friday, 08:00 UTC.
    private func writing() -> Story {
        var story = Story.signedIn()
        story.play(.list(.newTapped))
        story.play(.editor(.titleChanged("Water the plants")))
        return story
    }

    private func rule(_ story: Story) -> String? { story.editor?.draft.repetition?.rule.rfc5545 }

    @Test("[T13] Presets are fitted to the to-do's day")
    func presets() throws {
        let cases: [(String, [RepeatPreset])] = [
            ("2027-01-15", [.daily, .weekdays, .weekly, .fortnightly, .monthly, .monthlyWeekday, .yearly]),
            (
                "2027-01-25",
                [.daily, .weekdays, .weekly, .fortnightly, .monthly, .monthlyWeekday, .monthlyLastWeekday, .yearly]
            ),
            (
                "2027-01-31",
                [.daily, .weekdays, .weekly, .fortnightly, .monthly, .monthlyLastWeekday, .monthlyLastDay, .yearly]
            ),
        ]
        for (text, presets) in cases {
            let day = try #require(CivilDate(text))
            #expect(RepeatPreset.fitted(to: day) == presets)
            for preset in presets {
                let rule = try #require(preset.rule(on: day))
                #expect(RepeatPreset.of(Repetition(rule), on: day) == preset)
                // The rule chooses the day itself.
                let before = CivilDate(daysSince1970: day.daysSince1970 - 1)
                let start = CivilDate(daysSince1970: day.daysSince1970 - 800)
                if preset != .fortnightly, preset != .weekdays {
                    #expect(rule.next(after: before, from: start) == day, "\(preset) on \(text)")
                }
            }
        }
    }

    @Test("[T13] A preset is picked, moves along with the day of a new to-do, and is saved")
    func picked() throws {
        var story = writing()
        story.play(.editor(.deadlinePicked(CivilDate("2027-01-18"))))
        story.play(.editor(.repeatPicked(.weekly)))
        #expect(rule(story) == "FREQ=WEEKLY;BYDAY=MO")
        story.play(.editor(.deadlinePicked(CivilDate("2027-01-20"))))
        #expect(rule(story) == "FREQ=WEEKLY;BYDAY=WE")
        #expect(story.editor?.repeatPreset(now: story.now, zone: .utc) == .weekly)
        let id = Todo.ID(story.newID)
        story.play(.editor(.closed))
        #expect(story.homeState.notebook.todos[id]?.repetition?.rule.rfc5545 == "FREQ=WEEKLY;BYDAY=WE")
        // A reminder that exists moves alone.
        story.play(.list(.rowTapped(id)))
        story.play(.editor(.deadlinePicked(CivilDate("2027-01-21"))))
        #expect(rule(story) == "FREQ=WEEKLY;BYDAY=WE")
        story.play(.editor(.repeatPicked(nil)))
        story.play(.editor(.closed))
        #expect(story.homeState.notebook.todos[id]?.repetition == nil)
    }

    @Test("[T13] A repetition of one's own is put together step by step")
    func custom() {
        var story = writing()
        story.play(.editor(.deadlinePicked(CivilDate("2027-01-18"))))
        let steps: [(Editor.RepeatEdit, String?)] = [
            (.customTapped, "FREQ=WEEKLY;BYDAY=MO"),
            (.interval(2), "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO"),
            (.weekday(3), "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE"),
            (.weekday(1), "FREQ=WEEKLY;INTERVAL=2;BYDAY=WE"),
            (.weekday(3), "FREQ=WEEKLY;INTERVAL=2;BYDAY=WE"),
            (.until(CivilDate("2027-03-01")), "FREQ=WEEKLY;INTERVAL=2;BYDAY=WE;UNTIL=20270301"),
            (.unit(.monthly), "FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=18;UNTIL=20270301"),
            (.monthDay(.monthlyWeekday), "FREQ=MONTHLY;INTERVAL=2;BYDAY=3MO;UNTIL=20270301"),
            (.count(nil), "FREQ=MONTHLY;INTERVAL=2;BYDAY=3MO;COUNT=10"),
            (.count(12), "FREQ=MONTHLY;INTERVAL=2;BYDAY=3MO;COUNT=12"),
            (.endless, "FREQ=MONTHLY;INTERVAL=2;BYDAY=3MO"),
            (.unit(.yearly), "FREQ=YEARLY;INTERVAL=2;BYMONTH=1;BYMONTHDAY=18"),
            (.until(nil), "FREQ=YEARLY;INTERVAL=2;BYMONTH=1;BYMONTHDAY=18;UNTIL=20270217"),
            (.basis(.completion), "FREQ=YEARLY;INTERVAL=2;UNTIL=20270217"),
            (.unit(.daily), "FREQ=DAILY;INTERVAL=2;UNTIL=20270217"),
            (.basis(.due), "FREQ=DAILY;INTERVAL=2;UNTIL=20270217"),
            (.customTapped, "FREQ=DAILY;INTERVAL=2;UNTIL=20270217"),
        ]
        for (edit, expected) in steps {
            story.play(.editor(.repeatEdited(edit)))
            #expect(rule(story) == expected, "\(edit)")
            #expect(story.editor?.violations == [], "\(edit)")
        }
        #expect(story.editor?.showsRepeatPanel == false)
    }

    @Test(
        "[T13] A text that is not a number or not a future day has an error at the field, and changes nothing",
        arguments: [
            Editor.RepeatEdit.interval(0), .interval(-1), .interval(1_000), .interval(nil), .count(0), .count(-1),
            .count(.max), .until(CivilDate("2027-01-01")),
        ]
    )
    func refused(edit: Editor.RepeatEdit) {
        var story = writing()
        story.play(.editor(.repeatPicked(.daily)))
        story.play(.editor(.repeatEdited(edit)))
        #expect(rule(story) == "FREQ=DAILY")
        #expect(story.editor?.violation(.repetition)?.code == .badForm)
        story.play(.editor(.repeatEdited(.interval(3))))
        #expect(story.editor?.violations == [])
    }

    @Test("[T13] Every second week begins on the day on which the person's week begins")
    func weekStart() throws {
        var story = writing()
        story.app.world.habits = Habits(weekStart: 0)
        story.play(.editor(.deadlinePicked(CivilDate("2027-01-18"))))
        story.play(.editor(.repeatPicked(.fortnightly)))
        #expect(rule(story) == "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;WKST=SU")
        #expect(story.editor?.repeatPreset(now: story.now, zone: .utc) == .fortnightly)
        story.play(.editor(.deadlinePicked(CivilDate("2027-01-20"))))
        #expect(rule(story) == "FREQ=WEEKLY;INTERVAL=2;BYDAY=WE;WKST=SU", "it moves along with a new to-do")
        story.play(.editor(.repeatEdited(.weekday(0))))
        #expect(rule(story) == "FREQ=WEEKLY;INTERVAL=2;BYDAY=WE,SU;WKST=SU")
        // Wednesday, then the Sunday that begins the week after next.
        let day = try #require(CivilDate("2027-01-20"))
        #expect(story.editor?.draft.repetition?.rule.next(after: day, from: day) == CivilDate("2027-01-31"))
        story.play(.editor(.repeatEdited(.interval(1))))
        #expect(rule(story) == "FREQ=WEEKLY;BYDAY=WE,SU", "each week has the same days")
        story.play(.editor(.repeatEdited(.interval(3))))
        #expect(rule(story) == "FREQ=WEEKLY;INTERVAL=3;BYDAY=WE,SU;WKST=SU")
    }

    @Test("[T13] A rule keeps the weeks that it counts on a device whose weeks begin on another day")
    func otherWeekStart() {
        var story = writing()
        story.play(.editor(.deadlinePicked(CivilDate("2027-01-18"))))
        story.play(.editor(.repeatPicked(.fortnightly)))
        story.app.world.habits = Habits(weekStart: 0)
        story.play(.editor(.repeatEdited(.weekday(0))))
        #expect(rule(story) == "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU")
        story.play(.editor(.repeatEdited(.count(4))))
        #expect(rule(story) == "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;COUNT=4")
        story.play(.editor(.repeatEdited(.unit(.daily))))
        story.play(.editor(.repeatEdited(.unit(.weekly))))
        #expect(rule(story) == "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;WKST=SU;COUNT=4", "it is a new rule")
    }

    /// A to-do for 2027-01-15 that repeats daily, synced.
    private func daily() -> (Story, Todo.ID) {
        var story = writing()
        story.play(.editor(.deadlineSuggested(.today)))
        story.play(.editor(.repeatPicked(.daily)))
        let id = Todo.ID(story.newID)
        story.play(.editor(.closed))
        story.answerSync()
        return (story, id)
    }

    private func next(_ story: Story, _ id: Todo.ID) -> Todo.ID? {
        story.homeState.notebook.replica.records[Record.Key(kind: .todo, id: id.uuid)].map { Todo.ID($0.following.id) }
    }

    @Test("[T13] [T8] Check, swipe and key mark it done, show when the next is due, and write both as one entry")
    func marked() throws {
        for action in [
            ListScreen.Action.checkTapped(Todo.ID(UUID(high: 0, low: 0))), .swipedRight(Todo.ID(UUID(high: 0, low: 0))),
            .key(.toggle, at: nil),
        ] {
            var (story, id) = daily()
            let marking: ListScreen.Action =
                switch action {
                case .checkTapped: .checkTapped(id)
                case .swipedRight: .swipedRight(id)
                default: .key(.toggle, at: id)
                }
            let effects = reduce(&story.app, .home(.list(marking), newID: story.newID), story.now)
            #expect(effects.contains(.announce("“Water the plants” is done. Next: tomorrow.")))
            #expect(effects.filter { if case .notebook(.append) = $0 { true } else { false } }.count == 1)
            let made = try #require(next(story, id))
            #expect(story.homeState.notebook.todos[made]?.isDone == false)
            #expect(story.homeState.notebook.todos[id]?.isDone == true)
            // Open again, the next one goes.
            story.play(.list(.checkTapped(id)))
            #expect(story.homeState.notebook.todos[made] == nil)
            #expect(story.homeState.notebook.todos[id]?.isDone == false)
            story.play(.list(.checkTapped(id)))
            #expect(story.homeState.notebook.todos[made]?.isDone == false)
        }
    }

    @Test("[T13] A message tells that it was the last, and another that deleting the newest ends the series")
    func ends() throws {
        var (story, id) = daily()
        story.play(.list(.rowTapped(id)))
        story.play(.editor(.repeatEdited(.count(1))))
        story.play(.editor(.closed))
        let effects = reduce(&story.app, .home(.list(.checkTapped(id)), newID: story.newID), story.now)
        #expect(effects.contains(.announce("“Water the plants” is done. It was the last time.")))
        (story, id) = daily()
        story.play(.list(.checkTapped(id)))
        story.play(.list(.swipedLeft(try #require(next(story, id)))))
        #expect(story.homeState.toast?.text == "Deleted “Water the plants”. It will not repeat.")
        story.play(.toast(.undoTapped))
        #expect(story.titles.count == 2)
        story.play(.list(.swipedLeft(id)))
        #expect(story.homeState.toast?.text == "Deleted “Water the plants”.")
    }

    @Test("[T13] [S12] What a repetition was shows in words, and comes back")
    func history() throws {
        var (story, id) = daily()
        story.play(.list(.rowTapped(id)))
        story.play(.editor(.repeatPicked(nil)))
        story.play(.editor(.closed))
        story.play(.list(.rowTapped(id)))
        story.play(.editor(.historyTapped))
        let at = #""at":"2027-01-15T08:00:00.000Z","device":null"#
        let items = [
            #"{"entry":3,"field":"repeat","value":"FREQ=WEEKLY;BYDAY=FR",\#(at)}"#,
            #"{"entry":2,"field":"repeatFrom","value":"completion",\#(at)}"#,
            #"{"entry":1,"field":"repeat","value":null,\#(at)}"#,
        ]
        let body = Array("{\"items\":[\(items.joined(separator: ","))]}".utf8)
        _ = reduce(&story.app, .answered(.history, Answer(status: 200, body: body)), story.now)
        guard case .history(let history) = story.homeState.upper, case .here(let entries) = history.entries else {
            Issue.record("no history")
            return
        }
        #expect(entries.map { Texts.fieldName($0.field) } == ["Repeat", "Repeat from", "Repeat"])
        #expect(
            entries.map { Texts.value($0, now: story.now, zone: .utc) }
                == ["Every week on Friday", "the day it’s done", "Never"]
        )
        story.play(.upper(.entryTapped(3)))
        story.play(.upper(.entryTapped(2)))
        let rule = try #require(RecurrenceRule(rfc5545: "FREQ=WEEKLY;BYDAY=FR"))
        #expect(story.homeState.notebook.todos[id]?.repetition == Repetition(rule, from: .completion))
    }

    @Test("[T13] What another device makes of a repetition shows in the open editor, unless it was touched here")
    func mergedIntoEditor() throws {
        for isTouched in [false, true] {
            var (story, id) = daily()
            story.play(.list(.rowTapped(id)))
            if isTouched { story.play(.editor(.repeatPicked(.monthly))) }
            let stamp = Stamp(wall: story.now.advanced(by: .seconds(1)), counter: 0, device: 99)
            let field = Record.Field(Todo.Field.repetition, .string("FREQ=YEARLY"), stamp)
            story.play(.pulledToRefresh)
            story.answerSync([Record(kind: .todo, id: id.uuid, fields: [field])], cursor: 9)
            #expect(rule(story) == (isTouched ? "FREQ=MONTHLY;BYMONTHDAY=15" : "FREQ=YEARLY"))
        }
    }
}
