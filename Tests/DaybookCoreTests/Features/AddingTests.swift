import Testing

@testable import DaybookCore

@Suite("Adding to-dos")
struct AddingTests {
    /// Wednesday, 18 November 2026, ten in the morning in Berlin.
    private static let now = Places.instant("2026-11-18T10:00", in: Places.berlin)

    private func story() -> Story { Story.inBerlin() }

    private func writing(_ title: String) -> Story {
        var story = story()
        story.play(.list(.newTapped))
        story.play(.editor(.titleChanged(title)))
        return story
    }

    private var nineTomorrow: Instant { Places.instant("2026-11-19T09:00", in: Places.berlin) }

    private func announcements(_ effects: [Effect]) -> [String] {
        effects.compactMap { effect in
            if case .announce(let text) = effect { text } else { nil }
        }
    }

    @Test("[T2] The letter that fills a title is told, and no other letter; so is a text that is too long at once")
    func tellsLimit() {
        let letters = { String(repeating: "a", count: $0) }
        let typed: [(Int, String?)] = [(31, nil), (32, "0 left"), (33, nil), (34, nil), (0, nil), (34, "2 too many")]
        var story = story()
        for (count, text) in typed {
            let told = story.play(.list(.quickAddChanged(letters(count))))
            #expect(announcements(told) == [text].compactMap { $0 })
        }
        story.play(.list(.newTapped))
        for (count, text) in typed {
            let told = story.play(.editor(.titleChanged(letters(count))))
            #expect(announcements(told) == [text].compactMap { $0 })
        }
    }

    // MARK: - Words in the title of a new to-do

