import Testing

@testable import DaybookCore

@Suite("What the home screen and other apps open")
struct SharedTextTests {
    private func launched(at path: String, unsaved: String? = nil, place: String? = nil) -> Story {
        var story = Story()
        var replica = Replica(device: Story.device)
        if let unsaved {
            _ = replica.apply(.preferred(name: Notebook.Preference.unsaved(0), value: unsaved))
        }
        if let place { _ = replica.apply(.preferred(name: Notebook.Preference.place, value: place)) }
        let content = DiskContent(snapshot: ReplicaDisk.encode(replica), journal: [], sequence: 0, through: 0)
        _ = reduce(&story.app, .launched(App.World(), path: path), story.now)
        _ = reduce(
            &story.app,
            .storage(.opened(Story.account, content, newDevice: Story.device)),
            story.now
        )
        return story
    }

    @Test("The shortcut opens the form of a new to-do over the list that was left")
    func newTodo() {
        let story = launched(at: "/new", place: "/?tag=home")
        #expect(story.editor?.subject == .new && story.editor?.draft.title == "")
        #expect(story.homeState.list.filter.tag == "home")
        #expect(story.editor?.draft.tags == ["home"])
        #expect(story.app.places == [.home, .newTodo])
        #expect(story.app.keyboard.place == .editorTitle)
        #expect(!story.homeState.isWriting)
        #expect(launched(at: "/notes/new").homeState.openNote?.writing != nil)
    }

    @Test(
        "A shared website, text or link stands in the form, whole, and is not saved by itself",
        arguments: [
            ("?text=Milk", "Milk", ""),
            ("?title=A+page&url=https%3A%2F%2Fx.org%2F%3Fa%3D1", "A page", "https://x.org/?a=1"),
            ("?title=Same&text=Same", "Same", ""), ("?text=One%0ATwo%0A%0AThree", "One", "Two\n\nThree"),
            ("?url=https%3A%2F%2Fx.org", "https://x.org", ""),
            ("?title=%20%20&text=a%07b", "ab", ""),
            ("?title=tomorrow%209am%20%23home", "tomorrow 9am #home", ""),
        ]
    )
    func shared(_ query: String, _ title: String, _ detail: String) {
        var story = launched(at: "/new" + query)
        #expect(story.editor?.draft.title == title)
        #expect(story.editor?.draft.detail == detail)
        #expect(story.editor?.draft.reminder == nil)
        #expect(story.homeState.notebook.todos.count == 0)
        #expect(story.homeState.isWriting)
        story.play(.editor(.saveTapped))
        #expect(story.titles == [title])
    }

    @Test("A shared title that is too long goes on in the detail; nothing is cut")
    func long() {
        let words = (1...20).map { "word\($0)" }
        let story = launched(at: "/new?title=" + words.joined(separator: "+") + "&url=x")
        let draft = story.editor?.draft
        #expect((draft?.title.count ?? 99) <= Rules.standard.limits.titleMaximum)
        #expect(
            [draft?.title ?? "", draft?.detail ?? ""].joined(separator: " ") == words.joined(separator: " ") + "\nx"
        )
    }

    @Test("Text that was being typed stays open; what is shared waits in the line that adds")
    func beside() throws {
        var before = Story.signedIn()
        before.play(.list(.newTapped))
        before.play(.editor(.titleChanged("Half typed")))
        let unsaved = before.homeState.unsaved.text(before.homeState.notebook)
        let story = launched(at: "/new?title=A+page&url=https%3A%2F%2Fx.org", unsaved: unsaved)
        #expect(story.editor?.draft.title == "Half typed")
        #expect(story.homeState.list.quickAdd.text == "A page https://x.org")
        #expect(launched(at: "/new", unsaved: unsaved).editor?.draft.title == "Half typed")
    }

    @Test("The shared text is still there after a sign-in")
    func signInFirst() {
        var story = Story()
        _ = reduce(&story.app, .launched(App.World(), path: "/new?text=Milk"), story.now)
        _ = reduce(&story.app, .diskEmpty(leftHere: false), story.now)
        _ = reduce(&story.app, .answered(.account, Answer(status: 401)), story.now)
        #expect(story.app.places == [.newTodo])
        #expect(story.app.addresses == ["/new?text=Milk"], "a reload keeps it")
        _ = story.app.enterEmpty(Story.account, .sealed, story.app.context(story.now, Story.device))
        #expect(story.editor?.draft.title == "Milk")
        #expect(story.app.addresses == ["/", "/new"])
    }
}
