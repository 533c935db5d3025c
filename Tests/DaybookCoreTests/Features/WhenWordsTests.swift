import Testing

@testable import DaybookCore

/// The line for words in the question for when. It is Friday, 15 January 2027, eight in the morning.
@Suite("[L9] [T14] Words about to-dos that exist")
struct WhenWordsTests {
    private let zone = TimeZone.utc

    private func at(_ text: String) -> Instant? { zone.instant(wallClock: text) }

    private func end(_ day: String) -> Instant? { CivilDate(day).map { zone.endOfDay($0) } }

    private func typed(_ story: Story) -> TypedTime? {
        if case .when(_, _, let typed) = story.homeState.overlay { typed } else { nil }
    }

    /// Asks when a to-do is to be done, and types; returns the preview.
    private func ask(_ story: inout Story, _ todo: Todo, _ words: String) -> TypedTime.Reading? {
        story.play(.list(.key(.when, at: todo.id)))
        story.play(.overlay(.nameChanged(words)))
        return typed(story)?.reading
    }

    @Test("A time is a reminder, a tag is added, the message names both, and one undo takes both back")
    func timeAndTag() {
        var story = Story.signedIn()
        let milk = story.add("Milk #home")
        #expect(ask(&story, milk, "tomorrow 9am #work #HOME") == .understood("Tomorrow 09:00, #work, #HOME"))
        guard case .when(_, let calendar, _) = story.homeState.overlay else {
            Issue.record("the question is open")
            return
        }
        #expect(calendar.day == CivilDate("2027-01-16"))
        story.play(.overlay(.confirmed))
        #expect(story.homeState.overlay == nil)
        let changed = story.homeState.notebook.todos[milk.id]
        #expect(changed?.reminder == at("2027-01-16T09:00") && changed?.deadline == nil)
        #expect(changed?.tags == ["home", "work"])
        #expect(story.homeState.toast?.text == "Changed “Milk”: tomorrow 09:00, #work, #HOME.")
        story.play(.toast(.undoTapped))
        let back = story.homeState.notebook.todos[milk.id]
        #expect(back?.reminder == nil && back?.tags == ["home"])
    }

    /// Words, the meaning that shows, and the dates of a to-do that had none.
    struct Words: CustomTestStringConvertible, Sendable {
        var typed: String
        var shown: String
        var reminder: String?
        var deadline: String?
        var repeats = false
        var testDescription: String { typed }
    }

    @Test(
        "The line that adds has the same words; a day without an hour is that of the calendar",
        arguments: [
            Words(typed: "monday", shown: "Monday", deadline: "2027-01-18"),
            Words(typed: "by monday", shown: "By Monday", deadline: "2027-01-18"),
            Words(typed: "9", shown: "Today 09:00", reminder: "2027-01-15T09:00"),
            Words(typed: "#work tomorrow 9am", shown: "Tomorrow 09:00, #work", reminder: "2027-01-16T09:00"),
            Words(
                typed: "every week",
                shown: "Every week, from today 09:00",
                reminder: "2027-01-15T09:00",
                repeats: true
            ),
            Words(
                typed: "by monday, sunday 9am",
                shown: "Sunday 09:00, by Monday",
                reminder: "2027-01-17T09:00",
                deadline: "2027-01-18"
            ),
        ]
    )
    func meanings(_ words: Words) {
        var story = Story.signedIn()
        let todo = story.add("Milk")
        #expect(ask(&story, todo, words.typed) == .understood(words.shown))
        story.play(.overlay(.confirmed))
        let changed = story.homeState.notebook.todos[todo.id]
        #expect(changed?.reminder == words.reminder.flatMap { at($0) })
        #expect(changed?.deadline == words.deadline.flatMap { end($0) })
        #expect((changed?.repetition != nil) == words.repeats)
        #expect(changed?.title == "Milk")
    }

    @Test("A deadline before the hour moves to its day, and a repetition counts from the dates that are there")
    func dated() {
        var story = Story.signedIn()
        let rent = story.add("Rent by monday")
        #expect(ask(&story, rent, "tomorrow 9am") == .understood("Tomorrow 09:00"))
        story.play(.overlay(.confirmed))
        #expect(story.homeState.notebook.todos[rent.id]?.reminder == at("2027-01-16T09:00"))
        #expect(story.homeState.notebook.todos[rent.id]?.deadline == end("2027-01-18"))
        #expect(ask(&story, rent, "tuesday 9am") == .understood("Tuesday 09:00"))
        story.play(.overlay(.confirmed))
        #expect(story.homeState.notebook.todos[rent.id]?.reminder == at("2027-01-19T09:00"))
        #expect(story.homeState.notebook.todos[rent.id]?.deadline == end("2027-01-19"))
        #expect(ask(&story, rent, "every week") == .understood("Every week"))
        story.play(.overlay(.confirmed))
        let repeating = story.homeState.notebook.todos[rent.id]
        #expect(repeating?.repetition?.rule.frequency == .weekly)
        #expect(repeating?.reminder == at("2027-01-19T09:00") && repeating?.deadline == end("2027-01-19"))
        #expect(story.homeState.toast?.text == "Changed “Rent”: Every week.")
    }