    @Test("[T6] The editor asks about a time of today that has passed; saving again takes the next day's")
    func passed() throws {
        var story = writing("Call Ann today 9am")
        let id = Todo.ID(story.newID)
        story.play(.editor(.saveTapped))
        #expect(story.homeState.notebook.todos[id] == nil)
        #expect(
            story.editor?.violation(.title)?.message
                == "Today 09:00 has passed. Save again for tomorrow 09:00, or change the time."
        )
        let saved = Todo.ID(story.newID)
        story.play(.editor(.saveTapped))
        let todo = try #require(story.homeState.notebook.todos[saved])
        #expect((todo.title, todo.reminder) == ("Call Ann", nineTomorrow))
    }

    @Test("[T14] The title of a new to-do reads words as the line does, and they do not count toward its limit")
    func titleReadsWords() throws {
        let title = String(repeating: "a", count: 32)
        var story = writing(title + " tomorrow 9am #home")
        #expect(story.editor?.titleLine.understood?.spans.map { $0.kind } == [.reminder, .tag])
        #expect(story.editor?.titleLeft(.standard) == 0)
        let id = Todo.ID(story.newID)
        story.play(.editor(.saveTapped))
        let todo = try #require(story.homeState.notebook.todos[id])
        #expect((todo.title, todo.tags, todo.reminder) == (title, ["home"], nineTomorrow))
        #expect(story.editor?.draft.title == title)
    }

    @Test(
        "[T14] A piece of the title becomes plain text by a tap or a key, and the title of a to-do that is there is text"
    )
    func titlePieces() throws {
        var story = writing("Read tomorrow #book")
        story.play(.editor(.titleToggled(at: 7)))
        #expect(story.editor?.titleLine.understood?.title == "Read tomorrow")
        story.play(.editor(.titleReverted(at: nil)))
        #expect(story.editor?.titleLine.understood == nil)
        story.play(.editor(.titleToggled(at: 7)))
        let id = Todo.ID(story.newID)
        story.play(.editor(.closed))
        var todo = try #require(story.homeState.notebook.todos[id])
        #expect((todo.title, todo.tags) == ("Read #book", []))
        #expect(todo.reminder != nil)
        story.play(.list(.rowTapped(id)))
        story.play(.editor(.titleChanged("Read friday")))
        story.play(.editor(.closed))
        todo = try #require(story.homeState.notebook.todos[id])
        #expect(todo.title == "Read friday")
    }

    @Test("[T14] What is set in a field counts, and words for the same thing stay in the title")
    func fieldsBeforeWords() throws {
        var story = writing("Pay rent tomorrow 9am #home by friday")
        let noon = Places.instant("2026-11-20T12:00", in: Places.berlin)
        story.play(.editor(.reminderPicked(noon)))
        #expect(story.editor?.titleLine.understood?.title == "Pay rent tomorrow 9am")
        story.play(.editor(.tagTextChanged("HOME")))
        story.play(.editor(.tagSubmitted))
        let id = Todo.ID(story.newID)
        story.play(.editor(.closed))
        let todo = try #require(story.homeState.notebook.todos[id])
        #expect((todo.title, todo.reminder, todo.tags) == ("Pay rent tomorrow 9am", noon, ["HOME"]))
        #expect(todo.deadline == Places.instant("2026-11-20T23:59", in: Places.berlin))
    }

    // MARK: - Nothing is cut

    @Test("[T2] What is longer than a title goes on in the detail, by whole words, and is added from the line so")
    func divided() throws {
        let text = "Call the plumber about the kitchen sink that drips"
        var story = writing(text + " tomorrow 9am")
        story.play(.editor(.detailChanged("555 1234")))
        story.play(.editor(.titleDivided))
        let draft = try #require(story.editor?.draft)
        #expect(draft.title == "Call the plumber about the")
        #expect(draft.detail == "kitchen sink that drips\n555 1234")
        #expect(draft.reminder == nineTomorrow)
        story.play(.editor(.closed))
        #expect(story.titles == ["Call the plumber about the"])

        story.play(.list(.quickAddChanged(text)))
        #expect(story.homeState.list.quickAdd.text == text && story.homeState.list.quickAdd.left(.standard) < 0)
        let id = Todo.ID(story.newID)
        story.play(.list(.quickAddSubmitted(.divided)))
        #expect(story.homeState.notebook.todos[id]?.detail == "kitchen sink that drips")
        #expect(story.homeState.list.quickAdd == QuickAddLine())
    }

    @Test("[T2] A word that is longer than a title is divided within; nothing is lost")
    func dividedWord() {
        let rules = Rules.standard
        for text in [
            String(repeating: "x", count: 70), "a " + String(repeating: "x", count: 40),
            "ends at thirty-two characters ok go",
        ] {
            let divided = rules.divided(TodoDraft(title: text))
            #expect(!Text.isLonger(divided.title, than: 32))
            #expect((divided.title + divided.detail).filter { $0 != " " } == text.filter { $0 != " " })
        }
    }

    @Test("[T2] Several pasted lines offer as many to-dos, each with its own words, in their order")
    func pastedLines() {
        var story = story()
        story.play(
            .list(.quickAddChanged("- Milk\n\n* Bread tomorrow 9am\n Eggs and flour and sugar and salt #shop\n"))
        )
        #expect(
            story.homeState.list.quickAdd.lines == [
                "Milk", "Bread tomorrow 9am", "Eggs and flour and sugar and salt #shop",
            ]
        )
        #expect(story.app.keyboard.text == story.homeState.list.quickAdd.text)
        story.play(.list(.quickAddSubmitted(.lines)))
        #expect(story.titles == ["Milk", "Bread", "Eggs and flour and sugar and"])
        let todos = story.visible.slots.map { story.homeState.notebook.todos[$0] }
        #expect(todos[1].reminder == nineTomorrow)
        #expect((todos[2].detail, todos[2].tags) == ("salt", ["shop"]))
        #expect(story.homeState.list.quickAdd == QuickAddLine())
        for change in story.homeState.notebook.replica.outbox.values {
            #expect(story.app.rules.violations(of: change, existing: nil) == [])
        }
    }

    @Test("[T2] Lines that are typed over are one text again; one line, and a text without lines, offer nothing")
    func noLines() {
        var story = story()
        story.play(.list(.quickAddChanged("Milk\nBread")))
        story.play(.list(.quickAddChanged("Milk Bread ")))
        #expect(story.homeState.list.quickAdd.lines == [])
        story.play(.list(.quickAddChanged("\n Milk \n")))
        #expect(story.homeState.list.quickAdd.lines == [])
        // Nobody has a thousand things to do at once.
        story.play(.list(.quickAddChanged(String(repeating: "Milk\n", count: 501))))
        #expect(story.homeState.list.quickAdd.lines == [])
        #expect(story.homeState.list.quickAdd.text.utf8.count > 2_000)
    }

    @Test("[T2] Lines pasted into the title of a new to-do share the values of the other fields")
    func pastedIntoTitle() {
        var story = writing("Milk\nBread")
        story.play(.editor(.tagTextChanged("shop")))
        story.play(.editor(.tagSubmitted))
        story.play(.editor(.linesSubmitted))
        #expect(story.titles == ["Milk", "Bread"])
        #expect(story.homeState.notebook.todos.todos.allSatisfy { $0.tags == ["shop"] })
        #expect(story.editor == nil)
    }

    @Test("[T3] A tag that is too long keeps its text, and what is saved never has it")
    func longTag() {
        var story = writing("Shop")
        story.play(.editor(.tagTextChanged("home,groceries,")))
        #expect(story.editor?.draft.tags == ["home"])
        #expect(story.editor?.tagText == "groceries")
        #expect(story.editor?.violations.map { $0.code } == [.tooLong])
        story.play(.editor(.saveTapped))
        #expect(story.editor?.tagText == "groceries" && story.titles == [])
        #expect(story.editor?.violations.map { $0.code } == [.tooLong])
        story.play(.editor(.tagTextChanged("grocery")))
        story.play(.editor(.closed))
        #expect(story.homeState.notebook.todos.todos.map { $0.tags } == [["grocery", "home"]])
    }

    @Test("[T4] A detail that is too long is kept whole and refused")
    func longDetail() {
        var story = writing("Shop")
        let long = String(repeating: "d", count: 1_001)
        story.play(.editor(.detailChanged(long)))
        story.play(.editor(.saveTapped))
        #expect(story.editor?.draft.detail == long)
        #expect(story.editor?.violations == [Violation(.detail, .tooLong, Texts.tooLong(Texts.detail, 1_000))])
    }

    // MARK: - Where it went

    @Test("[L5] A new to-do takes the tag that the list shows, from the line and from the sheet")
    func takesTag() {
        var story = story()
        story.add("one #home")
        story.play(.list(.tagTapped("home")))
        story.add("two")
        story.add("three #Home")
        #expect(story.titles == ["three", "two", "one"])
        #expect(story.homeState.toast == nil)
        story.play(.list(.newTapped))
        #expect(story.editor?.draft.tags == ["home"])
        story.home(.editor(.closed)) { $0.sheet = nil }
        story.play(.list(.newTapped))
        story.play(.editor(.titleChanged("four")))
        story.play(.editor(.closed))
        #expect(story.titles.first == "four")
        #expect(story.homeState.toast == nil)
    }

    @Test(
        "[L5] A message names a new to-do that the list does not show, and Show brings it into view",
        arguments: [false, true]
    )
    func outOfSight(bySheet: Bool) {
        var story = story()
        story.add("one")
        story.play(.list(.filterTapped(.done)))
        story.play(.list(.searchChanged("x")))
        let id: Todo.ID
        if bySheet {
            story.play(.list(.newTapped))
            story.play(.editor(.titleChanged("two")))
            id = Todo.ID(story.newID)
            story.play(.editor(.closed))
        } else {
            id = story.add("two").id
        }
        #expect(story.homeState.toast == Toast(text: "Added “two”.", show: id))
        story.play(.toast(.showTapped))
        #expect(story.titles == ["two", "one"])
        #expect(story.homeState.list.filter == Filter())
        #expect(story.app.keyboard.place == .row(id) && story.homeState.list.cursor == id)
        #expect(story.homeState.toast == nil)
    }

    @Test("[L5] A message names a new to-do that the order puts far from the line; among the first rows it is in sight")
    func farAway() {
        var story = story()
        for number in 1...6 { story.add("\(number) by friday") }
        story.play(.list(.orderChosen(.deadline)))
        story.add("sooner by today")
        #expect(story.homeState.toast == nil)
        let last = story.add("last thing")
        #expect(story.homeState.toast == Toast(text: "Added “last thing”.", show: last.id))
        story.play(.toast(.showTapped))
        #expect(story.app.keyboard.place == .row(last.id))
    }

    // MARK: - Samples

    @Test("[T10] The samples go together, and Undo brings all of them back")
    func samplesRemoved() {
        var story = story()
        let own = story.add("Mine")
        let stamp = Stamp(wall: story.now, counter: 0, device: 5)
        story.play(.pulledToRefresh)
        story.answerSync(
            (1...3).map { number in
                let fields = Todo.fields(for: TodoDraft(title: "Sample \(number)"), origin: .imported, at: stamp)
                return Record(kind: .todo, id: UUID(high: 9, low: UInt64(number)), fields: fields)
            }
        )
        let before = story.titles
        #expect(before.count == 4)
        story.play(.list(.rowTapped(Todo.ID(UUID(high: 9, low: 1)))))
        story.play(.list(.samplesRemoved))
        #expect(story.titles == ["Mine"] && story.homeState.overlay == nil)
        #expect(story.homeState.toast?.text == "Removed 3 samples.")
        story.play(.toast(.undoTapped))
        #expect(Set(story.titles) == Set(before))
        #expect(story.homeState.notebook.todos[own.id] != nil)
    }
}
