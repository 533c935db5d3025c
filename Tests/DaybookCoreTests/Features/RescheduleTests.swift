import Testing

@testable import DaybookCore

/// Days in a row's menu, and moments on the card of a reminder.
@Suite struct RescheduleTests {
    @Test("A day of the menu plans the to-do, shows a message, and offers to undo it")
    func menu() {
        var story = Story.signedIn()
        let todo = story.add("Milk")
        story.play(.list(.menuOpened(todo.id, at: nil)))
        story.play(.list(.planned(todo.id, .offer(.tomorrow))))
        let today = Today(at: story.now, in: .utc)
        let tomorrow = DayChoice.tomorrow.day(from: today.date, Habits())
        #expect(story.homeState.overlay == nil)
        #expect(story.homeState.notebook.todos[todo.id]?.deadline == TimeZone.utc.endOfDay(tomorrow))
        #expect(story.homeState.toast?.text == "“Milk” is planned for tomorrow.")
        story.play(.list(.planned(todo.id, .none)))
        #expect(story.homeState.notebook.todos[todo.id]?.deadline == nil)
        #expect(story.homeState.toast?.text == "“Milk” has no date now.")
        story.play(.toast(.undoTapped))
        #expect(story.homeState.notebook.todos[todo.id]?.deadline == TimeZone.utc.endOfDay(tomorrow))
    }

    @Test("The same day again changes nothing and shows no message")
    func same() {
        var story = Story.signedIn()
        let todo = story.add("Milk by tomorrow")
        let before = story.homeState.notebook.replica
        story.play(.list(.planned(todo.id, .offer(.tomorrow))))
        #expect(story.homeState.notebook.replica == before)
        #expect(story.homeState.toast?.undo == nil)
    }

    @Test("An open editor shows the new day, and saving it keeps that")
    func editor() {
        var story = Story.signedIn()
        let todo = story.add("Milk")
        story.play(.list(.rowTapped(todo.id)))
        story.play(.list(.planned(todo.id, .offer(.tomorrow))))
        let planned = story.homeState.notebook.todos[todo.id]?.deadline
        #expect(planned != nil && story.editor?.draft.deadline == planned)
        story.play(.editor(.detailChanged("Two litres")))
        story.play(.editor(.saveTapped))
        #expect(story.homeState.notebook.todos[todo.id]?.deadline == planned)
        #expect(story.homeState.notebook.todos[todo.id]?.detail == "Two litres")
    }

    @Test("[L9] A key plans the row for tomorrow at once; one that leaves the list gives the cursor to the next")
    func tomorrowByKey() {
        var story = Story.signedIn()
        for title in ["Milk by today", "Bread by today"] { story.add(title) }
        story.play(.list(.dueTapped(.today)))
        let shown = story.visible.slots.map { story.homeState.notebook.todos[$0] }
        let tomorrow = TimeZone.utc.endOfDay(DayChoice.tomorrow.day(from: TimeZone.utc.date(at: story.now), Habits()))
        story.play(.list(.key(.tomorrow, at: shown[0].id)))
        #expect(story.homeState.notebook.todos[shown[0].id]?.deadline == tomorrow)
        #expect(story.homeState.toast?.text == "“\(shown[0].title)” is planned for tomorrow.")
        #expect(story.homeState.overlay == nil)
        #expect(story.titles == [shown[1].title])
        #expect(story.homeState.list.cursor == shown[1].id)
        #expect(story.homeState.keyboard.place == .row(shown[1].id))
        story.play(.list(.key(.undo, at: nil)))
        #expect(story.homeState.notebook.todos[shown[0].id]?.deadline == shown[0].deadline)
    }

    @Test("[L9] [T8] The key plans all that are chosen, in one step; without a row, and in notes, it does nothing")
    func tomorrowForSeveral() {
        var story = Story.signedIn()
        let todos = [story.add("Milk"), story.add("Bread")]
        let tomorrow = TimeZone.utc.endOfDay(DayChoice.tomorrow.day(from: TimeZone.utc.date(at: story.now), Habits()))
        func deadlines() -> [Instant?] { todos.map { story.homeState.notebook.todos[$0.id]?.deadline } }
        story.play(.list(.key(.escape, at: nil)))
        story.play(.list(.key(.tomorrow, at: nil)))
        #expect(deadlines() == [nil, nil])
        story.play(.list(.choosing(.began(nil))))
        story.play(.list(.choosing(.pickedAll)))
        story.play(.list(.key(.tomorrow, at: nil)))
        #expect(story.homeState.list.choice == nil)
        #expect(deadlines() == [tomorrow, tomorrow])
        #expect(story.homeState.toast?.text == "Planned 2 to-dos.")
        story.play(.toast(.undoTapped))
        #expect(deadlines() == [nil, nil])
        story.play(.list(.sectionChosen(.notes)))
        story.play(.list(.key(.tomorrow, at: nil)))
        #expect(deadlines() == [nil, nil])
    }

