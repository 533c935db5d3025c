import Testing

@testable import DaybookCore

/// Tags in use: offered in the editor, renamed and removed everywhere (T3).
@Suite struct TagsTests {
    private func tags(_ story: Story) -> [[String]] { story.homeState.notebook.todos.todos.map { $0.tags } }

    @Test(
        "[T3] The tags in use that begin so are offered, the one with the most to-dos first, without those that it has"
    )
    func offered() {
        var story = Story.signedIn()
        for title in ["a #home", "b #work", "c #Work #wash", "d #wörk", "e #home #work"] { story.add(title) }
        let todos = story.homeState.notebook.todos
        #expect(todos.tags(beginning: "", besides: [], limit: 9) == ["work", "home", "wash"])
        #expect(todos.tags(beginning: " W", besides: ["WASH"], limit: 9) == ["work"])
        #expect(todos.tags(beginning: "", besides: ["Work"], limit: 1) == ["home"])
        story.play(.list(.newTapped))
        story.play(.editor(.tagTextChanged("wo")))
        story.play(.editor(.tagSuggested("work")))
        #expect(story.editor?.draft.tags == ["work"])
        #expect(story.editor?.tagText == "")
    }

    @Test("[L5] A list of a tag whose to-dos are done does not say that nothing has the tag")
    func done() {
        var story = Story.signedIn()
        let todo = story.add("a #home")
        story.play(.list(.tagTapped("home")))
        story.play(.list(.checkTapped(todo.id)))
        _ = reduce(&story.app, .timerFired(.removeMarked), story.now)
        #expect(story.titles == [] && story.visible.parts.map { $0.name } == [.completed])
        #expect(!story.homeState.isTagUnused)
        story.play(.list(.tagTapped("zoo")))
        #expect(story.homeState.isTagUnused)
        story.play(.list(.filterTapped(.all)))
        #expect(!story.homeState.isTagUnused)
    }

    @Test("[L5] A tag that is chosen on Today shows its to-dos of all dates")
    func onToday() {
        var story = Story.signedIn()
        for title in ["a #home", "b"] { story.add(title) }
        story.play(.list(.dueTapped(.today)))
        #expect(story.titles == [])
        story.play(.list(.tagTapped("home")))
        #expect(story.titles == ["a"] && story.app.addresses == ["/?tag=home"])
        story.play(.list(.tagTapped("home")))
        #expect(story.titles == ["b", "a"])
    }

    @Test("[T3] A tag is renamed on all to-dos in one step, with undo, and the list follows it")
    func renamed() {
        var story = Story.signedIn()
        for title in ["a #home", "b #Home #house", "c #work"] { story.add(title) }
        story.play(.list(.tagTapped("home")))
        story.play(.list(.tagMenuOpened("home", at: nil)))
        #expect(story.homeState.overlay == .tagMenu("home", at: nil))
        story.play(.overlay(.renameTapped))
        story.play(.overlay(.nameChanged("   ")))
        story.play(.overlay(.confirmed))
        #expect(story.homeState.overlay == .renameTag("home", to: "", Violation(.tags, .required, Texts.tagEmpty)))
        story.play(.overlay(.nameChanged("much too long")))
        story.play(.overlay(.confirmed))
        guard case .renameTag("home", to: "much too long", let broken?) = story.homeState.overlay else {
            Issue.record("the question stays: \(String(describing: story.homeState.overlay))")
            return
        }
        #expect(broken.code == .tooLong)
        story.play(.overlay(.nameChanged("house")))
        story.play(.overlay(.confirmed))
        #expect(story.homeState.overlay == nil)
        #expect(tags(story) == [["work"], ["house"], ["house"]])
        #expect(story.homeState.list.filter.tag == "house")
        #expect(story.homeState.toast?.text == "“home” is “house” now, on 2 to-dos.")
        story.play(.toast(.undoTapped))
        #expect(tags(story) == [["work"], ["Home", "house"], ["home"]])
    }

    @Test("[T3] [T8] The list of a renamed tag follows an undo and a redo")
    func undone() {
        var story = Story.signedIn()
        for title in ["a #home", "b #home", "c #work"] { story.add(title) }
        story.play(.list(.tagTapped("home")))
        story.play(.list(.tagMenuOpened("home", at: nil)))
        story.play(.overlay(.renameTapped))
        story.play(.overlay(.nameChanged("house")))
        story.play(.overlay(.confirmed))
        story.play(.toast(.undoTapped))
        #expect(story.homeState.list.filter.tag == "home")
        story.play(.toast(.redoTapped))
        #expect(story.homeState.list.filter.tag == "house")
    }

