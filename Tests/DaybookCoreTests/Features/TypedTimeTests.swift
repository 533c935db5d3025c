import Testing

@testable import DaybookCore

@Suite("Times typed in the editor")
struct TypedTimeTests {
    private func writing() -> Story {
        var story = Story.inBerlin()
        story.play(.list(.newTapped))
        story.now = Places.instant("2026-11-18T10:00", in: Places.berlin)
        return story
    }

    private func typed(_ text: String, _ reading: TypedTime.Reading) -> TypedTime {
        var typed = TypedTime()
        typed.text = text
        typed.reading = reading
        return typed
    }

    @Test("[T6] A moment that is offered sets the reminder, to the minute, instead of words")
    func offered() {
        var story = writing()
        story.now = story.now.advanced(by: .seconds(42))
        story.play(.editor(.reminderTyped("never")))
        story.now = Places.instant("2026-11-18T10:00", in: Places.berlin).advanced(by: .seconds(42))
        for (choice, time) in [
            (Snooze.hour, "2026-11-18T11:00"), (.tonight, "2026-11-18T20:00"), (.tomorrow, "2026-11-19T09:00"),
        ] {
            let now = story.now
            story.play(.editor(.reminderSuggested(choice)))
            story.now = now
            #expect(story.editor?.draft.reminder == Places.instant(time, in: Places.berlin))
            #expect(story.editor?.reminderTyped == TypedTime())
        }
        // After 19:00 there is no evening to come.
        story.now = Places.instant("2026-11-18T19:30", in: Places.berlin)
        story.play(.editor(.reminderSuggested(.tonight)))
        #expect(story.editor?.draft.reminder == Places.instant("2026-11-19T09:00", in: Places.berlin))
    }

    @Test("[T6] An hour from now is an hour, also when the clock shows the same hour twice")
    func repeatedHour() {
        var story = writing()
        for (choice, time) in [(Snooze.hour, "2026-10-25T01:55:00Z"), (.tenMinutes, "2026-10-25T01:05:00Z")] {
            story.now = Places.instant("2026-10-25T00:55:42Z")
            story.play(.editor(.reminderSuggested(choice)))
            #expect(story.editor?.draft.reminder == Places.instant(time))
        }
    }

    @Test("[T6] [T14] Words for a reminder set it, and show at once what was understood")
    func reminder() {
        var story = writing()
        let moment = Places.instant("2026-11-19T09:00", in: Places.berlin)
        story.home(.editor(.reminderTyped("tomorrow 9am"))) { [self] in
            $0.editor?.draft.reminder = moment
            $0.editor?.reminderTyped = typed("tomorrow 9am", .understood("Tomorrow, 19 November at 09:00"))
        }
        story.home(.editor(.reminderTyped("tomorrow 9am x"))) { [self] in
            $0.editor?.reminderTyped = typed("tomorrow 9am x", .unclear(Texts.unclearTime))
        }
        story.home(.editor(.reminderTyped(""))) { $0.editor?.reminderTyped = TypedTime() }
        #expect(story.editor?.draft.reminder == moment)
        // The button that takes the reminder away goes with it.
        story.home(.editor(.reminderPicked(nil))) {
            $0.editor?.draft.reminder = nil
            $0.keyboard.move(to: .field(.reminder))
        }
    }

    @Test("[T5] [T14] Words for a deadline set it to the end of its day")
    func deadline() {
        var story = writing()
        story.home(.editor(.deadlineTyped("friday"))) { [self] in
            $0.editor?.draft.deadline = Places.instant("2026-11-20T23:59", in: Places.berlin)
            $0.editor?.deadlineTyped = typed("friday", .understood("Friday, 20 November"))
        }
        story.home(.editor(.deadlineTyped("25 dec 2027 5pm"))) { [self] in
            $0.editor?.draft.deadline = Places.instant("2027-12-25T17:00", in: Places.berlin)
            $0.editor?.deadlineTyped = typed(
                "25 dec 2027 5pm",
                .understood("Saturday, 25 December 2027 at 17:00")
            )
        }
        story.home(.editor(.deadlineSuggested(.today)), [.announce("Deadline: today 17:00")]) {
            $0.editor?.draft.deadline = Places.instant("2026-11-18T17:00", in: Places.berlin)
            $0.editor?.deadlineTyped = TypedTime()
        }
        story.home(.editor(.deadlinePicked(nil))) {
            $0.editor?.draft.deadline = nil
            $0.keyboard.move(to: .field(.deadline))
        }
    }

    @Test("[T5] [T6] The value of an offer is announced to a screen reader, because the keyboard stays on the offer")
    func announced() {
        var story = writing()
        story.home(.editor(.deadlineSuggested(.tomorrow)), [.announce("Deadline: tomorrow")]) {
            $0.editor?.draft.deadline = Places.instant("2026-11-19T23:59", in: Places.berlin)
        }
        story.home(.editor(.reminderSuggested(.tonight)), [.announce("Reminder: today 20:00")]) {
            $0.editor?.draft.reminder = Places.instant("2026-11-18T20:00", in: Places.berlin)
        }
        let friday = Places.berlin.date(at: story.now).advanced(days: 2)
        story.home(.editor(.reminderDayPicked(friday)), [.announce("Reminder: Friday 20:00")]) {
            $0.editor?.draft.reminder = Places.instant("2026-11-20T20:00", in: Places.berlin)
        }
        // After 19:00 there is no evening to come: nothing is set, and nothing is announced.
        story.now = Places.instant("2026-11-18T19:30", in: Places.berlin)
        story.home(.editor(.reminderSuggested(.tonight)))
    }

    @Test(
        "[T5] [T6] [T14] Saving opens the closed panel whose words are not understood",
        arguments: [When.Purpose.deadline, .reminder]
    )
    func closedPanel(purpose: When.Purpose) {
        var story = writing()
        let isDeadline = purpose == .deadline
        story.play(.editor(.titleChanged("Pay rent")))
        story.play(.editor(.whenTapped(purpose)))
        story.play(.editor(isDeadline ? .deadlineTyped("soon") : .reminderTyped("soon")))
        story.play(.editor(.whenTapped(purpose)))
        #expect(story.editor?.deadlineCalendar == nil && story.editor?.reminderCalendar == nil)
        let calendar = MonthGrid(at: Places.berlin.date(at: story.now))
        story.home(.editor(.saveTapped), [.announce(Texts.unclearTime)]) {
            $0.editor?.violations = [Violation(isDeadline ? .deadline : .reminder, .badForm, Texts.unclearTime)]
            if isDeadline { $0.editor?.deadlineCalendar = calendar } else { $0.editor?.reminderCalendar = calendar }
        }
        // A panel that is open stays open.
        story.home(.editor(.saveTapped), [.announce(Texts.unclearTime)])
        let typed = isDeadline ? story.editor?.deadlineTyped : story.editor?.reminderTyped
        #expect(typed?.text == "soon")
    }

    @Test("[T6] A broken rule at the field is forgotten once a time was understood")
    func violations() {
        var story = writing()
        story.play(.editor(.titleChanged("x")))
        story.play(.editor(.reminderPicked(Places.instant("2026-11-18T09:00", in: Places.berlin))))
        story.play(.editor(.saveTapped))
        #expect(story.editor?.violations.map { $0.field } == [.reminder])
        story.play(.editor(.reminderTyped("soon")))
        #expect(story.editor?.violations.map { $0.field } == [.reminder])
        story.play(.editor(.reminderTyped("in 2 hours")))
        #expect(story.editor?.violations == [])
        #expect(story.editor?.reminderTyped.reading == .understood("Today, 18 November at 12:00"))
    }
}