    @Test("[L9] A key does not plan a done to-do for tomorrow; a sample shows its message (T10)")
    func tomorrowRefused() {
        var story = Story.signedIn()
        let (milk, bread) = (story.add("Milk"), story.add("Bread"))
        story.play(.list(.checkTapped(milk.id)))
        let before = story.homeState.notebook.replica
        story.play(.list(.key(.tomorrow, at: milk.id)))
        #expect(story.homeState.notebook.replica == before)
        let stamp = Stamp(time: UInt64(story.now.milliseconds + 1) << 16, device: 77)
        let origin = Record.Field(Todo.Field.origin, .string("imported"), stamp)
        story.play(.pulledToRefresh)
        story.answerSync([Record(kind: .todo, id: bread.id.uuid, fields: [origin])], cursor: 9)
        story.play(.list(.key(.tomorrow, at: bread.id)))
        #expect(story.homeState.overlay == .imported(bread.id))
        #expect(story.homeState.notebook.todos[bread.id]?.deadline == nil)
    }

    @Test("A sample cannot be planned (T10)")
    func sample() {
        var story = Story.signedIn()
        let todo = story.add("Milk")
        let stamp = Stamp(time: UInt64(story.now.milliseconds + 1) << 16, device: 77)
        let origin = Record.Field(Todo.Field.origin, .string("imported"), stamp)
        story.play(.pulledToRefresh)
        story.answerSync([Record(kind: .todo, id: todo.id.uuid, fields: [origin])], cursor: 9)
        story.play(.list(.planned(todo.id, .offer(.today))))
        #expect(story.homeState.notebook.todos[todo.id]?.deadline == nil)
    }

    @Test(
        "[L9] [T5] [T6] [T8] An overdue to-do gets another day, and Undo brings its dates back. They do not ring again"
    )
    func passed() throws {
        var story = Story.signedIn()
        let todo = story.add("Milk tomorrow 9am by tomorrow")
        #expect(todo.deadline != nil && todo.reminder != nil)
        story.now = story.now.advanced(by: .days(4))
        let ringing = story.homeState.notebook.reminders.ringing
        story.play(.list(.planned(todo.id, .offer(.nextWeek))))
        #expect(story.homeState.toast?.text.hasPrefix("“Milk” is planned for ") == true)
        story.answerSync()
        let planned = try #require(story.homeState.notebook.todos[todo.id])
        let before = try #require(story.homeState.notebook.replica.records[todo.id.key])
        #expect(planned.deadline != todo.deadline && planned.reminder != todo.reminder)
        story.play(.toast(.undoTapped))
        let undone = try #require(story.homeState.notebook.todos[todo.id])
        #expect(undone.deadline == todo.deadline && undone.reminder == todo.reminder)
        let record = try #require(story.homeState.notebook.replica.records[todo.id.key])
        #expect(!record.awaited(try #require(todo.reminder)))
        #expect(story.homeState.notebook.reminders.ringing == ringing)
        for change in story.homeState.notebook.replica.outbox.values {
            #expect(Rules.standard.violations(of: change, existing: before) == [])
        }
    }

    @Test(
        "[T8] A date from before the to-do came back from the trash does not come back, so the message offers no Undo"
    )
    func passedBeforeItsReturn() {
        var story = Story.signedIn()
        let todo = story.add("Milk by tomorrow")
        story.now = story.now.advanced(by: .days(4))
        story.play(.list(.deleteTapped(todo.id)))
        story.play(.toast(.undoTapped))
        story.play(.list(.planned(todo.id, .offer(.nextWeek))))
        #expect(story.homeState.toast?.text.hasPrefix("“Milk” is planned for ") == true)
        #expect(story.homeState.toast?.undo == nil)
    }

    @Test("[R2] Snoozing moves the reminder and shows until when")
    func snooze() {
        var story = Story.signedIn()
        let todo = story.add("Milk")
        story.play(.reminder(.snoozeTapped(todo.id, .tomorrow)))
        let moment = Snooze.tomorrow.moment(story.now, in: .utc)
        #expect(story.homeState.notebook.todos[todo.id]?.reminder == moment)
        #expect(story.homeState.toast?.text == "Reminds again tomorrow 09:00.")
        story.play(.list(.checkTapped(todo.id)))
        story.play(.reminder(.snoozeTapped(todo.id, .hour)))
        #expect(story.homeState.notebook.todos[todo.id]?.reminder == moment, "it is done")
    }
}
