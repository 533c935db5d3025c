import Testing

@testable import DaybookCore

@Suite("The editor")
struct EditorTests {
    private func writing(_ title: String) -> Story {
        var story = Story.signedIn()
        story.play(.list(.newTapped))
        story.play(.editor(.titleChanged(title)))
        return story
    }

    @Test("A new to-do opens an empty editor with the keyboard on its title, at its own address")
    func new() {
        var story = Story.signedIn()
        story.home(.list(.newTapped)) {
            $0.editor = Editor()
            $0.keyboard.move(to: .editorTitle)
        }
        #expect(story.app.places == [.home, .newTodo])
    }

    @Test("[T2] A title that is too long as a person counts is kept whole and refused; it keeps to one line")
    func titleLimit() {
        let family = "👩‍👩‍👦"
        let long = String(repeating: family, count: 33)
        var story = writing(long)
        #expect(story.editor?.draft.title == long)
        #expect(story.editor?.titleLeft(.standard) == -1)
        story.play(.editor(.saveTapped))
        #expect(story.editor?.violations == [Violation(.title, .tooLong, Texts.tooLong(Texts.title, 32))])
        #expect(story.editor?.draft.title == long && story.titles == [])
        story.play(.editor(.titleChanged("a\tb\u{7}c")))
        #expect(story.editor?.draft.title == "a bc" && story.app.keyboard.text == "a bc")
        #expect(story.editor?.violations == [])
    }

    @Test("[T3] A tag is made by Enter or a comma; a fourth, a long and a double one are refused")
    func tags() {
        var story = writing("x")
        story.home(.editor(.tagTextChanged("home"))) { $0.editor?.tagText = "home" }
        story.home(.editor(.tagSubmitted)) {
            $0.keyboard.write("", in: .tag)
            $0.editor?.draft.tags = ["home"]
            $0.editor?.tagText = ""
        }
        story.home(.editor(.tagTextChanged("HOME"))) { $0.editor?.tagText = "HOME" }
        story.play(.editor(.tagSubmitted))
        #expect(story.editor?.violations.map { $0.code } == [.duplicate])
        #expect(story.editor?.tagText == "HOME")
        let tooLong = Violation(.tags, .tooLong, Texts.tagTooLong(8))
        story.home(.editor(.tagTextChanged("office123")), [.announce(tooLong.message)]) {
            $0.editor?.tagText = "office123"
            $0.editor?.violations = [tooLong]
        }
        story.play(.editor(.tagTextChanged("b,c,")))
        #expect(story.editor?.draft.tags == ["home", "b", "c"])
        story.play(.editor(.tagTextChanged("d")))
        story.play(.editor(.tagSubmitted))
        #expect(story.editor?.violations.map { $0.code } == [.tooMany])
        story.play(.editor(.tagRemoved("b")))
        #expect(story.editor?.draft.tags == ["home", "c"])
        #expect(story.editor?.violations == [])
    }

    @Test("[T3] Pasted tags that have no room stay in the line, each for itself, and are taken when there is room")
    func tagsWithoutRoom() {
        var story = writing("x")
        story.play(.editor(.tagTextChanged("a, b")))
        #expect(story.editor?.draft.tags == ["a", "b"])
        story.play(.editor(.tagTextChanged("A, c, dd, ee")))
        #expect(story.editor?.draft.tags == ["a", "b", "c"])
        #expect(story.editor?.tagText == "dd, ee" && story.app.keyboard.text == "dd, ee")
        #expect(story.editor?.violations.map { $0.code } == [.tooMany])
        story.play(.editor(.tagRemoved("b")))
        story.play(.editor(.tagSubmitted))
        #expect(story.editor?.draft.tags == ["a", "c", "dd"] && story.editor?.tagText == "ee")
        story.play(.editor(.saveTapped))
        #expect(story.editor?.violations.map { $0.code } == [.tooMany], "nothing typed is dropped silently")
    }

    @Test("[T11] Save shows that it saves, and closes once the disk has it")
    func save() throws {
        var story = writing("Buy milk")
        let id = Todo.ID(story.newID)
        story.play(.editor(.saveTapped))
        let sequence = story.homeState.notebook.disk.sequence
        #expect(story.editor?.status == .saving(sequence: sequence))
        #expect(story.homeState.notebook.todos[id]?.title == "Buy milk")
        let effects = reduce(&story.app, .stored(sequence: sequence), story.now)
        #expect(effects == [.announce(Texts.saved)] && story.app.keyboard.place == .row(id))
        #expect(story.editor == nil)
    }