    @Test("What is not understood or what a rule refuses changes nothing and stays, with the reason")
    func refused() {
        var story = Story.signedIn()
        let todo = story.add("a #one #two #six")
        let before = story.homeState.notebook.todos[todo.id]
        let long = String(repeating: "9 ", count: 300)
        for words in ["blue cheese", "call mum tomorrow", "tomorrow friday", long] {
            #expect(ask(&story, todo, words) == .unclear(Texts.unclearTime), "\(words)")
            story.play(.overlay(.confirmed))
            #expect(typed(story)?.text == Text.oneLine(words))
            story.play(.overlay(.dismissed))
        }
        let tag = "much-too-long-a-tag"
        let reason = Rules.standard.tagViolation(tag)?.message ?? ""
        #expect(ask(&story, todo, "#" + tag) == .unclear(reason) && !reason.isEmpty)
        story.play(.overlay(.dismissed))
        #expect(ask(&story, todo, "today 7am").map { "\($0)".contains("has passed") } == true)
        story.play(.overlay(.dismissed))
        // This to-do has as many tags as there may be.
        #expect(ask(&story, todo, "tomorrow #new") == .understood("Tomorrow, #new"))
        story.play(.overlay(.confirmed))
        #expect(typed(story)?.reading == .unclear(Texts.tooManyTags(3)) && typed(story)?.text == "tomorrow #new")
        #expect(story.homeState.notebook.todos[todo.id] == before)
    }

    @Test("Enter in the empty line is the first offer, tomorrow; the arrow down leads to the calendar")
    func keys() {
        var story = Story.signedIn()
        let milk = story.add("Milk")
        story.play(.list(.key(.when, at: milk.id)))
        story.play(.overlay(.steered(1)))
        #expect(story.homeState.keyboard.place == .day(nil))
        #expect(typed(story) == TypedTime())
        story.play(.overlay(.confirmed))
        #expect(story.homeState.overlay == nil)
        #expect(story.homeState.notebook.todos[milk.id]?.deadline == end("2027-01-16"))
        #expect(story.homeState.toast?.text == "“Milk” is planned for tomorrow.")
    }

    @Test("[T8] All that are chosen in one step and one undo; one that a rule keeps as it is stays chosen")
    func several() {
        var story = Story.signedIn()
        let full = story.add("a #one #two #six")
        let (free, dated) = (story.add("b"), story.add("c by monday"))
        story.play(.list(.choosing(.began(nil))))
        story.play(.list(.choosing(.pickedAll)))
        story.play(.list(.key(.when, at: nil)))
        story.play(.overlay(.nameChanged("every week #home")))
        #expect(typed(story)?.reading == .understood("Every week, #home"))
        story.play(.overlay(.confirmed))
        #expect(story.homeState.overlay == nil)
        let todos = story.homeState.notebook.todos
        #expect(todos[free.id]?.repetition != nil && todos[free.id]?.reminder == at("2027-01-15T09:00"))
        #expect(todos[dated.id]?.repetition != nil && todos[dated.id]?.reminder == nil)
        #expect(todos[dated.id]?.deadline == end("2027-01-18"))
        #expect([free, dated].allSatisfy { todos[$0.id]?.tags == ["home"] })
        #expect(todos[full.id]?.repetition == nil)
        #expect(story.homeState.list.choice?.contains(full.id) == true)
        let stays = "The others stay as they are. \(Texts.tooManyTags(3))"
        #expect(story.homeState.toast?.text == "Planned 2 to-dos. \(stays)")
        story.play(.toast(.undoTapped))
        #expect([free, dated].allSatisfy { story.homeState.notebook.todos[$0.id]?.repetition == nil })
        #expect([free, dated].allSatisfy { story.homeState.notebook.todos[$0.id]?.tags == [] })
        #expect(story.homeState.notebook.todos[free.id]?.reminder == nil)
        story.play(.list(.choosing(.pickedAll)))
        story.play(.list(.key(.when, at: nil)))
        story.play(.overlay(.nameChanged("#home")))
        story.play(.overlay(.confirmed))
        #expect(story.homeState.toast?.text == "Tagged 2 to-dos. \(stays)")
    }
}
