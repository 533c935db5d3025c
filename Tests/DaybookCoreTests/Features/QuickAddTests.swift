import Testing

@testable import DaybookCore

@Suite("The line that adds")
struct QuickAddTests {
    /// Wednesday, 18 November 2026, ten in the morning in Berlin.
    private static let now = Places.instant("2026-11-18T10:00", in: Places.berlin)

    private func story() -> Story { Story.inBerlin() }

    private func berlin(_ wall: String) -> Instant { Places.instant(wall, in: Places.berlin) }

    @Test("[T14] What is understood shows as one types, and makes the to-do")
    func understood() throws {
        var story = story()
        var understood = QuickAdd()
        understood.title = "Pay rent"
        understood.tags = ["home"]
        understood.reminder = When(berlin("2026-11-19T09:00"), isDay: false)
        understood.spans = [
            QuickAdd.Span(kind: .reminder, place: TextSpan(start: 9, end: 21)),
            QuickAdd.Span(kind: .tag, place: TextSpan(start: 22, end: 27)),
        ]
        story.home(.list(.quickAddChanged("Pay rent tomorrow 9am #home"))) {
            $0.list.quickAdd.text = "Pay rent tomorrow 9am #home"
            $0.list.quickAdd.understood = understood
        }
        let id = Todo.ID(story.newID)
        story.play(.list(.quickAddSubmitted(.whole)))
        let todo = try #require(story.homeState.notebook.todos[id])
        #expect((todo.title, todo.tags, todo.deadline) == ("Pay rent", ["home"], nil))
        #expect(todo.reminder == berlin("2026-11-19T09:00"))
        #expect(story.homeState.list == ListScreen())
    }

    @Test("[T13] A deadline and a repetition are made with it")
    func deadlineAndRepetition() throws {
        var story = story()
        story.play(.list(.quickAddChanged("Report due every friday")))
        let id = Todo.ID(story.newID)
        story.play(.list(.quickAddSubmitted(.whole)))
        let todo = try #require(story.homeState.notebook.todos[id])
        #expect(todo.title == "Report")
        #expect(todo.deadline == berlin("2026-11-20T23:59"))
        #expect(todo.reminder == nil)
        #expect(todo.repetition?.rule.rfc5545 == "FREQ=WEEKLY;BYDAY=FR")
        #expect(todo.repetition?.basis == .due)
    }

    @Test("[T14] A tap makes a piece plain text, and the next tap a time again")
    func toggled() {
        var story = story()
        story.play(.list(.quickAddChanged("Read tomorrow #book")))
        story.play(.list(.quickAddToggled(at: 7)))
        #expect(story.homeState.list.quickAdd.plain == [TextSpan(start: 5, end: 13)])
        #expect(story.homeState.list.quickAdd.understood?.title == "Read tomorrow")
        #expect(story.homeState.list.quickAdd.understood?.reminder == nil)
        story.play(.list(.quickAddToggled(at: 12)))
        #expect(story.homeState.list.quickAdd.plain == [])
        #expect(story.homeState.list.quickAdd.understood?.title == "Read")
        // Between the pieces there is nothing to tap.
        story.home(.list(.quickAddToggled(at: 13)))
        story.home(.list(.quickAddToggled(at: 2)))
        story.home(.list(.quickAddToggled(at: 99)))
    }

    @Test("[T14] Escape makes the last piece plain text, Backspace the one before the caret")
    func reverted() {
        var story = story()
        story.play(.list(.quickAddChanged("Read tomorrow #book")))
        let effects = reduce(&story.app, .home(.list(.quickAddReverted(at: nil)), newID: story.newID), story.now)
        #expect(effects == [.announce("“#book” is plain text now.")])
        #expect(story.homeState.list.quickAdd.understood?.spans.map { $0.kind } == [.reminder])
        story.home(.list(.quickAddReverted(at: 2)))
        story.play(.list(.quickAddReverted(at: 13)))
        #expect(story.homeState.list.quickAdd.understood == nil)
        story.home(.list(.quickAddReverted(at: nil)))
        let id = Todo.ID(story.newID)
        story.play(.list(.quickAddSubmitted(.whole)))
        #expect(story.homeState.notebook.todos[id]?.title == "Read tomorrow #book")
        #expect(story.homeState.notebook.todos[id]?.reminder == nil)
        #expect(story.homeState.list.quickAdd.plain == [])
    }