    @Test("[T11] When saving fails, the reason shows and the typed text stays")
    func saveFails() {
        var story = writing("Buy milk")
        story.play(.editor(.saveTapped))
        let sequence = story.homeState.notebook.disk.sequence
        let effects = reduce(&story.app, .storeFailed(sequence: sequence, .full), story.now)
        #expect(effects == [.announce(Texts.diskFull)])
        #expect(story.editor?.status == .failed(Texts.diskFull))
        #expect(story.editor?.draft.title == "Buy milk")
        #expect(story.homeState.banner(isOnline: true) == Texts.diskFull)
        story.play(.editor(.titleChanged("Buy more milk")))
        let again = reduce(&story.app, .home(.editor(.saveTapped), newID: story.newID), story.now)
        #expect(again.contains { if case .notebook(.pack) = $0 { true } else { false } })
        #expect(story.homeState.notebook.todos.count == 1)
    }

    @Test("[T11] A failed save that goes through later takes its reason away, and the sheet stays until Save closes it")
    func savesLater() {
        var story = writing("Buy milk")
        story.play(.editor(.saveTapped))
        _ = reduce(&story.app, .storeFailed(sequence: 1, .full), story.now)
        _ = reduce(&story.app, .timerFired(.notebook(.pollSync)), story.now)
        let effects = reduce(&story.app, .stored(sequence: story.homeState.notebook.disk.sequence), story.now)
        #expect(effects.contains(.announce(Texts.saved)))
        #expect(story.editor?.status == .editing && story.editor?.draft.title == "Buy milk")
        story.play(.editor(.saveTapped))
        #expect(story.editor == nil && story.titles == ["Buy milk"])
    }

    @Test("[T11] Going back saves by itself")
    func closing() {
        var story = writing("Buy milk")
        story.play(.editor(.detailChanged("Two litres")))
        let id = Todo.ID(story.newID)
        story.play(.editor(.closed))
        #expect(story.editor == nil && story.app.keyboard.place == .row(id))
        #expect(story.homeState.notebook.todos[id]?.detail == "Two litres")
    }

    @Test("[T11] A new to-do with nothing typed is dropped in silence")
    func closingEmpty() {
        var story = writing("")
        story.home(.editor(.closed)) { $0.editor = nil }
        #expect(story.homeState.notebook.todos.count == 0)
    }

    @Test("[T11] Text without a title asks: keep writing, or discard")
    func closingWithoutTitle() {
        var story = writing("")
        story.play(.editor(.detailChanged("Two litres")))
        story.home(.editor(.closed)) { $0.overlay = .confirmDiscard(then: .close) }
        story.home(.overlay(.dismissed)) {
            $0.overlay = nil
            $0.keyboard.move(to: .editorTitle)
        }
        #expect(story.editor?.draft.detail == "Two litres")
        story.play(.editor(.closed))
        story.home(.overlay(.confirmed)) { ($0.overlay, $0.editor) = (nil, nil) }
        #expect(story.homeState.notebook.todos.count == 0)
    }

    @Test("[T12] An edit never empties a title")
    func emptiedTitle() {
        var story = Story.signedIn()
        let todo = story.add("Buy milk")
        story.play(.list(.rowTapped(todo.id)))
        story.play(.editor(.titleChanged("  ")))
        story.play(.editor(.saveTapped))
        #expect(story.editor?.violations.map { $0.code } == [.required])
        story.play(.editor(.closed))
        #expect(story.homeState.overlay == .confirmDiscard(then: .close))
        story.play(.overlay(.confirmed))
        #expect(story.homeState.notebook.todos[todo.id]?.title == "Buy milk")
    }

    @Test("An edit writes only the fields that differ")
    func onlyDifferences() throws {
        var story = Story.signedIn()
        let todo = story.add("Buy milk")
        story.play(.list(.rowTapped(todo.id)))
        story.play(.editor(.detailChanged("Two litres")))
        story.play(.editor(.closed))
        let change = try #require(story.homeState.notebook.replica.outbox[Record.Key(kind: .todo, id: todo.id.uuid)])
        #expect(change.fields.map { $0.name } == ["detail"])
        story.answerSync()
        story.play(.list(.rowTapped(todo.id)))
        story.play(.editor(.closed))
        #expect(story.homeState.notebook.replica.outbox.isEmpty)
    }

    @Test("[T5] A deadline is set from today on, by the person's own calendar")
    func deadline() {
        var story = Story.signedIn()
        let todo = story.add("Buy milk")
        let zone = TimeZone(initialOffset: 330)
        story.app.world.zone = zone
        let today = zone.date(at: story.now)
        let yesterday = CivilDate(daysSince1970: today.daysSince1970 - 1)
        story.play(.list(.rowTapped(todo.id)))
        story.play(.editor(.deadlinePicked(yesterday)))
        story.play(.editor(.closed))
        #expect(story.editor?.violations == [Violation(.deadline, .past, Texts.deadlinePast)])
        story.play(.editor(.deadlineSuggested(.today)))
        story.play(.editor(.closed))
        #expect(story.homeState.notebook.todos[todo.id]?.deadline == zone.endOfDay(today))
    }