    @Test("[T3] The menu of any tag opens where it was pressed, and the list stays as it is")
    func menuOfAnotherTag() {
        var story = Story.signedIn()
        for title in ["a #home", "b #work"] { story.add(title) }
        story.play(.list(.tagTapped("work")))
        let point = Overlay.Point(x: 30, y: 40)
        story.home(.list(.tagMenuOpened("home", at: point))) { $0.overlay = .tagMenu("home", at: point) }
        story.play(.overlay(.renameTapped))
        story.play(.overlay(.nameChanged("house")))
        story.play(.overlay(.confirmed))
        #expect(tags(story) == [["work"], ["house"]])
        #expect(story.homeState.list.filter.tag == "work")
        #expect(story.homeState.toast?.text == "“home” is “house” now, on 1 to-do.")
    }

    @Test("[T3] Another spelling of the same name is a new name too")
    func respelled() {
        var story = Story.signedIn()
        story.add("a #home")
        story.play(.list(.tagTapped("home")))
        story.play(.list(.tagMenuOpened("home", at: nil)))
        story.play(.overlay(.renameTapped))
        story.play(.overlay(.nameChanged("Home")))
        story.play(.overlay(.confirmed))
        #expect(tags(story) == [["Home"]])
    }

    @Test("[T3] [T10] A tag is removed from all to-dos with undo; samples keep theirs, and the message says so")
    func removed() {
        var story = Story.signedIn()
        for title in ["a #home", "b #home", "c #home #work"] { story.add(title) }
        let sample = story.homeState.notebook.todos.todos[0]
        let stamp = Stamp(wall: story.now, counter: 0, device: 77)
        let origin = Record.Field(Todo.Field.origin, .string("imported"), stamp)
        story.play(.pulledToRefresh)
        story.answerSync([Record(kind: .todo, id: sample.id.uuid, fields: [origin])], cursor: 9)
        story.play(.list(.tagTapped("home")))
        story.play(.list(.tagMenuOpened("home", at: nil)))
        story.play(.overlay(.removeTapped))
        #expect(tags(story) == [["home", "work"], [], []])
        #expect(story.homeState.list.filter.tag == "home")
        #expect(story.homeState.toast?.text == "Removed “home” from 2 to-dos. Samples keep it.")
        story.play(.list(.key(.undo, at: nil)))
        #expect(tags(story) == [["home", "work"], ["home"], ["home"]])
        #expect(story.homeState.toast?.text == "Undid: removed the tag “home”.")
    }

    @Test("[T3] An open editor takes the new name over, and saving it does not bring the old one back")
    func renamedBelowAnEditor() {
        var story = Story.signedIn()
        let todo = story.add("a #home")
        story.play(.list(.tagTapped("home")))
        story.play(.list(.rowTapped(todo.id)))
        story.play(.editor(.detailChanged("more")))
        story.play(.list(.tagMenuOpened("home", at: nil)))
        story.play(.overlay(.renameTapped))
        story.play(.overlay(.nameChanged("house")))
        story.play(.overlay(.confirmed))
        #expect(story.editor?.draft.tags == ["house"])
        story.play(.editor(.saveTapped))
        #expect(tags(story) == [["house"]])
        #expect(story.homeState.notebook.todos[todo.id]?.detail == "more")
    }

    @Test("[T3] [T8] A row's menu adds a tag, with undo")
    func fromMenu() {
        var story = Story.signedIn()
        let todo = story.add("a #home")
        story.play(.list(.menuOpened(todo.id, at: nil)))
        story.play(.list(.planned(todo.id, .tag("work"))))
        #expect(story.homeState.overlay == nil)
        #expect(tags(story) == [["home", "work"]])
        #expect(story.homeState.toast?.text == "Changed “a”: #work.")
        story.play(.toast(.undoTapped))
        #expect(tags(story) == [["home"]])
        story.play(.list(.planned(todo.id, .tag("HOME"))))
        #expect(tags(story) == [["home"]], "it has the tag")
        for tag in ["b", "c", "d"] { story.play(.list(.planned(todo.id, .tag(tag)))) }
        #expect(tags(story) == [["b", "c", "home"]] && story.homeState.toast?.text == Texts.tooManyTags(3))
    }

    @Test("A menu that is not open does nothing")
    func nothing() {
        var story = Story.signedIn()
        story.add("a #home")
        let before = story.homeState.notebook.replica.records
        for action: Home.Action in [
            .overlay(.renameTapped), .overlay(.removeTapped), .overlay(.nameChanged("b")), .overlay(.confirmed),
        ] {
            story.play(action)
        }
        #expect(story.homeState.overlay == nil)
        #expect(story.homeState.notebook.replica.records == before)
    }
}