    @Test("[T14] What is plain stays so while one types before and behind it, until its own letters change")
    func carried() {
        var story = story()
        story.play(.list(.quickAddChanged("Read tomorrow")))
        story.play(.list(.quickAddReverted(at: nil)))
        story.play(.list(.quickAddChanged("Read tomorrow 9am")))
        #expect(story.homeState.list.quickAdd.understood?.title == "Read tomorrow")
        story.play(.list(.quickAddChanged("🎉 Read tomorrow 9am")))
        #expect(story.homeState.list.quickAdd.plain == [TextSpan(start: 8, end: 16)])
        #expect(story.homeState.list.quickAdd.understood?.title == "🎉 Read tomorrow")
        story.play(.list(.quickAddChanged("🎉 Read tomorow 9am")))
        #expect(story.homeState.list.quickAdd.plain == [])
        story.play(.list(.quickAddChanged("🎉 Read tomorrow 9am")))
        #expect(story.homeState.list.quickAdd.understood?.title == "🎉 Read")
        story.play(.list(.quickAddChanged("")))
        #expect(story.homeState.list == ListScreen())
    }

    @Test("[T6] A line that waited until its time was over is read again; any other means what it showed")
    func waited() {
        var story = story()
        story.play(.list(.quickAddChanged("Stretch in 5 minutes")))
        var id = Todo.ID(story.newID)
        story.now = Self.now.advanced(by: .minutes(4))
        story.play(.list(.quickAddSubmitted(.whole)))
        #expect(story.homeState.notebook.todos[id]?.reminder == Self.now.advanced(by: .minutes(5)))
        story.now = Self.now
        story.play(.list(.quickAddChanged("Stretch in 5 minutes by today")))
        id = Todo.ID(story.newID)
        story.now = Self.now.advanced(by: .days(1))
        story.play(.list(.quickAddSubmitted(.whole)))
        #expect(story.homeState.notebook.todos[id]?.reminder == Self.now.advanced(by: .minutes(24 * 60 + 5)))
        #expect(story.homeState.notebook.todos[id]?.deadline == berlin("2026-11-19T23:59"))
    }

    @Test("[T2] A line of times alone is a title")
    func timesAlone() {
        var story = story()
        story.home(.list(.quickAddChanged("Tomorrow"))) { $0.list.quickAdd.text = "Tomorrow" }
        let id = Todo.ID(story.newID)
        story.play(.list(.quickAddSubmitted(.whole)))
        #expect(story.homeState.notebook.todos[id]?.title == "Tomorrow")
    }

    @Test("[T6] A time that has passed is asked about; adding once more takes the next day's")
    func passed() throws {
        var story = story()
        story.play(.list(.quickAddChanged("Call Ann today 9am")))
        let id = Todo.ID(story.newID)
        story.play(.list(.quickAddSubmitted(.whole)))
        #expect(story.homeState.notebook.todos[id] == nil)
        #expect(story.homeState.list.quickAdd.text == "Call Ann today 9am")
        #expect(
            story.homeState.list.quickAdd.violation?.message
                == "Today 09:00 has passed. Add it once more for tomorrow 09:00, or change the time."
        )
        // What is typed is another question.
        story.play(.list(.quickAddChanged("Call Ann today 8am")))
        #expect(story.homeState.list.quickAdd.violation == nil)
        story.play(.list(.quickAddSubmitted(.whole)))
        #expect(story.homeState.notebook.todos[id] == nil)
        let added = Todo.ID(story.newID)
        story.play(.list(.quickAddSubmitted(.whole)))
        let todo = try #require(story.homeState.notebook.todos[added])
        #expect((todo.title, todo.reminder) == ("Call Ann", berlin("2026-11-19T08:00")))
        #expect(story.homeState.list == ListScreen())
    }

    @Test("[T6] A time that has passed can be made plain text, and the line is added without it")
    func passedMadePlain() throws {
        var story = story()
        story.play(.list(.quickAddChanged("Call Ann today 9am")))
        story.play(.list(.quickAddSubmitted(.whole)))
        story.play(.list(.quickAddReverted(at: nil)))
        let id = Todo.ID(story.newID)
        story.play(.list(.quickAddSubmitted(.whole)))
        #expect(story.homeState.notebook.todos[id]?.title == "Call Ann today 9am")
        #expect(story.homeState.notebook.todos[id]?.reminder == nil)
    }
}