    @Test("[T5] A to-do whose deadline has passed is edited without moving it")
    func passedDeadline() {
        var story = Story.signedIn()
        let todo = story.add("Buy milk")
        story.play(.list(.rowTapped(todo.id)))
        story.play(.editor(.deadlineSuggested(.today)))
        story.play(.editor(.closed))
        story.now = story.now.advanced(by: .days(9))
        story.play(.list(.rowTapped(todo.id)))
        story.play(.editor(.titleChanged("Buy bread")))
        story.play(.editor(.closed))
        #expect(story.homeState.notebook.todos[todo.id]?.title == "Buy bread")
        #expect(story.editor == nil)
    }

    @Test("[T6] A reminder is set for the future only")
    func reminder() {
        var story = writing("Buy milk")
        story.play(.editor(.reminderPicked(story.now.advanced(by: -.minutes(2)))))
        story.play(.editor(.closed))
        #expect(story.editor?.violations == [Violation(.reminder, .past, Texts.reminderPast)])
    }

    @Test(
        "[T10] Tapping an imported to-do shows that it cannot be edited, and offers the editor for a new one with a copy"
    )
    func imported() {
        var story = Story.signedIn()
        let id = UUID(high: 9, low: 9)
        let stamp = Stamp(wall: story.now, counter: 0, device: 5)
        let long = TodoDraft(title: String(repeating: "long ", count: 40))
        story.play(.pulledToRefresh)
        story.answerSync([Record(kind: .todo, id: id, fields: Todo.fields(for: long, origin: .imported, at: stamp))])
        story.play(.list(.rowTapped(Todo.ID(id))))
        #expect(story.editor == nil && story.homeState.overlay == .imported(Todo.ID(id)))
        story.play(.overlay(.dismissed))
        #expect(story.editor == nil && story.homeState.overlay == nil)
        story.play(.list(.rowTapped(Todo.ID(id))))
        story.play(.overlay(.confirmed))
        #expect(story.editor?.subject == .new && story.homeState.overlay == nil)
        let copy = TodoDraft(title: "long long long long long long", detail: long.title.dropFirst(30).description)
        #expect(
            story.editor?.draft
                == story.app.rules.normalized(TodoDraft(title: copy.title, detail: Text.trimmed(copy.detail)))
        )
        story.play(.editor(.closed))
        #expect(story.homeState.notebook.todos.count == 2)
        story.play(.list(.swipedLeft(story.homeState.notebook.todos.todos[0].id)))
        story.play(.list(.checkTapped(Todo.ID(id))))
        #expect(story.homeState.notebook.todos[Todo.ID(id)]?.isDone == true)
        story.play(.list(.swipedLeft(Todo.ID(id))))
        #expect(story.homeState.notebook.todos.count == 0)
    }

    @Test("The face's own way back saves; an editor that must stay open keeps its place below the question")
    func routing() {
        var story = writing("Buy milk")
        story.back()
        #expect(story.editor == nil && story.app.places == [.home])
        story.play(.list(.newTapped))
        story.play(.editor(.detailChanged("x")))
        story.back()
        #expect(story.app.places == [.home, .newTodo, .newTodo])
        #expect(story.homeState.overlay == .confirmDiscard(then: .close))
        story.back()
        #expect(story.app.places == [.home, .newTodo])
    }

    @Test("[S3] What another device changed shows in the fields that were not touched here")
    func mergedMeanwhile() throws {
        var story = Story.signedIn()
        let todo = story.add("Buy milk")
        story.play(.list(.rowTapped(todo.id)))
        story.play(.editor(.titleChanged("Buy oat milk")))
        let stamp = Stamp(wall: story.now.advanced(by: .seconds(5)), counter: 0, device: 5)
        let theirs = Record(
            kind: .todo,
            id: todo.id.uuid,
            fields: [
                Record.Field("title", .string("Buy soy milk"), stamp), Record.Field("detail", .string("1 l"), stamp),
                Record.Field("tag:home", .bool(true), stamp),
            ]
        )
        story.play(.pulledToRefresh)
        story.answerSync([theirs], cursor: 3)
        #expect(story.editor?.draft == TodoDraft(title: "Buy oat milk", detail: "1 l", tags: ["home"]))
        story.now = story.now.advanced(by: .minutes(1))
        story.play(.editor(.closed))
        let merged = try #require(story.homeState.notebook.todos[todo.id])
        #expect((merged.title, merged.detail, merged.tags) == ("Buy oat milk", "1 l", ["home"]))
    }
}
